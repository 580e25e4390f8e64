import type { GridInit } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { numberText } from '../../base/numberText.ts';

/** Below the last row: that it is the last, and why. */
export class EndLine {
  /** Screen readers have the number of rows, and the status line's words. */
  readonly element = element('div', 'end-line', { 'aria-hidden': 'true' });
  #isSaid = false;
  #top = NaN;

  constructor() {
    this.element.hidden = true;
  }

  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** Empty says nothing. */
  say(text: string): void {
    this.#isSaid = text !== '';
    this.element.textContent = text;
  }

  /** `top`: px below the top of the rows in view; `height`: of the rows in view. */
  place(top: number, height: number): void {
    const isHidden = !this.#isSaid || top >= height;
    if (this.element.hidden !== isHidden) this.element.hidden = isHidden;
    if (isHidden || top === this.#top) return;
    this.#top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }
}

/** What to say below the last of so many rows. */
export function endWords(
  rows: number,
  limit: number | undefined,
  { strings, language }: Pick<GridInit, 'strings' | 'language'>,
): string {
  if (limit === undefined || rows < limit) return strings.endOfRecords;
  return fill(strings.limitReached, numberText(limit, language));
}
