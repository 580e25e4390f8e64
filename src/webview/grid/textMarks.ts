import { visibleText } from '../ui/visibleText.ts';

export interface DrawnCell {
  readonly element: HTMLElement;
  readonly content: Text;
  readonly raw: string | undefined;
}

const FOUND = 'grid-found';
const CURRENT = 'grid-found-current';
/** Most marks in a cell. A single letter matches everywhere, and more marks would slow down scrolling. */
const MOST_IN_CELL = 50;

/** Marks a text in the drawn cells by the browser's highlights, which need no elements (recordsGrid.css). */
export class TextMarks {
  #needle: RegExp | undefined;
  #drawing: number | undefined;

  find(text: string): void {
    const literal = visibleText(text).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    this.#needle = text === '' ? undefined : new RegExp(literal, 'giu');
    if (this.#needle === undefined) clear();
  }

  /** Marks again after cells have changed, at most once per frame. */
  draw(cells: () => Iterable<DrawnCell>): void {
    if (this.#needle === undefined || typeof Highlight === 'undefined') return;
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      if (this.#needle) mark(this.#needle, cells());
    });
  }

  dispose(): void {
    if (this.#drawing !== undefined) cancelAnimationFrame(this.#drawing);
    clear();
  }
}

function mark(needle: RegExp, cells: Iterable<DrawnCell>): void {
  const matches = new Highlight();
  const current = new Highlight();
  for (const { element, content, raw } of cells) {
    // The word for NULL isn't a text of the record.
    if (element.classList.contains('null')) continue;
    const highlight = element.dataset['cursor'] === undefined ? matches : current;
    for (const [from, to] of placesIn(content.data, raw, needle))
      highlight.add(
        new StaticRange({ startContainer: content, startOffset: from, endContainer: content, endOffset: to }),
      );
  }
  CSS.highlights.set(FOUND, matches);
  CSS.highlights.set(CURRENT, current);
}

/** Positions to mark. If a cell shows a formatted version, all of it is marked for a match in the record. */
function placesIn(
  text: string,
  raw: string | undefined,
  needle: RegExp,
): readonly (readonly [from: number, to: number])[] {
  if (raw !== undefined) return raw.search(needle) < 0 ? [] : [[0, text.length]];
  const places: (readonly [from: number, to: number])[] = [];
  for (const { 0: match, index } of text.matchAll(needle)) {
    places.push([index, index + match.length]);
    if (places.length === MOST_IN_CELL) break;
  }
  return places;
}

function clear(): void {
  if (typeof Highlight === 'undefined') return;
  CSS.highlights.delete(FOUND);
  CSS.highlights.delete(CURRENT);
}
