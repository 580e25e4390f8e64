import type { Attributes } from '../sheets/xmlEvents.ts';

/** Elements in a paragraph that are not its text. */
const BESIDE = ['annotation', 'annotation-end', 'note', 'ruby-text', 'frame', 'bookmark'];

/**
 * The text of a cell, gathered from its paragraphs. Spaces and line ends count as they stand, although the standard joins
 * them (OpenDocument 1.3 part 3, 6.1.2): LibreOffice reads them so, and writes them so in cells of several paragraphs.
 */
export class OdsText {
  readonly #onRepeat: (units: number) => void;
  #text = '';
  #hasParagraph = false;

  /** `onRepeat` gets how many characters a repeated one stands for. */
  constructor(onRepeat: (units: number) => void) {
    this.#onRepeat = onRepeat;
  }

  openParagraph(): void {
    if (this.#hasParagraph) this.#text += '\n';
    this.#hasParagraph = true;
  }

  /** Inside of a paragraph. False for what is not its text. */
  open(name: string, attributes: Attributes): boolean {
    if (BESIDE.includes(name)) return false;
    if (name === 's') this.#addSpaces(attributes['text:c'] ?? '1');
    else if (name === 'tab') this.add('\t');
    else if (name === 'line-break') this.add('\n');
    return true;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Undefined where there was no paragraph. The next cell begins. */
  take(): string | undefined {
    const text = this.#hasParagraph ? this.#text : undefined;
    this.#text = '';
    this.#hasParagraph = false;
    return text;
  }

  #addSpaces(count: string): void {
    const spaces = /^\d{1,9}$/.test(count) ? Number(count) : 1;
    this.#onRepeat(spaces);
    this.add(' '.repeat(spaces));
  }
}
