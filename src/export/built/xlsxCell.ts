/** A value as a cell. It becomes a number, date or boolean only if the cell holds it exactly, and text otherwise. */
import { beginning, type CellValue, ExactNumber, writtenValue } from '../../base/cells.ts';
import { parseDecimal } from '../../base/exactDecimal.ts';
import { valueText } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import {
  CELL_STYLE,
  columnLetters,
  EPOCH_DAY,
  FIRST_EXACT_DAY,
  MAX_CELL_DIGITS,
  MAX_CELL_TEXT,
} from '../../base/sheets/sheetCell.ts';
import type { NoteCounts } from '../formatNote.ts';
import { dayNumberOf, timeOf, timestampOf } from './calendar.ts';
import { exactDouble, isFloatType, namedDouble } from './numberSurvey.ts';

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const DAY = 86_400_000_000;

/** Writes the cells of one column as XML (ECMA-376 part 1, 18.3.1.4). */
export class CellWriter {
  readonly #field: Field;
  readonly #kind: ReturnType<typeof fieldKind>;
  readonly #notes: NoteCounts;
  readonly #column: string;

  constructor(field: Field, at: number, notes: NoteCounts) {
    this.#field = field;
    this.#kind = fieldKind(field.type);
    this.#column = columnLetters(at);
    this.#notes = notes;
  }

  header(row: number): string {
    return this.#textCell(row, this.#field.id, CELL_STYLE.header);
  }

  /** The cell's XML. `row` counts from 1. NULL has no cell, an empty text has one. */
  cell(row: number, source: CellValue): string {
    const value = writtenValue(source);
    if (value === null) return '';
    const at = `${this.#column}${String(row)}`;
    if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? '1' : '0'}</v></c>`;
    if (typeof value === 'number' || value instanceof ExactNumber) {
      const number = this.#number(valueText(value));
      if (number !== undefined) return `<c r="${at}"><v>${number}</v></c>`;
    }
    const moment = typeof value === 'string' && this.#kind === 'date' ? momentOf(this.#field.type, value) : undefined;
    if (moment !== undefined) return `<c r="${at}" s="${String(moment.style)}"><v>${String(moment.serial)}</v></c>`;
    if (this.#kind !== 'text' && this.#kind !== 'json') this.#notes.add('asText', this.#field.id);
    return this.#textCell(row, valueText(value));
  }

  #number(text: string): string | undefined {
    // Cells hold every such number, and most are.
    if (text.length <= MAX_CELL_DIGITS && PLAIN_NUMBER.test(text)) return text;
    if (isFloatType(this.#field.type)) return namedDouble(text) === undefined ? undefined : text;
    const value = parseDecimal(text);
    const digits = String(value?.digits ?? '')
      .replace(/^-/, '')
      .replace(/(?<!0)0+$/, '');
    return digits.length <= MAX_CELL_DIGITS && exactDouble(text, value) !== undefined ? text : undefined;
  }

  #textCell(row: number, text: string, style?: number): string {
    if (text.length > MAX_CELL_TEXT) this.#notes.add('cut', this.#field.id);
    const kept = xmlText(text.length > MAX_CELL_TEXT ? beginning(text, MAX_CELL_TEXT) : text);
    const look = style === undefined ? '' : ` s="${String(style)}"`;
    return `<c r="${this.#column}${String(row)}"${look} t="inlineStr"><is><t xml:space="preserve">${kept}</t></is></c>`;
  }
}

interface Moment {
  readonly serial: number;
  readonly style: number;
}

/** The date and time as Excel counts them. Undefined before March 1900, below a millisecond, and with a time zone. */
function momentOf(type: string, text: string): Moment | undefined {
  const name = type.toLowerCase();
  if (name === 'date') return moment(dayNumberOf(text), 0, CELL_STYLE.date, CELL_STYLE.date);
  if (name.startsWith('timestamp')) {
    const { days, time, offset } = timestampOf(text) ?? {};
    return offset === undefined ? moment(days, time, CELL_STYLE.timestamp, CELL_STYLE.exactTimestamp) : undefined;
  }
  return moment(-EPOCH_DAY, timeOf(text), CELL_STYLE.time, CELL_STYLE.exactTime);
}

/** `days` counts from 1970 and `time` is in microseconds. `exact` is the style that shows milliseconds. */
function moment(days: number | undefined, time: number | undefined, style: number, exact: number): Moment | undefined {
  if (days === undefined || time === undefined || time % 1000 !== 0) return undefined;
  const isTime = days === -EPOCH_DAY;
  if (!isTime && days + EPOCH_DAY < FIRST_EXACT_DAY) return undefined;
  return { serial: days + EPOCH_DAY + time / DAY, style: time % 1_000_000 === 0 ? style : exact };
}

/** Characters that XML lacks or changes (CR), and texts like their escape `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
const UNSAYABLE = /_(?=x[0-9a-fA-F]{4}_)|[\p{Cc}--[\t\n]]|[\ufffe\uffff]|\p{Surrogate}/gv;

/** A text without these characters is its own XML. This holds for most texts, and the rest takes ten times as long. */
// eslint-disable-next-line no-control-regex -- XML has no control characters but tabs and line feeds
const NEEDS_ESCAPES = /[&<>\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]|_x/;

export function xmlText(text: string): string {
  if (!NEEDS_ESCAPES.test(text)) return text;
  return text
    .replace(UNSAYABLE, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
