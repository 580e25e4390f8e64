/** Reads texts of Office files with their escapes (ECMA-376 part 1, 18.4 and 22.9.2.19). */
import { type XmlEvents, parseXml } from '../sheets/xmlEvents.ts';
import type { ZipArchive } from '../sheets/zipArchive.ts';

const escaped = /_x([0-9a-f]{4})_/gi;

/** `_x000D_` stands for a character that XML can't hold, and `_x005F_` for the `_` of such a text. */
export function unescapedText(text: string): string {
  return text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;
}

/** Joins the formatted runs of a text, without phonetic ones (`rPh`), which repeat it. */
export class TextCollector implements XmlEvents {
  #text = '';
  #run = '';
  #isInText = false;
  #phonetic = 0;

  readonly open = (name: string): void => {
    if (name === 'rPh') this.#phonetic += 1;
    else if (name === 't') this.#isInText = this.#phonetic === 0;
  };

  readonly text = (text: string): void => {
    if (this.#isInText) this.#run += text;
  };

  readonly close = (name: string): void => {
    if (name === 'rPh') this.#phonetic -= 1;
    else if (name === 't') {
      this.#isInText = false;
      // Each run is unescaped by itself: two runs together don't form an escape.
      this.#text += unescapedText(this.#run);
      this.#run = '';
    }
  };

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Maximum bytes of shared strings as XML, because they are held in memory. */
const MAX_SIZE = 2 ** 28;

export async function readStrings(archive: ZipArchive, path: string, count = Infinity): Promise<readonly string[]> {
  const strings: string[] = [];
  if (count === 0 || !archive.has(path)) return strings;
  const collector = new TextCollector();
  const events = {
    open: collector.open,
    text: collector.text,
    close: (name: string): void => {
      collector.close(name);
      if (name === 'si') strings.push(collector.take());
    },
  };
  const pieces = parseXml(archive.read(path, MAX_SIZE), events);
  while (strings.length < count && (await pieces.next()).done !== true);
  await pieces.return(undefined);
  return strings;
}
