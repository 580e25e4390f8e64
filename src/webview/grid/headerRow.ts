import { fill } from '../../base/words.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import { element, copies } from '../ui/element.ts';
import { CellStrip } from './cellStrip.ts';
import type { GridColumn, ColumnRange, GridLayout, Summarize } from './gridLayout.ts';
import type { FieldKind } from '../../base/field.ts';
import { visibleText } from '../ui/visibleText.ts';

export class HeaderRow {
  readonly element = element('div', 'row header', { role: 'row', 'aria-rowindex': '1' });
  readonly #cornerName = element('span', 'unseen');
  readonly #corner = element('div', 'gutter', { role: 'columnheader', 'aria-colindex': '1' }, this.#cornerName);
  readonly #strip = new CellStrip(this.element, () => {
    const content = new HeaderCell();
    return { element: content.element, content };
  });
  #layout: GridLayout | undefined;
  #left = 0;

  constructor() {
    this.element.append(this.#corner);
  }

  paint(layout: GridLayout, columns: ColumnRange, left: number): void {
    if (layout !== this.#layout) {
      this.#cornerName.textContent = layout.words.rowNumber;
      this.#corner.style.width = `${layout.gutter}px`;
    }
    if (left !== this.#left) {
      this.element.style.transform = `translateX(${-left}px)`;
      this.#corner.style.transform = `translateX(${left}px)`;
      this.#strip.slide(left);
    }
    this.#layout = layout;
    this.#left = left;
    this.#strip.show(layout, columns, (cell, isMoved) => {
      const column = layout.columns[cell.column];
      if (!isMoved || !column) return;
      cell.content.paint(column, layout.words);
      cell.content.summarize(column.field, layout.summarize);
    });
  }

  redrawSummaries(): void {
    for (const { content, column, layout } of this.#strip.cells) {
      const { field } = layout?.columns[column] ?? {};
      if (field !== undefined) content.summarize(field, layout?.summarize);
    }
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.find(column);
  }

  get sorted(): readonly HTMLElement[] {
    return [this.#corner, ...this.#strip.sorted];
  }
}

export const KIND_ICONS: Readonly<Record<FieldKind, string>> = {
  number: 'symbol-numeric',
  text: 'symbol-string',
  boolean: 'symbol-boolean',
  date: 'calendar',
  json: 'json',
};

function codicon(icon: string): HTMLElement {
  return element('i', `codicon codicon-${icon}`, { 'aria-hidden': 'true' });
}

type Parts = readonly [
  icon: HTMLElement,
  words: HTMLElement,
  sort: HTMLElement,
  filter: HTMLElement,
  menu: HTMLElement,
];

const emptyHeader = copies(() =>
  element(
    'div',
    'cell',
    { role: 'columnheader' },
    codicon('symbol-string'),
    element('span', 'words', {}, element('bdi', 'name'), ' ', element('span', 'type')),
    element('span', 'mark sort'),
    element('span', 'mark filter', {}, codicon('filter-filled')),
    // The menu button isn't a tab stop: the grid keeps the focus, and has a key for the menu.
    element('span', 'menu', { role: 'button', 'aria-haspopup': 'menu' }, codicon('chevron-down')),
    element('span', 'edge', { 'aria-hidden': 'true' }),
  ),
);

class HeaderCell {
  readonly element = emptyHeader();
  readonly #parts = [...this.element.children] as unknown as Parts;
  #summary: HTMLElement | undefined;
  /** The header's name for screen readers, without its summary. */
  #spoken = '';

  summarize(field: number, draw: Summarize | undefined): void {
    if (draw === undefined) {
      this.#summary?.remove();
      this.#summary = undefined;
      return;
    }
    if (this.#summary === undefined) this.element.append((this.#summary = element('div', 'summary')));
    const words = draw(field, this.#summary);
    this.element.ariaLabel = [this.#spoken, words].filter(Boolean).join(', ');
  }

  paint({ id, type, kind, sort, isFiltered = false, about = '' }: GridColumn, words: GridStrings): void {
    const name = visibleText(id) || words.noName;
    const shownType = visibleText(type);
    const [icon, texts, sorted, filter, menu] = this.#parts;
    const [nameText, typeText] = [...texts.children] as unknown as [HTMLElement, HTMLElement];
    icon.className = `codicon codicon-${KIND_ICONS[kind]}`;
    nameText.textContent = name;
    nameText.classList.toggle('null', id === '');
    typeText.textContent = shownType;
    sorted.hidden = sort === undefined;
    if (sort) sorted.replaceChildren(codicon(sort.descending ? 'arrow-down' : 'arrow-up'), String(sort.key ?? ''));
    filter.hidden = !isFiltered;
    menu.ariaLabel = fill(words.menuOf, name);

    const cell = this.element;
    cell.classList.toggle('end', kind === 'number');
    const marks = [
      ...(sort?.key === undefined ? [] : [fill(words.sortKey, sort.key)]),
      ...(isFiltered ? [words.filtered] : []),
    ];
    this.#spoken = [`${name} ${shownType}`, ...marks].join(', ');
    cell.ariaLabel = this.#spoken;
    cell.ariaSort = sort ? (sort.descending ? 'descending' : 'ascending') : null;
    cell.title = [`${name} ${shownType}`, about].join('\n').trim();
  }
}
