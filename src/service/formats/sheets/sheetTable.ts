import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../base/quotes.ts';
import { valueColumn } from '../../engine/duckdb/layout.ts';
import type { StoredField } from '../../store/description.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { ImportSource } from '../../engine/duckdb/table/importSource.ts';
import { joinedNames, type NamesRow, NOTE } from '../../reading/headerRows.ts';
import type { Reading } from '../../resource/reading.ts';
import { reason, ReasonError, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
import { plainReadingOfType } from '../../reading/columnGuess.ts';
import { classesOf, typeOfClasses } from '../../reading/valueClasses.ts';
import { isUsualNullWord } from '../../resource/usualNullWords.ts';
import { SkippedRows } from '../../reading/skippedRecords.ts';

/** Limits of a sheet in Excel and LibreOffice. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

export interface SheetRow {
  /** Number of the row, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

export interface Cell {
  /** Index of the column, from 0. */
  readonly column: number;
  /**
   * `shared`: the text is the number of a shared string. `code`: a number whose format shows more digits or signs than
   * it has. `error`: what a formula shows that failed. `none`: a formula whose result isn't stored.
   */
  readonly kind: Kind | 'shared' | 'code' | 'error' | 'none';
  readonly text: string;
}

/** Thrown for a sheet that no spreadsheet program writes. */
export class SheetError extends ReasonError {
  override readonly name = 'SheetError';
  readonly row: number;

  constructor(row: number, why: Reason) {
    super(why);
    this.row = row;
  }
}

type Kind = 'text' | 'numeric' | 'bool' | 'date' | 'timestamp';

/** A column of the sheet. Its slot is its place in the table, in the order of appearance. */
interface SheetColumn {
  readonly slot: number;
  /** Kinds of the cells that aren't texts. */
  readonly kinds: Set<Kind>;
  /** What the texts among them look like. */
  readonly looks: Set<Kind>;
  /** Some texts are usual words for NULL. */
  hasWords: boolean;
  hasFractions: boolean;
  errors: number;
  uncalculated: number;
  /** The first cell without a value that people could expect. */
  firstLost?: string;
}

/** Spaces around a text, which tell nothing of its kind. */
const SPACES = ' \t\n\r\u00a0';
const SPACES_ONLY = /^[ \t\n\r\u00a0]*$/;

const SECONDS = 19;

export class SheetTable {
  readonly #file: string;
  readonly #strings: readonly string[];
  readonly #reading: Reading;
  readonly #columns = new Map<number, SheetColumn>();
  readonly #names = new Map<number, string>();
  readonly #skipped: SkippedRows;
  #needsHeader: boolean;
  /** The first of two header rows. */
  #groups: NamesRow | undefined;
  #records = 0;
  #below: readonly string[] = [];

  constructor(file: string, strings: readonly string[], reading: Reading) {
    this.#file = file;
    this.#strings = strings;
    this.#reading = reading;
    this.#skipped = new SkippedRows(file, reading);
    this.#needsHeader = reading.header !== false;
  }

