import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';

export interface RowIndicatorWords {
  /** {0} is the first row in view, {1} how many there are. */
  readonly rowOf: string;
  /** The same where the end is not known. */
  readonly rowAt: string;
}

/** Stays for a moment, so that a person who lets go can read it. */
const REST_MS = 800;

/** Beside the scrollbar while it is dragged: which row that would be. Rows fly by too fast to read their numbers. */
export class RowIndicator {
  /** Screen readers hear of the rows themselves. */
  readonly element = element('div', 'row-indicator', { 'aria-hidden': 'true' });
  readonly #words: RowIndicatorWords;
  readonly #language: string;
  #count: number | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** `language`: BCP 47. */
  constructor(words: RowIndicatorWords, language: string) {
    this.#words = words;
    this.#language = language;
  }

  setCount(rows: number, isFinal: boolean): void {
    this.#count = isFinal ? rows : undefined;
  }

  /** `share`: how far down the scrollbar is, from 0 to 1. */
  show(row: number, share: number): void {
    const { rowOf, rowAt } = this.#words;
    const at = numberText(row + 1, this.#language);
    this.element.textContent =
      this.#count === undefined ? fill(rowAt, at) : fill(rowOf, at, numberText(this.#count, this.#language));
    this.element.style.setProperty('--share', share.toFixed(4));
    this.element.classList.add('shown');
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.element.classList.remove('shown'), REST_MS);
  }

  dispose(): void {
    clearTimeout(this.#resting);
  }
}
