import { element } from '../ui/element.ts';
import { CellStrip } from './cellStrip.ts';
import { HeaderCell } from './headerCell.ts';
import type { ColumnRange, Sheet } from './sheet.ts';

/** The headers of the fields in view. */
export class HeaderRow {
  readonly element = element('div', 'row header', { role: 'row', 'aria-rowindex': '1' });
  readonly #cornerName = element('span', 'unseen');
  readonly #corner = element(
    'div',
    'gutter',
    { role: 'columnheader', 'aria-colindex': '1' },
    this.#cornerName,
  );
  readonly #strip: CellStrip<HeaderCell>;
  #sheet: Sheet | undefined;
  #left = 0;

  constructor() {
    this.element.append(this.#corner);
    this.#strip = new CellStrip(this.element, () => {
      const content = new HeaderCell();
      return { element: content.element, content };
    });
  }

  paint(sheet: Sheet, columns: ColumnRange, left: number): void {
    if (sheet !== this.#sheet) {
      this.#cornerName.textContent = sheet.words.rowNumber;
      this.#corner.style.width = `${sheet.gutter}px`;
    }
    if (left !== this.#left) {
      this.element.style.transform = `translateX(${-left}px)`;
      this.#corner.style.transform = `translateX(${left}px)`;
      this.#strip.slide(left);
    }
    this.#sheet = sheet;
    this.#left = left;
    this.#strip.show(sheet, columns, (cell, isMoved) => {
      const column = sheet.columns[cell.column];
      if (isMoved && column) cell.content.paint(column, sheet.words);
    });
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.find(column);
  }

  get sorted(): readonly HTMLElement[] {
    return [this.#corner, ...this.#strip.sorted];
  }
}
