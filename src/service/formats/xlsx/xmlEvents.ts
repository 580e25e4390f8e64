/** XML as it comes, without a tree: for parts of Office files, which may be larger than memory. */
import { SaxesParser } from 'saxes';

/** Names come without their prefix. */
export interface XmlEvents {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

/** Not the XML that Office files are made of. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Office files need about ten. */
const MAX_DEPTH = 64;

/**
 * Yields the number of bytes after every piece, so that events can be dealt with. Document type declarations are refused, and with them all
 * entities but the five of XML. Throws XmlError.
 */
export async function* parseXml(bytes: AsyncIterable<Buffer>, events: XmlEvents): AsyncGenerator<number> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let read = 0;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let depth = 0;
  parser.on('doctype', () => {
    throw new XmlError('it has a document type declaration');
  });
  parser.on('error', (error) => {
    throw new XmlError(error.message.replace(/\.$/, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if ((depth += 1) > MAX_DEPTH) throw new XmlError(`elements nested more than ${String(MAX_DEPTH)} deep`);
    events.open(localName(name), attributes);
  });
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.close(localName(name));
  });
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parser.write(decoded(decoder, chunk));
    yield (read += chunk.length);
  }
  parser.write(decoder === undefined ? '' : decoded(decoder));
  parser.close();
  yield read;
}

function decoded(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new XmlError('its text is not in the encoding that it should have');
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
