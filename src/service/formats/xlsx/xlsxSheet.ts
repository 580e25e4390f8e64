import { xlsxDateText } from './xlsxDates.ts';
import { codeText, type CellStyle } from './xlsxStyles.ts';
import { sheetNumber } from '../sheets/sheetValues.ts';
import { MAX_COLUMNS, MAX_ROWS, SheetError, type Cell, type SheetRow } from '../sheets/sheetTable.ts';
import { reason } from '../../resource/reasons.ts';
import { TextCollector, unescapedText } from './xlsxTexts.ts';
import type { Attributes, XmlEvents } from '../sheets/xmlEvents.ts';

type Inside = 'sheet' | 'row' | 'cell' | 'value' | 'inline';

/** Places by their element, and the place around each. */
const PLACES: ReadonlyMap<string, Inside> = new Map([
  ['sheetData', 'sheet'],
  ['row', 'row'],
  ['c', 'cell'],
  ['v', 'value'],
  ['is', 'inline'],
]);
const AROUND = { sheet: 'outside', row: 'sheet', cell: 'row', value: 'cell', inline: 'cell' } as const;

/** Reads the rows of a worksheet's XML (ECMA-376 part 1, 18.3.1); `take` them often. Throws SheetError. */
export class SheetReader implements XmlEvents {
  readonly #styles: readonly CellStyle[];
  readonly #is1904: boolean;
  readonly #inline = new TextCollector();
  #rows: SheetRow[] = [];
  #row = 0;
  #column = -1;
  #cells: Cell[] = [];
  #type = '';
  #style = 0;
  #value: string | undefined;
  #hasInline = false;
  #hasFormula = false;
  #where: Inside | 'outside' = 'outside';

  constructor(styles: readonly CellStyle[], is1904: boolean) {
    this.#styles = styles;
    this.#is1904 = is1904;
  }

  readonly take = (): readonly SheetRow[] => {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  };

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#where === 'inline') this.#inline.open(name);
    else if (this.#where === 'cell' && name === 'f') this.#hasFormula = true;
    const place = PLACES.get(name);
    if (place === undefined || AROUND[place] !== this.#where) return;
    if (place === 'row') this.#openRow(attributes);
    else if (place === 'cell') this.#openCell(attributes);
    else if (place === 'value') this.#value = '';
    else if (place === 'inline') this.#hasInline = true;
    this.#where = place;
  };

  readonly text = (text: string): void => {
    if (this.#where === 'value') this.#value = (this.#value ?? '') + text;
    else if (this.#where === 'inline') this.#inline.text(text);
  };

  readonly close = (name: string): void => {
    const place = this.#where;
    if (place === 'outside') return;
    if (PLACES.get(name) !== place) {
      if (place === 'inline') this.#inline.close(name);
      return;
    }
    this.#where = AROUND[place];
    if (place === 'cell') this.#closeCell();
    else if (place === 'row' && this.#cells.length > 0) this.#rows.push({ number: this.#row, cells: this.#cells });
  };

  #openRow({ r }: Attributes): void {
    const number = r === undefined ? this.#row + 1 : Number(r);
    if (!(number > this.#row && number <= MAX_ROWS)) throw new SheetError(this.#row, reason('rowOrder'));
    this.#row = number;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell({ r, s, t }: Attributes): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    if (!(column > this.#column && column < MAX_COLUMNS)) throw new SheetError(this.#row, reason('cellOrder'));
    this.#column = column;
    this.#type = t ?? 'n';
    this.#style = Number(s ?? 0);
    this.#value = undefined;
    this.#hasInline = false;
    this.#hasFormula = false;
  }

  #closeCell(): void {
    const content = this.#content();
    // A cell with an empty text shows nothing. One whose result isn't stored has an empty text, too.
    if (content === undefined || (content.text === '' && content.kind !== 'none')) return;
    this.#cells.push({ column: this.#column, ...content });
  }

  #content(): Omit<Cell, 'column'> | undefined {
    if (this.#hasInline) return { kind: 'text', text: this.#inline.take() };
    const value = this.#value;
    if (this.#type === 'str' && value !== undefined) return { kind: 'text', text: unescapedText(value) };
    if (value === undefined || value === '') return this.#hasFormula ? { kind: 'none', text: '' } : undefined;
    switch (this.#type) {
      case 's':
        return { kind: 'shared', text: value };
      case 'b':
        return { kind: 'bool', text: value === '1' || value === 'true' ? 'true' : 'false' };
      case 'd':
        return isoDate(value);
      case 'n':
        return this.#number(value);
      case 'e':
        return { kind: 'error', text: value };
      default:
        return { kind: 'text', text: value };
    }
  }

  #number(value: string): Omit<Cell, 'column'> {
    const text = sheetNumber(value);
    if (text === undefined) return { kind: 'text', text: value };
    const style = this.#styles[this.#style] ?? { date: 'none' };
    const code = style.code === undefined ? text : codeText(Number(text), style.code);
    if (code !== undefined && code !== text) return { kind: 'code', text: code };
    return xlsxDateText(Number(text), style.date, this.#is1904) ?? { kind: 'numeric', text };
  }
}

/** Dates with `t="d"` in strict files. */
function isoDate(value: string): Omit<Cell, 'column'> {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { kind: 'date', text: value };
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?$/.test(value);
  return { kind: isTime ? 'timestamp' : 'text', text: value };
}

/** 0 for A, 26 for AA; NaN for an invalid reference. */
function columnOf(place: string): number {
  let column = 0;
  let at = 0;
  for (; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = 26 * column + letter - 0x40;
  }
  return at > 0 && at <= 3 ? column - 1 : NaN;
}
