/** Reads the rows of a table in HTML that programs write as `.xls`; `take` them often. Throws SheetError. */
import { classesOf, typeOfClasses } from '../../reading/valueClasses.ts';
import { reason } from '../../resource/reasons.ts';
import { MAX_COLUMNS, MAX_ROWS, SheetError, type Cell, type SheetRow } from '../sheets/sheetTable.ts';
import { decodedEntities } from './htmlEntities.ts';

/** Maximum UTF-16 units of a comment or a cell, and of a tag, because they are held in memory. */
const MAX_PIECE = 2 ** 24;
const MAX_TAG = 2 ** 20;
/** Limits of the HTML Standard. */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;
const COLSPAN = /\scolspan\s?=\s?["']?(\d{1,6})/i;
const ROWSPAN = /\srowspan\s?=\s?["']?(\d{1,6})/i;
const HIDDEN = ['script', 'style', 'title'];
/** Excel's mark for a cell of text, in a style or an attribute of its own. */
const TEXT_FORMAT = /mso-number-format\s*:\s*["']?\\+@|\bx:str\b/i;

export class HtmlTable {
  #rest = '';
  #rows: SheetRow[] = [];
  #depth = 0;
  #isOver = false;
  #isFull = false;
  #before = 0;
  readonly #place: number;
  #hidden: string | undefined;
  #row = 0;
  #column = 0;
  #cells: Cell[] | undefined;
  #cell: { readonly column: number; readonly isText: boolean; readonly texts: string[]; units: number } | undefined;
  /** How many more rows a cell from above takes in a column. */
  #taken = new Map<number, number>();

  /** `place` counts the tables that show a text. Others are passed over. */
  constructor(place = 1) {
    this.#place = place;
  }

  /** The number of tables that show a text, as far as the text was read. */
  get tables(): number {
    return this.#before + (this.#isFull ? 1 : 0);
  }

  readonly take = (): readonly SheetRow[] => {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  };

  push(text: string, isLast = false): void {
    const all = this.#rest + text;
    let at = 0;
    while (at < all.length && !this.#isOver) {
      const end = this.#endOf(all, at);
      if (end === undefined && !isLast) break;
      this.#piece(all.slice(at, end));
      at = end ?? all.length;
    }
    this.#rest = this.#isOver ? '' : all.slice(at);
    const limit = isTag(this.#rest, 0) && !this.#rest.startsWith('<!--') ? MAX_TAG : MAX_PIECE;
    if (this.#rest.length > limit) this.#tooLong(limit);
    if (isLast) this.#closeRow();
  }

  /** The end of the text, tag or comment at a place; undefined if more is needed. */
  #endOf(all: string, at: number): number | undefined {
    const find = (mark: string, from: number): number | undefined => {
      const place = all.indexOf(mark, from);
      return place < 0 ? undefined : place + mark.length;
    };
    if (at + 1 === all.length) return undefined;
    if (!isTag(all, at)) {
      const next = all.indexOf('<', at + 1);
      return next < 0 ? undefined : next;
    }
    if (all.startsWith('<!--', at)) return find('-->', at + 4);
    // A quoted value may have a `>`.
    for (let place = at + 1, quote = ''; place < all.length; place += 1) {
      const char = all.charAt(place);
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === '>') return place + 1;
      else if ((char === '"' || char === "'") && all[place - 1] === '=') quote = char;
    }
    return undefined;
  }

  #piece(piece: string): void {
    if (!isTag(piece, 0)) {
      if (this.#hidden === undefined && this.#cell !== undefined)
        this.#add(decodedEntities(piece.replace(/\s+/g, ' ')));
      return;
    }
    const [, slash, tag = ''] = /^<(\/?)([a-z][a-z\d:]*)/i.exec(piece) ?? [];
    const name = tag.toLowerCase();
    if (this.#hidden !== undefined) {
      if (slash === '/' && name === this.#hidden) this.#hidden = undefined;
    } else if (slash === '/') this.#close(name);
    else this.#open(name, piece);
  }

  #open(name: string, tag: string): void {
    if (HIDDEN.includes(name)) this.#hidden = name;
    else if (name === 'table') this.#depth += 1;
    else if (name === 'br' && this.#cell !== undefined) this.#add('\n');
    else if (this.#depth !== 1) return;
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell(tag);
  }

  #close(name: string): void {
    if (name === 'table') {
      this.#depth -= 1;
      if (this.#depth <= 0) this.#closeTable();
      this.#depth = Math.max(0, this.#depth);
    } else if (this.#depth !== 1) return;
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#closeCell();
  }

  #closeTable(): void {
    this.#closeRow();
    this.#isOver = this.#isFull && this.tables === this.#place;
    if (this.#isOver) return;
    this.#before = this.tables;
    this.#isFull = false;
    this.#row = 0;
    this.#taken.clear();
  }

  #openRow(): void {
    this.#closeRow();
    this.#row += 1;
    if (this.#row > MAX_ROWS) throw new SheetError(this.#row - 1, reason('rowOrder'));
    this.#column = 0;
    this.#cells = [];
  }

  #openCell(tag: string): void {
    this.#closeCell();
    if (this.#cells === undefined) this.#openRow();
    while ((this.#taken.get(this.#column) ?? 0) > 0) this.#column += 1;
    const column = this.#column;
    const span = Math.max(1, Math.min(MAX_COLSPAN, countOf(tag, COLSPAN)));
    const rows = Math.max(1, Math.min(MAX_ROWSPAN, countOf(tag, ROWSPAN)));
    this.#column += span;
    if (this.#column > MAX_COLUMNS) throw new SheetError(this.#row, reason('cellOrder'));
    // The row itself is counted, too, and is taken off when it ends.
    if (rows > 1) for (let at = column; at < this.#column; at += 1) this.#taken.set(at, rows);
    this.#cell = { column, isText: TEXT_FORMAT.test(tag), texts: [], units: 0 };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    const text = cell.texts
      .join('')
      .replace(/ +/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    const kind = cell.isText ? 'text' : typeOfClasses(classesOf(text));
    if (text !== '') this.#cells?.push({ column: cell.column, kind, text });
  }

  #closeRow(): void {
    this.#closeCell();
    const cells = this.#cells;
    if (cells === undefined) return;
    this.#cells = undefined;
    this.#isFull ||= cells.length > 0;
    if (cells.length > 0 && this.tables === this.#place) this.#rows.push({ number: this.#row, cells });
    for (const [column, rows] of this.#taken)
      if (rows > 1) this.#taken.set(column, rows - 1);
      else this.#taken.delete(column);
  }

  #add(text: string): void {
    if (this.#cell === undefined) return;
    this.#cell.texts.push(text);
    this.#cell.units += text.length;
    if (this.#cell.units > MAX_PIECE) this.#tooLong(MAX_PIECE);
  }

  #tooLong(limit: number): never {
    throw new SheetError(this.#row, reason('valueLength', String(limit / 2 ** 20)));
  }
}

/** Otherwise `<` is a character like any other. */
function isTag(text: string, at: number): boolean {
  return text[at] === '<' && /[a-z/!?]/i.test(text.charAt(at + 1));
}

function countOf(tag: string, attribute: RegExp): number {
  return Number(attribute.exec(tag)?.[1] ?? 1);
}
