/** The rows of a sheet as they stand in an OpenDocument's XML (OpenDocument 1.3 part 3, 9.1 and 19.385). */
import { classesOf, DATE, TIMESTAMP } from '../../reading/valueClasses.ts';
import { reason } from '../../resource/reasons.ts';
import { MAX_COLUMNS, MAX_ROWS, SheetError, type Cell, type SheetRow } from '../sheets/sheetTable.ts';
import { sheetTime, sheetNumber } from '../sheets/sheetValues.ts';
import type { Attributes, XmlEvents } from '../sheets/xmlEvents.ts';

type Value = Omit<Cell, 'column'>;

interface OdsSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** What a few bytes of XML may repeat, in UTF-16 units: 15 million short cells. More is a bomb. */
const MAX_REPEATED = 2 ** 28;
/** What a cell takes beside its text. */
const CELL = 16;

const ROW_GROUPS = ['table-row-group', 'table-header-rows', 'table-rows'];

/**
 * Attributes have the prefixes that all programs use: only these distinguish `office:value-type` from LibreOffice's
 * `calcext:value-type`. Collects the names of all sheets, and the rows of one; take them often.
 * Throws SheetError.
 */
export class OdsReader implements XmlEvents {
  readonly #sheets: OdsSheet[] = [];
  readonly #wanted: number | undefined;
  readonly #text = new OdsText((units) => this.#repeat(units));
  readonly #hidden = new Set<string>();
  #style = '';
  #rows: SheetRow[] = [];
  #where: 'outside' | 'spreadsheet' | 'sheet' | 'row' | 'cell' | 'paragraph' = 'outside';
  /** Elements of the same place that are open inside of each other: groups of rows, formatted parts of a text. */
  #nested = 0;
  /** Elements that are open and say nothing about values: shapes, comments, sheets that are not wanted. */
  #ignored = 0;
  #row = 1;
  #rowRepeat = 1;
  #column = 0;
  #cells: Cell[] = [];
  #cell: Attributes = {};
  #repeated = 0;

  /** The place of a sheet in the document; without one, names alone are collected. */
  constructor(wanted?: number) {
    this.#wanted = wanted;
  }

  get sheets(): readonly OdsSheet[] {
    return this.#sheets;
  }

  /** Rows that have come since they were last taken. */
  readonly take = (): readonly SheetRow[] => {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  };

  readonly open = (name: string, attributes: Attributes): void => {
    if (this.#ignored > 0) {
      this.#ignored += 1;
      return;
    }
    switch (this.#where) {
      case 'outside':
        this.#openOutside(name, attributes);
        break;
      case 'spreadsheet':
        if (name === 'table') this.#openSheet(attributes);
        else this.#ignored = 1;
        break;
      case 'sheet':
        if (ROW_GROUPS.includes(name)) this.#nested += 1;
        else if (name === 'table-row') this.#openRow(attributes);
        else this.#ignored = 1;
        break;
      case 'row':
        if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
        else this.#ignored = 1;
        break;
      case 'cell':
        if (name === 'p') {
          this.#where = 'paragraph';
          this.#text.openParagraph();
        } else this.#ignored = 1;
        break;
      case 'paragraph':
        if (this.#text.open(name, attributes)) this.#nested += 1;
        else this.#ignored = 1;
    }
  };

  readonly text = (text: string): void => {
    if (this.#where === 'paragraph' && this.#ignored === 0) this.#text.add(text);
  };

  readonly close = (name: string): void => {
    if (this.#ignored > 0) {
      this.#ignored -= 1;
      return;
    }
    if (this.#nested > 0) {
      this.#nested -= 1;
      return;
    }
    switch (this.#where) {
      case 'paragraph':
        this.#where = 'cell';
        break;
      case 'cell':
        this.#closeCell();
        break;
      case 'row':
        this.#closeRow();
        break;
      case 'sheet':
        this.#where = 'spreadsheet';
        break;
      case 'spreadsheet':
        this.#where = 'outside';
        break;
      case 'outside':
        if (name === 'style') this.#style = '';
    }
  };

  #openOutside(name: string, attributes: Attributes): void {
    if (name === 'spreadsheet') this.#where = 'spreadsheet';
    else if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hidden.add(this.#style);
  }

  #openSheet(attributes: Attributes): void {
    const isHidden = this.#hidden.has(attributes['table:style-name'] ?? '');
    const place = this.#sheets.push({ name: attributes['table:name'] ?? '', isHidden }) - 1;
    if (place === this.#wanted) this.#where = 'sheet';
    else this.#ignored = 1;
  }

  #openRow(attributes: Attributes): void {
    this.#rowRepeat = countOf(attributes['table:number-rows-repeated']);
    this.#column = 0;
    this.#cells = [];
    this.#where = 'row';
  }

  #closeRow(): void {
    this.#where = 'sheet';
    const cells = this.#cells;
    const first = this.#row;
    const next = first + this.#rowRepeat;
    if (cells.length > 0 && next - 1 > MAX_ROWS) throw new SheetError(first, reason('rowOrder'));
    const units = cells.reduce((sum, { text }) => sum + CELL + text.length, 0);
    this.#repeat((this.#rowRepeat - 1) * units);
    if (cells.length > 0)
      for (let number = first; number < next; number += 1) this.#rows.push({ number, cells });
    this.#row = next;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#where = 'cell';
  }

