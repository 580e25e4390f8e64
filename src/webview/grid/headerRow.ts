import { element } from '../ui/element.ts';
import { CellStrip } from './cellStrip.ts';
import { visibleText } from './visibleText.ts';
import type { ColumnRange, Sheet } from './sheet.ts';

interface HeaderContent {
  readonly name: HTMLElement;
  readonly type: HTMLElement;
}

/** Names and types of the fields in view. */
export class HeaderRow {
  readonly element = element('div', 'row header', { role: 'row', 'aria-rowindex': '1' });
  readonly #cornerName = element('span', 'unseen');
  readonly #corner = element(
    'div',
    'gutter',
    { role: 'columnheader', 'aria-colindex': '1' },
    this.#cornerName,
  );
  readonly #strip: CellStrip<HeaderContent>;
  #sheet: Sheet | undefined;
  #left = 0;

  constructor() {
    this.element.append(this.#corner);
    this.#strip = new CellStrip(this.element, 'columnheader', (cell) => {
      const name = element('bdi', 'name');
      const type = element('span', 'type');
      cell.append(name, ' ', type);
      return { name, type };
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
    }
    this.#sheet = sheet;
    this.#left = left;
    this.#strip.show(sheet, columns, (cell, isMoved) => {
      const column = sheet.columns[cell.column];
      if (!isMoved || !column) return;
      cell.content.name.textContent = visibleText(column.id) || sheet.words.noName;
      cell.content.name.classList.toggle('null', column.id === '');
      cell.content.type.textContent = visibleText(column.type);
      cell.element.title = `${cell.content.name.textContent} ${cell.content.type.textContent}`;
      cell.element.classList.toggle('end', column.kind === 'number');
    });
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.find(column);
  }

  get sorted(): readonly HTMLElement[] {
    return [this.#corner, ...this.#strip.sorted];
  }
}
