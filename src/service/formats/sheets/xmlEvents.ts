/** XML as it comes, without a tree: for parts of Office files, which may be larger than memory. */
import { SaxesParser } from 'saxes';
import { reason, ReasonError } from '../../resource/reasons.ts';
import type { ZipArchive } from './zipArchive.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names of elements come without their prefix, those of attributes with it. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** Bytes between two tags. A cell has at most 32,767 characters in Excel. */
const MAX_VALUE = 2 ** 24;
/** Office files need about ten. */
const MAX_DEPTH = 64;

/**
 * Yields the number of bytes after every piece, so that events can be dealt with. Document type declarations are refused, and with them all
 * entities but the five of XML. Throws ReasonError.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, events: XmlEvents): AsyncGenerator<number> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let read = 0;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let depth = 0;
  /** Bytes at the last tag: the parser keeps all that follows it. */
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

/** Of documents about a file, which are read whole. */
const MAX_SIZE = 2 ** 26;

/** Calls `visit` for each element of such a document, if it is there. */
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

/** Every XML reader knows these two. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
