import { visibleText } from '../ui/visibleText.ts';

/** A cell in view, of a record that is there. */
export interface DrawnCell {
  readonly element: HTMLElement;
  readonly content: Text;
  /** What stands in the record, where the cell writes it in another way. */
  readonly raw: string | undefined;
}

const FOUND = 'grid-found';
const CURRENT = 'grid-found-current';
/** A text of one letter is found everywhere; to mark more makes scrolling slow. */
const MOST_IN_CELL = 50;

/** Marks a text in the cells in view, by the browser's highlights: no element is made or changed for it (recordsGrid.css). */
export class FoundMarks {
  #needle: RegExp | undefined;
  #drawing: number | undefined;

  /** Whatever the case. An empty text marks nothing. */
  find(text: string): void {
    this.#needle = text === '' ? undefined : insensitive(visibleText(text));
    if (this.#needle === undefined) clear();
  }

  /** The cells are others now, or hold others; they are looked at once a frame. */
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

function insensitive(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
}

function mark(needle: RegExp, cells: Iterable<DrawnCell>): void {
  const found = new Highlight();
  const current = new Highlight();
  for (const { element, content, raw } of cells) {
    // NULL is no text of the record.
    if (element.classList.contains('null')) continue;
    const highlight = element.dataset['cursor'] === undefined ? found : current;
    for (const [from, to] of placesIn(content.data, raw, needle))
      highlight.add(
        new StaticRange({ startContainer: content, startOffset: from, endContainer: content, endOffset: to }),
      );
  }
  CSS.highlights.set(FOUND, found);
  CSS.highlights.set(CURRENT, current);
}

/** Where a text is written in another way, all of it stands for what was found in the record. */
function placesIn(
  text: string,
  raw: string | undefined,
  needle: RegExp,
): readonly (readonly [from: number, to: number])[] {
  if (raw !== undefined) return raw.search(needle) < 0 ? [] : [[0, text.length]];
  const places: (readonly [from: number, to: number])[] = [];
  for (const { 0: found, index } of text.matchAll(needle)) {
    places.push([index, index + found.length]);
    if (places.length === MOST_IN_CELL) break;
  }
  return places;
}

function clear(): void {
  if (typeof Highlight === 'undefined') return;
  CSS.highlights.delete(FOUND);
  CSS.highlights.delete(CURRENT);
}