  async fill(connection: DuckDBConnection, fileBytes: number, rows: AsyncIterable<SheetRow>): Promise<void> {
    const table = new RecordTable(connection, fileBytes);
    const end = this.#end();
    const append = async (row: SheetRow): Promise<void> => {
      const record = this.record(row);
      if (record !== undefined) await table.append(record);
    };
    for await (const row of rows) for (const each of end.take(row)) await append(each);
    const { rows: rest, below } = end.finish();
    for (const row of rest) await append(row);
    this.#below = below;
    await table.end(this.#columns.size);
    this.#records = table.records;
  }

  /** The records of the first rows. Rows below the table are found only if these are all. */
  beginning(rows: readonly SheetRow[], isWhole: boolean): readonly (string | null)[][] {
    const end = this.#end();
    const taken = isWhole ? [...rows.flatMap((row) => end.take(row)), ...end.finish().rows] : rows;
    return taken.map((row) => this.record(row)).filter((record) => record !== undefined);
  }

  #end() {
    const textsOf = ({ cells }: SheetRow): readonly string[] =>
      cells
        .map((cell) => this.#textOf(cell))
        .filter((text) => typeof text === 'string' && text.trim() !== '') as string[];
    return sheetEnd(this.#reading.skipEnd, textsOf);
  }

  /** The values by slot; undefined for the header and for skipped rows. Throws UnreadableFile. */
  record({ number: line, cells }: SheetRow): (string | null)[] | undefined {
    if (line < (this.#reading.headerLine ?? 0)) return undefined;
    const isHeader = this.#needsHeader;
    this.#needsHeader = false;
    const texts: [Cell, string][] = [];
    for (const cell of cells) {
      const text = this.#textOf(cell);
      if (typeof text !== 'string') {
        const place = { part: this.#reading.part ?? '', field: this.#nameOf(cell.column) };
        if (isHeader) throw new UnreadableFile(this.#file, text, place);
        const contents = cells.map((each) => this.#textOf(each));
        const values = contents.map((each) => (typeof each === 'string' ? each : ''));
        this.#skipped.add(text, { ...place, line }, values);
        return undefined;
      }
      texts.push([cell, text]);
    }
    if (isHeader) {
      this.#takeNames(texts);
      return undefined;
    }
    const record: (string | null)[] = Array.from({ length: this.#columns.size }, () => null);
    for (const [cell, text] of texts) {
      const column = this.#columnOf(cell.column);
      while (record.length <= column.slot) record.push(null);
      if (note(column, cell, text, line)) record[column.slot] = text;
    }
    return record;
  }

  /** Fields in the order of the sheet, with their slots. */
  end(): { fields: readonly StoredField[]; slots: readonly number[] } {
    const ordered = this.#ordered();
    const ids = fieldIds(ordered.map(([column]) => this.#names.get(column) ?? ''));
    const fields = ordered.map(([, column], index): StoredField => {
      const [id, type] = [ids[index] ?? '', typeOf(column)];
      const spelling = column.hasWords ? plainReadingOfType(id, type) : undefined;
      return { id, type, ...(spelling && { spelling }) };
    });
    return { fields, slots: ordered.map(([, { slot }]) => slot) };
  }

  source(): ImportSource {
    const { fields } = this.end();
    if (fields.length === 0)
      throw new UnreadableFile(this.#file, reason('sheetEmpty'), { part: this.#reading.part ?? '' });
    const ordered = this.#ordered();
    const columns = ordered.map(([, column], index) => `${valueOf(column)} ${valueColumn(index)}`);
    const lost = ordered.flatMap(([, { errors, uncalculated, firstLost }], index) =>
      firstLost === undefined ? [] : [{ field: fields[index]?.id ?? '', errors, uncalculated, cell: firstLost }],
    );
    return {
      relation: `(select ${columns.join(', ')} from ${RECORD_TABLE})`,
      fields,
      records: this.#records,
      skipped: [...this.#skipped.all, ...this.#below.map((text) => ({ reason: reason('belowTable'), text }))],
      lost,
    };
  }

  #takeNames(texts: readonly (readonly [Cell, string])[]): void {
    const row: (string | null)[] = [];
    for (const [{ column }, text] of texts) row[column] = text;
    const { headerSeparator = '' } = this.#reading;
    if (headerSeparator !== '' && this.#groups === undefined) {
      this.#groups = row;
      this.#needsHeader = true;
      return;
    }
    const names = this.#groups === undefined ? row : joinedNames(this.#groups, row, headerSeparator);
    names.forEach((name, column) => {
      if (name === null) return;
      this.#names.set(column, name);
      this.#columnOf(column);
    });
  }

  #ordered(): readonly (readonly [number, SheetColumn])[] {
    return [...this.#columns].sort(([one], [other]) => one - other);
  }

  #textOf({ kind, text }: Cell): string | Reason {
    const content = kind === 'shared' ? this.#strings[Number(text)] : text;
    if (content === undefined) return reason('sharedText');
    return content.isWellFormed() ? content : reason('surrogate');
  }

  #columnOf(column: number): SheetColumn {
    const existing = this.#columns.get(column);
    if (existing !== undefined) return existing;
    const sets = { kinds: new Set<Kind>(), looks: new Set<Kind>() };
    const added = {
      slot: this.#columns.size,
      ...sets,
      hasWords: false,
      hasFractions: false,
      errors: 0,
      uncalculated: 0,
    };
    this.#columns.set(column, added);
    return added;
  }

  #nameOf(column: number): string {
    const name = this.#names.get(column) ?? '';
    return name === '' ? letters(column) : name;
  }
}

/** Counts what the cell tells of its column. Returns false if its value is NULL. */
function note(column: SheetColumn, cell: Cell, text: string, line: number): boolean {
  const { kind } = cell;
  if (kind === 'error' || kind === 'none') {
    column[kind === 'error' ? 'errors' : 'uncalculated'] += 1;
    column.firstLost ??= `${letters(cell.column)}${String(line)}`;
    return false;
  }
  if (kind === 'text' || kind === 'shared') {
    if (SPACES_ONLY.test(text)) return text !== '';
    if (isUsualNullWord(text)) column.hasWords = true;
    else if (!column.looks.has('text')) column.looks.add(typeOfClasses(classesOf(trimmed(text))));
    return text !== '';
  }
  column.kinds.add(kind === 'code' ? 'text' : kind);
  if (kind === 'timestamp' && text.length > SECONDS) column.hasFractions = true;
  return true;
}

/** Texts that are written like the column's other cells belong to it; a column of texts alone is one of texts. */
function typeOf({ kinds, looks, hasWords }: SheetColumn): Kind {
  if (kinds.size === 0) return 'text';
  const all = new Set([...kinds, ...looks]);
  const [only = 'text', ...others] = all;
  if (others.length === 0) return only;
  return !hasWords && all.size === 2 && all.has('date') && all.has('timestamp') ? 'timestamp' : 'text';
}

/** SQL that writes all values of a column in one way. */
function valueOf(column: SheetColumn): string {
  const stored = valueColumn(column.slot);
  const type = typeOf(column);
  if (type === 'text') return stored;
  const text = `nullif(trim(${stored}, ${quotedText(SPACES)}), '')`;
  if (type !== 'timestamp' || column.hasWords) return text;
  const whole = `${text} || if(strlen(${text}) = 10, 'T00:00:00', '')`;
  const isPadded = column.hasFractions || column.looks.has('timestamp');
  return isPadded ? `rpad(${whole} || if(strlen(${text}) <= 19, '.', ''), 26, '0')` : whole;
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\n\r\u00a0]+|(?<![ \t\n\r\u00a0])[ \t\n\r\u00a0]+$/g, '');
}

function letters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** Narrower tables have notes that can't be told from records with a missing value. */
const LEAST_WIDTH = 3;
/** A longer column of texts is part of the table. */
const MOST_NOTES = 100;
/** A sum in a single cell is no note. */
const NUMBER = /^[\d.,\s-]+$/;

/**
 * Finds the rows below the table: notes and sources, as in a text file (csvEnd.ts). `take` returns the rows that are
 * surely above the end, now that this row is there; `finish` the rest of the table, and what stands below it. With
 * `skipEnd`, that many rows are below the table, and no others.
 */
function sheetEnd(skipEnd: number | undefined, textsOf: (row: SheetRow) => readonly string[]) {
  let width = 0;
  let last = 0;
  const held: SheetRow[] = [];
  const isNote = (text: string, isBelowGap: boolean): boolean =>
    NOTE.test(text) || (isBelowGap && text.trim().split(/\s+/).length > 3);
  return {
    take: (row: SheetRow): readonly SheetRow[] => {
      const [first = '', ...others] = textsOf(row);
      const count = others.length + 1;
      width = Math.max(width, count);
      held.push(row);
      const isNarrow = width >= LEAST_WIDTH && count === 1 && !NUMBER.test(first) && held.length <= MOST_NOTES;
      const certain = skipEnd === undefined ? (isNarrow ? 0 : held.length) : held.length - skipEnd;
      const taken = held.splice(0, Math.max(0, certain));
      last = taken.at(-1)?.number ?? last;
      return taken;
    },
    finish: (): { readonly rows: readonly SheetRow[]; readonly below: readonly string[] } => {
      const end = (held.at(-1)?.number ?? 0) - (skipEnd ?? 0);
      const isFirstBelow = (row: SheetRow, at: number): boolean =>
        skipEnd === undefined
          ? isNote(textsOf(row)[0] ?? '', row.number > (held[at - 1]?.number ?? last) + 1)
          : row.number > end;
      const first = held.findIndex(isFirstBelow);
      const rows = held.splice(0, first < 0 ? held.length : first);
      return { rows, below: held.map((row) => textsOf(row).join('\t')) };
    },
  };
}
