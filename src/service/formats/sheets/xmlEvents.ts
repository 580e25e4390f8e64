import { SaxesParser } from 'saxes';
import { reason, ReasonError } from '../../resource/reasons.ts';
import type { ZipArchive } from './zipArchive.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Events of XML without a tree, as parts may exceed memory. Elements' names have no prefix, attributes' do. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** Maximum bytes between two tags. In Excel, a cell has at most 32,767 characters. */
const MAX_VALUE = 2 ** 24;
/** Limit of nested elements; Office files need about ten. */
const MAX_DEPTH = 64;

/** Yields the bytes read so far. Refuses document types, and so all entities but XML's five. Throws ReasonError. */
export async function* parseXml(bytes: AsyncIterable<Buffer>, events: XmlEvents): AsyncGenerator<number> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let read = 0;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let depth = 0;
  /** Bytes at the last tag: the parser keeps everything after it. */
  let tag = 0;
  parser.on('doctype', () => {
    throw new ReasonError(reason('documentType'));
  });
  parser.on('error', (error) => {
    throw new ReasonError(reason('damagedXml', error.message.replace(/\.$/, '')));
  });
  parser.on('opentag', ({ name, attributes }) => {
    tag = read;
    if ((depth += 1) > MAX_DEPTH) throw new ReasonError(reason('damagedDepth', String(MAX_DEPTH)));
    events.open(localName(name), attributes);
  });
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('closetag', ({ name }) => {
    tag = read;
    depth -= 1;
    events.close(localName(name));
  });
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parser.write(decoded(decoder, chunk));
    if (read - tag > MAX_VALUE) throw new ReasonError(reason('valueLength', String(MAX_VALUE / 2 ** 20)));
    yield (read += chunk.length);
  }
  parser.write(decoder === undefined ? '' : decoded(decoder));
  parser.close();
  yield read;
}

/** Maximum bytes of documents about a file, which are read whole. */
const MAX_SIZE = 2 ** 26;

/** Calls `visit` for each element of such a document, if it exists. */
export async function eachElement(
  archive: ZipArchive,
  path: string,
  visit: (name: string, attributes: Attributes, parent: string) => void,
): Promise<void> {
  if (!archive.has(path)) return;
  const open: string[] = [];
  const events = {
    open: (name: string, attributes: Attributes): void => {
      visit(name, attributes, open.at(-1) ?? '');
      open.push(name);
    },
    text: (): void => undefined,
    close: (): void => void open.pop(),
  };
  const pieces = parseXml(archive.read(path, MAX_SIZE), events);
  while ((await pieces.next()).done !== true);
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new ReasonError(reason('damagedText'));
  }
}

/** Every XML reader must know UTF-8 and UTF-16 (https://www.w3.org/TR/xml/#charencoding). */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
