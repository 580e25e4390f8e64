/** Reads the rows of a sheet in an OpenDocument's XML (OpenDocument 1.3 part 3, 9.1 and 19.385). */
import { classesOf, DATE, TIMESTAMP } from '../../reading/valueClasses.ts';
import { reason } from '../../resource/reasons.ts';
import { MAX_COLUMNS, MAX_ROWS, SheetError, type Cell, type SheetRow } from '../sheets/sheetTable.ts';
import { sheetTime, sheetNumber } from '../sheets/sheetValues.ts';
import type { Attributes, XmlEvents } from '../sheets/xmlEvents.ts';

type Value = Omit<Cell, 'column'>;

interface OdsSheet {
  readonly name: string;
  readonly isHidden: boolean;
  isEmpty: boolean;
}

/** Limit for cells that a few bytes of XML repeat, in UTF-16 units: 15 million short cells. More is a bomb. */
const MAX_REPEATED = 2 ** 28;
/** What a cell takes besides its text. */
const CELL = 16;

/** Elements that contain rows in any nesting: outlines, and rows repeated on each printed page. */
const ROW_GROUPS = ['table-row-group', 'table-header-rows', 'table-rows'];
const PARAGRAPHS = ['p', 'h'];
const LISTS = ['list', 'list-header', 'list-item'];

type Place = 'outside' | 'spreadsheet' | 'sheet' | 'row' | 'cell' | 'paragraph' | 'ignored';

/**
 * Reads the names of all sheets and which of them are empty, or the rows of one; `take` them often. Attributes are matched with their usual
 * prefixes, because `office:value-type` differs from LibreOffice's `calcext:value-type`. Throws SheetError.
 */
export class OdsReader implements XmlEvents {
  readonly #sheets: OdsSheet[] = [];
  readonly #sheetPlace: number | undefined;
  readonly #text = new OdsText((units) => this.#repeat(units));
  readonly #hidden = new Set<string>();
  #style = '';
  #rows: SheetRow[] = [];
  /** Each open element has a place, so that an end tag ends what its start tag began. */
  readonly #places: Place[] = [];
  #row = 1;
  #rowRepeat = 1;
  #column = 0;
  #cells: Cell[] = [];
  #cell: Attributes = {};
  #repeated = 0;

  /** `sheetPlace` is a sheet's place in the document; if undefined, no rows are read. */
  constructor(sheetPlace?: number) {
    this.#sheetPlace = sheetPlace;
  }

  get sheets(): readonly OdsSheet[] {
    return this.#sheets;
  }

  readonly take = (): readonly SheetRow[] => {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  };

  readonly open = (name: string, attributes: Attributes): void => {
    this.#places.push(this.#open(name, attributes));
  };

