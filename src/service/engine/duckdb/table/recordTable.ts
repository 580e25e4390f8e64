/** Collects records that JavaScript reads in temporary tables of DuckDB, which may get wider meanwhile. */
import { DuckDBDataChunk, VARCHAR, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import { setImmediate } from 'node:timers/promises';
import { checkFields, checkLength, MAX_FIELDS } from '../../../resource/bounds.ts';
import { BATCH_UNITS, valueColumn, VECTOR_SIZE } from '../layout.ts';

/** Name of the view of all records; a connection has one of them. */
export const RECORD_TABLE = 'source';

/** A part ends early after so much text, because DuckDB makes several copies of the values of 2,048 records. */
const PART_UNITS = 1 << 25;
/** What a value takes besides its text, even NULL. */
const VALUE_UNITS = 8;

type Value = string | null;

export class RecordTable {
  readonly #connection: DuckDBConnection;
  readonly #fileBytes: number;
  /** Number of columns of each part. */
  readonly #parts: number[] = [];
  /** Values not yet passed to DuckDB, in at least as many columns as there are fields. */
  readonly #columns: Value[][] = [];
  #fields = 0;
  #appender: DuckDBAppender | undefined;
  #pending = 0;
  #pendingUnits = 0;
  /** Counted since the part began, or since a batch of short records. */
  #partRecords = 0;
  #partUnits = 0;
  #records = 0;
  #units = 0;

  constructor(connection: DuckDBConnection, fileBytes: number) {
    this.#connection = connection;
    this.#fileBytes = fileBytes;
  }

  get records(): number {
    return this.#records;
  }

  /**
   * Missing values become NULL. `units` is the length of the text that the values are slices of. Resolves when the next
   * record can be added. Throws ReasonError for too many fields, or values too many for the file's size.
   */
  append(values: readonly Value[], units = 0): Promise<void> | undefined {
    if (values.length > this.#fields) this.#widen((this.#fields = values.length));
    let own = VALUE_UNITS * this.#columns.length;
    for (const [index, column] of this.#columns.entries()) {
      const value = values[index] ?? null;
      column.push(value);
      if (value !== null) own += value.length;
    }
    this.#pending += 1;
    this.#pendingUnits += Math.max(own, units);
    this.#records += 1;
    this.#units += own;
    return this.#pending < VECTOR_SIZE && this.#pendingUnits < BATCH_UNITS ? undefined : this.#flush();
  }

  /** Creates the view, with at least one column. */
  async end(columns: number): Promise<void> {
    this.#widen((this.#fields = Math.max(1, columns)));
    await this.#flush();
    this.#close();
    const width = this.#parts.at(-1) ?? 0;
    const selects = this.#parts.map((own, part) => {
      const missing = Array.from({ length: width - own }, (_, index) => `null ${valueColumn(own + index)}`);
      return `select ${['*', ...missing].join(', ')} from ${partName(part)}`;
    });
    await this.#connection.run(`create temp view ${RECORD_TABLE} as ${selects.join(' union all ')}`);
  }

  /** Drops all tables, so that the records can be read again. */
  async drop(): Promise<void> {
    this.#close();
    await this.#connection.run(`drop view if exists ${RECORD_TABLE}`);
    for (const part of this.#parts.keys()) await this.#connection.run(`drop table ${partName(part)}`);
  }

  #close(): void {
    this.#appender?.closeSync();
    this.#appender = undefined;
  }

  #widen(columns: number): void {
    checkFields(columns);
    while (this.#columns.length < columns) this.#columns.push(Array.from({ length: this.#pending }, () => null));
  }

  async #flush(): Promise<void> {
    checkLength(this.#units, this.#fileBytes);
    checkFields(this.#fields, this.#records, this.#fileBytes);
    const width = this.#parts.at(-1) ?? 0;
    const isLong = this.#partUnits >= PART_UNITS && this.#partRecords < VECTOR_SIZE;
    if (this.#partUnits >= PART_UNITS) this.#partRecords = this.#partUnits = 0;
    if (isLong || this.#columns.length > width) await this.#begin(width);
    const chunk = DuckDBDataChunk.create(this.#columns.map(() => VARCHAR));
    chunk.setColumns(this.#columns);
    this.#appender?.appendDataChunk(chunk);
    for (const column of this.#columns) column.length = 0;
    this.#partRecords += this.#pending;
    this.#partUnits += this.#pendingUnits;
    this.#pending = this.#pendingUnits = 0;
    await setImmediate();
  }

  /** A wider part is wider by at least half, because each part adds to what DuckDB holds at once. */
  async #begin(lastWidth: number): Promise<void> {
    this.#appender?.closeSync();
    if (lastWidth > 0 && this.#columns.length > lastWidth)
      this.#widen(Math.min(MAX_FIELDS, Math.max(this.#columns.length, Math.ceil(1.5 * lastWidth))));
    const name = partName(this.#parts.length);
    const columns = this.#columns.map((_, index) => `${valueColumn(index)} varchar`);
    await this.#connection.run(`create temp table ${name} (${columns.join(', ')})`);
    this.#parts.push(columns.length);
    this.#partRecords = this.#partUnits = 0;
    this.#appender = await this.#connection.createAppender(name);
  }
}

function partName(part: number): string {
  return `${RECORD_TABLE}_${String(part)}`;
}