  #closeCell(): void {
    this.#where = 'row';
    const repeat = countOf(this.#cell['table:number-columns-repeated']);
    const value = this.#value();
    const first = this.#column;
    this.#column += repeat;
    if (value === undefined) return;
    if (this.#column > MAX_COLUMNS) throw new SheetError(this.#row, reason('cellOrder'));
    this.#repeat((repeat - 1) * (CELL + value.text.length));
    for (let column = first; column < this.#column; column += 1) this.#cells.push({ column, ...value });
  }

  #value(): Value | undefined {
    const cell = this.#cell;
    const text = this.#text.take();
    const isError = cell['calcext:value-type'] === 'error';
    switch (isError ? 'string' : cell['office:value-type']) {
      case 'float':
      case 'percentage':
      case 'currency':
        return numberOf(cell['office:value'] ?? text ?? '');
      case 'date':
        return dateOf(cell['office:date-value'] ?? text ?? '');
      case 'time':
        return { kind: 'text', text: durationText(cell['office:time-value'] ?? text ?? '') };
      case 'boolean':
        return { kind: 'bool', text: cell['office:boolean-value'] === 'true' ? 'true' : 'false' };
      case 'string':
        return { kind: 'text', text: (isError ? undefined : cell['office:string-value']) ?? text ?? '' };
      default:
        if (text !== undefined) return { kind: 'text', text };
        return cell['table:formula'] === undefined ? undefined : { kind: 'none', text: '' };
    }
  }

  #repeat(units: number): void {
    this.#repeated += units;
    if (this.#repeated > MAX_REPEATED) throw new SheetError(this.#row, reason('repeated'));
  }
}

/** At least 1. */
function countOf(text = '1'): number {
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

function numberOf(value: string): Value {
  const text = sheetNumber(value);
  return text === undefined ? { kind: 'text', text: value } : { kind: 'numeric', text };
}

function dateOf(value: string): Value {
  const [, seconds, fraction] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d+)$/.exec(value) ?? [];
  const text = seconds === undefined ? value : withFraction(seconds, fraction ?? '', roundedDate);
  const classes = classesOf(text);
  return { kind: classes === DATE ? 'date' : classes === TIMESTAMP ? 'timestamp' : 'text', text };
}

/** `PT36H05M07.5S` as `36:05:07.5`. */
function durationText(value: string): string {
  const [, sign = '', hours, minutes = '', seconds = '', fraction = ''] =
    /^(-?)PT(\d{1,9})H(\d\d?)M(\d\d?)(?:[.,](\d+))?S$/.exec(value) ?? [];
  if (hours === undefined) return value;
  const whole = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return `${sign}${withFraction(whole, fraction, roundedClock)}`;
}

const MICROSECONDS = 6;

/** Nine digits, as LibreOffice writes, are more than a spreadsheet's number holds: then milliseconds, which is what it shows. */
function withFraction(
  seconds: string,
  fraction: string,
  rounded: (seconds: string, milliseconds: number) => string,
): string {
  const digits = fraction.replace(/(?<!0)0+$/, '');
  if (digits.length > MICROSECONDS) return rounded(seconds, Math.round(1000 * Number(`0.${digits}`)));
  return digits === '' ? seconds : `${seconds}.${digits}`;
}

function roundedDate(seconds: string, milliseconds: number): string {
  const time = new Date(`${seconds}Z`).getTime() + milliseconds;
  if (Number.isNaN(time)) return seconds;
  return new Date(time)
    .toISOString()
    .slice(0, -1)
    .replace(/(?:\.|(?<!0))0*$/, '');
}

function roundedClock(clock: string, milliseconds: number): string {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return sheetTime(((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds);
}

/** Elements in a paragraph that are not its text. */
const BESIDE = ['annotation', 'annotation-end', 'note', 'ruby-text', 'frame', 'bookmark'];

/**
 * The text of a cell, gathered from its paragraphs. Spaces and line ends count as they stand, although the standard joins
 * them (OpenDocument 1.3 part 3, 6.1.2): LibreOffice reads them so, and writes them so in cells of several paragraphs.
 */
class OdsText {
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