  readonly text = (text: string): void => {
    if (this.#places.at(-1) === 'paragraph') this.#text.add(text);
  };

  readonly close = (name: string): void => {
    const closed = this.#places.pop();
    if (closed === 'cell' && this.#places.at(-1) === 'row') this.#closeCell();
    else if (closed === 'row') this.#closeRow();
    else if (closed === 'outside' && name === 'style') this.#style = '';
  };

  #open(name: string, attributes: Attributes): Place {
    const parent = this.#places.at(-1) ?? 'outside';
    switch (parent) {
      case 'outside':
        return this.#openOutside(name, attributes);
      case 'spreadsheet':
        return name === 'table' && this.#isWanted(attributes) ? 'sheet' : 'ignored';
      case 'sheet':
        if (ROW_GROUPS.includes(name)) return 'sheet';
        return name === 'table-row' ? this.#openRow(attributes) : 'ignored';
      case 'row':
        if (name !== 'table-cell' && name !== 'covered-table-cell') return 'ignored';
        // One cell tells that a sheet isn't empty.
        if (this.#sheetPlace === undefined && this.#sheets.at(-1)?.isEmpty === false) return 'ignored';
        this.#cell = attributes;
        return 'cell';
      case 'cell':
        if (LISTS.includes(name)) return 'cell';
        if (!PARAGRAPHS.includes(name)) return 'ignored';
        this.#text.openParagraph();
        return 'paragraph';
      case 'paragraph':
        // Spaces show nothing, and a file that repeats them too often is refused by the sheet's own import.
        if (this.#sheetPlace === undefined && name === 's') return 'ignored';
        return this.#text.open(name, attributes) ? 'paragraph' : 'ignored';
      case 'ignored':
        return 'ignored';
    }
  }

  #openOutside(name: string, attributes: Attributes): Place {
    if (name === 'spreadsheet') return 'spreadsheet';
    if (name === 'style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'table-properties' && attributes['table:display'] === 'false') this.#hidden.add(this.#style);
    return 'outside';
  }

  #isWanted(attributes: Attributes): boolean {
    const isHidden = this.#hidden.has(attributes['table:style-name'] ?? '');
    const place = this.#sheets.push({ name: attributes['table:name'] ?? '', isHidden, isEmpty: true }) - 1;
    return place === (this.#sheetPlace ?? place);
  }

  #openRow(attributes: Attributes): Place {
    this.#rowRepeat = countOf(attributes['table:number-rows-repeated']);
    this.#column = 0;
    this.#cells = [];
    return 'row';
  }

  #closeRow(): void {
    const cells = this.#cells;
    const first = this.#row;
    const next = first + this.#rowRepeat;
    if (cells.length > 0 && next - 1 > MAX_ROWS) throw new SheetError(first, reason('rowOrder'));
    const units = cells.reduce((sum, { text }) => sum + CELL + text.length, 0);
    this.#repeat((this.#rowRepeat - 1) * units);
    if (cells.length > 0) for (let number = first; number < next; number += 1) this.#rows.push({ number, cells });
    this.#row = next;
  }

  #closeCell(): void {
    const repeat = countOf(this.#cell['table:number-columns-repeated']);
    const value = this.#value();
    const first = this.#column;
    this.#column += repeat;
    // A cell with an empty text shows nothing. One whose result isn't stored has an empty text, too.
    if (value === undefined || (value.text === '' && value.kind !== 'none' && value.kind !== 'error')) return;
    if (this.#sheetPlace === undefined) {
      const sheet = this.#sheets.at(-1);
      if (sheet !== undefined) sheet.isEmpty = false;
      return;
    }
    if (this.#column > MAX_COLUMNS) throw new SheetError(this.#row, reason('cellOrder'));
    this.#repeat((repeat - 1) * (CELL + value.text.length));
    for (let column = first; column < this.#column; column += 1) this.#cells.push({ column, ...value });
  }

  #value(): Value | undefined {
    const cell = this.#cell;
    const text = this.#text.take();
    if (cell['calcext:value-type'] === 'error') return { kind: 'error', text: text ?? '' };
    switch (cell['office:value-type']) {
      case 'float':
        return codeOf(cell['office:value'], text) ?? numberOf(cell['office:value'] ?? text ?? '');
      case 'percentage':
      case 'currency':
        return numberOf(cell['office:value'] ?? text ?? '');
      case 'date':
        return dateOf(cell['office:date-value'] ?? text ?? '');
      case 'time':
        return { kind: 'text', text: durationText(cell['office:time-value'] ?? text ?? '') };
      case 'boolean':
        return booleanOf(cell['office:boolean-value'] ?? text ?? '');
      case 'string':
        return { kind: 'text', text: cell['office:string-value'] ?? text ?? '' };
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

function countOf(text = '1'): number {
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

function numberOf(value: string): Value {
  const text = sheetNumber(value);
  return text === undefined ? { kind: 'text', text: value } : { kind: 'numeric', text };
}

/** A number that is shown with zeros in front, by a format such as `00000`, is a code. */
function codeOf(value = '', text = ''): Value | undefined {
  const isCode = /^0[\d -]*\d$/.test(text) && /^\d+$/.test(value) && Number(text.replace(/\D/g, '')) === Number(value);
  return isCode ? { kind: 'code', text } : undefined;
}

function booleanOf(value: string): Value {
  return { kind: value === 'true' || value === 'false' ? 'bool' : 'text', text: value };
}

function dateOf(value: string): Value {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d+)$/.exec(value) ?? [];
  const text = seconds === undefined ? value : (shortFraction(seconds, fraction) ?? roundedDate(seconds, fraction));
  const classes = classesOf(text);
  return { kind: classes === DATE ? 'date' : classes === TIMESTAMP ? 'timestamp' : 'text', text };
}

/** Writes the duration `PT36H05M07.5S` as `36:05:07.5`. */
function durationText(value: string): string {
  const [, sign = '', hours, minutes = '', seconds = '', fraction = ''] =
    /^(-?)PT(\d{1,9})H(\d\d?)M(\d\d?)(?:[.,](\d+))?S$/.exec(value) ?? [];
  if (hours === undefined) return value;
  const whole = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  const wholeMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign + (shortFraction(whole, fraction) ?? sheetTime(wholeMs + milliseconds(fraction)));
}

const MICROSECONDS = 6;

function shortFraction(seconds: string, fraction: string): string | undefined {
  const digits = fraction.replace(/(?<!0)0+$/, '');
  if (digits.length > MICROSECONDS) return undefined;
  return digits === '' ? seconds : `${seconds}.${digits}`;
}

/** LibreOffice writes nine digits, more than a number of its own holds. It shows milliseconds, so these remain. */
function milliseconds(fraction: string): number {
  return Math.round(1000 * Number(`0.${fraction}`));
}

function roundedDate(seconds: string, fraction: string): string {
  const time = new Date(`${seconds}Z`).getTime() + milliseconds(fraction);
  if (Number.isNaN(time)) return seconds;
  const text = new Date(time).toISOString().slice(0, -1);
  return text.replace(/(?:\.|(?<!0))0*$/, '');
}

/** Elements in a paragraph that aren't its text: comments, notes, pronunciations, scripts, shapes with own texts. */
const BESIDE = [
  ...['annotation', 'annotation-end', 'note', 'ruby-text', 'bookmark', 'script', 'event-listeners'],
  ...['frame', 'custom-shape', 'rect', 'line', 'polyline', 'polygon', 'regular-polygon', 'path', 'circle'],
  ...['ellipse', 'g', 'connector', 'measure', 'caption', 'control', 'scene', 'page-thumbnail'],
];

/** Keeps spaces and line ends like LibreOffice, although the standard (OpenDocument 1.3 part 3, 6.1.2) joins them. */
class OdsText {
  readonly #onRepeat: (units: number) => void;
  #text = '';
  #hasParagraph = false;

  constructor(onRepeat: (units: number) => void) {
    this.#onRepeat = onRepeat;
  }

  openParagraph(): void {
    if (this.#hasParagraph) this.#text += '\n';
    this.#hasParagraph = true;
  }

  /** Opens an element within a paragraph. Returns false if it isn't part of the text. */
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

  /** Undefined if there was no paragraph. The next cell begins. */
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
