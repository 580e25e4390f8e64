import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldType } from '../../types/fieldTypes.ts';
import { valueColumn } from '../../engine/duckdb/layout.ts';
import type { StoredField } from '../../store/description.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { ImportSource } from '../../engine/duckdb/table/importSource.ts';
import type { Reading } from '../../resource/reading.ts';
import { reason, ReasonError, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
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
  /** `shared`: the text is the number of a shared string. `none`: a formula whose result isn't stored. */
  readonly kind: 'text' | 'numeric' | 'bool' | 'date' | 'timestamp' | 'shared' | 'none';
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
  readonly kinds: Set<Kind>;
  hasFractions: boolean;
}

const SECONDS = 19;

export class SheetTable {
  readonly #file: string;
  readonly #strings: readonly string[];
  readonly #reading: Reading;
  readonly #columns = new Map<number, SheetColumn>();
  readonly #names = new Map<number, string>();
  readonly #skipped: SkippedRows;
  #needsHeader: boolean;
  #records = 0;

  constructor(file: string, strings: readonly string[], reading: Reading) {
    this.#file = file;
    this.#strings = strings;
    this.#reading = reading;
    this.#skipped = new SkippedRows(file, reading);
    this.#needsHeader = reading.header !== false;
  }

  async fill(connection: DuckDBConnection, fileBytes: number, rows: AsyncIterable<SheetRow>): Promise<void> {
    const table = new RecordTable(connection, fileBytes);
    for await (const row of rows) {
      const record = this.record(row);
      if (record !== undefined) await table.append(record);
    }
    await table.end(this.#columns.size);
    this.#records = table.records;
  }

  /** The values by slot; undefined for the header and for skipped rows. Throws UnreadableFile. */
  record({ number: line, cells }: SheetRow): (string | null)[] | undefined {
    const isHeader = this.#needsHeader;
    this.#needsHeader = false;
    const texts: [Cell, Kind, string][] = [];
    for (const cell of cells) {
      const value = this.#valueOf(cell, line);
      if ('reason' in value) {
        const place = { part: this.#reading.part ?? '', field: this.#nameOf(cell.column) };
        if (isHeader) throw new UnreadableFile(this.#file, value.reason, place);
        const contents = cells.map((each) => this.#valueOf(each, line));
        const values = contents.map((each) => ('reason' in each ? '' : each.text));
        this.#skipped.add(value.reason, { ...place, line }, values);
        return undefined;
      }
      texts.push([cell, value.kind, value.text]);
    }
    if (isHeader) {
      for (const [{ column }, , text] of texts) {
        this.#names.set(column, text);
        this.#columnOf(column);
      }
      return undefined;
    }
    const record: (string | null)[] = Array.from({ length: this.#columns.size }, () => null);
    for (const [cell, kind, text] of texts) {
      const column = this.#columnOf(cell.column);
      while (record.length <= column.slot) record.push(null);
      record[column.slot] = text;
      column.kinds.add(kind);
      if (kind === 'timestamp' && text.length > SECONDS) column.hasFractions = true;
    }
    return record;
  }

  /** Fields in the order of the sheet, with their slots. */
  end(): { fields: readonly StoredField[]; slots: readonly number[] } {
    const ordered = [...this.#columns].sort(([one], [other]) => one - other);
    const ids = fieldIds(ordered.map(([column]) => this.#names.get(column) ?? ''));
    const fields = ordered.map(([, { kinds }], index): StoredField => {
      return { id: ids[index] ?? '', type: typeOf(kinds) };
    });
    return { fields, slots: ordered.map(([, { slot }]) => slot) };
  }

  source(): ImportSource {
    const { fields, slots } = this.end();
    if (fields.length === 0)
      throw new UnreadableFile(this.#file, reason('sheetEmpty'), { part: this.#reading.part ?? '' });
    const bySlot = new Map([...this.#columns.values()].map((column) => [column.slot, column]));
    const columns = slots.map((slot, index) => {
      const stored = valueColumn(slot);
      const isPadded = fields[index]?.type === 'timestamp' && bySlot.get(slot)?.hasFractions === true;
      const text = isPadded ? `rpad(${stored} || if(strlen(${stored}) = 19, '.', ''), 26, '0')` : stored;
      return `${text} ${valueColumn(index)}`;
    });
    return {
      relation: `(select ${columns.join(', ')} from ${RECORD_TABLE})`,
      fields,
      records: this.#records,
      skipped: this.#skipped.all,
    };
  }

  #valueOf({ kind, text, column }: Cell, line: number): { kind: Kind; text: string } | { reason: Reason } {
    if (kind === 'none') return { reason: reason('notCalculated', `${letters(column)}${String(line)}`) };
    const content = kind === 'shared' ? this.#strings[Number(text)] : text;
    if (content === undefined) return { reason: reason('sharedText') };
    if (!content.isWellFormed()) return { reason: reason('surrogate') };
    return { kind: kind === 'shared' ? 'text' : kind, text: content };
  }

  #columnOf(column: number): SheetColumn {
    const existing = this.#columns.get(column);
    if (existing !== undefined) return existing;
    const added = { slot: this.#columns.size, kinds: new Set<Kind>(), hasFractions: false };
    this.#columns.set(column, added);
    return added;
  }

  #nameOf(column: number): string {
    const name = this.#names.get(column) ?? '';
    return name === '' ? letters(column) : name;
  }
}

function typeOf(kinds: ReadonlySet<Kind>): FieldType {
  const [only = 'text', ...others] = kinds;
  return others.length === 0 ? only : 'text';
}

function letters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
