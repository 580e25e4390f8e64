import { type DuckDBConnection, DuckDBBlobValue, type DuckDBInstance } from '@duckdb/node-api';
import { availableParallelism } from 'node:os';
import type { ImportProof, ImportSource, TableDraft } from './importSource.ts';
import { FilledTable } from './filledTable.ts';
import { askFirstRecords, columnPacking, packingFacts, packingMeasures } from './firstRecords.ts';
import { withGuesses } from './guessedFields.ts';
import {
  keyedFields,
  keyFacts,
  numberMeasures,
  settleSourceTexts,
  typedFields,
  type SettledFields,
  type Spelling,
} from './sourceTextFields.ts';
import type { StoredField } from '../../../store/description.ts';
import { registerSortKeys, tableColumns, withSourceTexts } from './tableColumns.ts';
import {
  hasBlockIndex,
  TABLE,
  textColumn,
  valueColumn,
  SEARCH_COLUMN,
  BLOCK_COLUMN,
  BLOCK_TABLE,
  ROW_GROUP_SIZE,
} from '../layout.ts';
import { SEPARATOR } from '../../../question/wordPattern.ts';
import { quotedText } from '../../../../base/quotes.ts';
import { blockBits, BlockIndexWriter, LEAST_BLOCK_BITS } from '../blockIndex.ts';
import { withConnection } from '../duckdbInstance.ts';

const TARGET = `target.${TABLE}`;
/** Wider tables are written differently, because DuckDB plans each expression and holds a vector of every column. */
export const WIDE = 1000;
/** Block size of a wide table in bytes, because each column begins a block. */
const SMALL_BLOCK = 16_384;

/** DuckDB's errors for values that it read across lines; the scanner knows that they fit. */
const READERS_FAULT = /^(?:Invalid Input|Conversion|Not implemented) Error/;

const LOOK_EVERY_MS = 200;
const INTERRUPT_EVERY_MS = 20;

export class TableFile {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #isWide: boolean;
  #draft: TableDraft | undefined;
  #drafting: Promise<unknown> | undefined;
  #second: DuckDBConnection | undefined;
  readonly #spelling: Spelling;
  #fields: readonly StoredField[] = [];

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, isWide: boolean, spelling: Spelling) {
    this.#instance = instance;
    this.#connection = connection;
    this.#isWide = isWide;
    this.#spelling = spelling;
  }

  /** `connection` belongs to `instance` and knows what drafts and sources refer to. */
  static async create(
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    file: string,
    isWide: boolean,
    spelling: Spelling = { columns: [], nullWords: [] },
  ): Promise<TableFile> {
    // A log would store the records twice, and writing it takes all values of 2,048 records at once.
    const options = ['recovery_mode no_wal_writes', ...(isWide ? [`block_size ${String(SMALL_BLOCK)}`] : [])];
    await connection.run(`attach ${quotedText(file)} as target (${options.join(', ')})`);
    await connection.run('pragma enable_progress_bar');
    await connection.run('pragma disable_print_progress_bar');
    return new TableFile(instance, connection, isWide, spelling);
  }

  /** Starts writing the likely table while the source is still being read. Replaces what was begun before. */
  begin(draft: TableDraft): void {
    const filled = this.#drafting
      ? this.abandon().then(() => this.#fill(draft, draft.relation))
      : this.#fill(draft, draft.relation);
    this.#draft = draft;
    // Errors show again when the draft is written anew.
    this.#drafting = filled.then(
      () => true,
      () => false,
    );
  }

  /** Returns the fields as found. `onProgress` gets an estimate from 0 to 1. Throws the proof's refusal. */
  async write(source: ImportSource, onProgress: (fraction: number) => void = () => undefined): Promise<SettledFields> {
    let settled: SettledFields;
    const timer = setInterval(() => onProgress(this.#connection.progress.percentage / 100), LOOK_EVERY_MS);
    try {
      const { records, blocks } = source;
      const isIndexed = hasBlockIndex(records);
      const known = isIndexed ? blocks : undefined;
      await bothDone(
        this.#fillProven(source),
        known && withConnection(this.#instance, (connection) => writeBlockIndex(connection, known)),
      );
      const { nullWords, guesses } = this.#spelling;
      const table = new FilledTable(this.#connection, TARGET, nullWords);
      settled = await settleSourceTexts(table, this.#fields);
      if (guesses !== undefined) settled = await withGuesses(table, settled, guesses);
      if (isIndexed && known === undefined) {
        const gathered = await gatheredBlocks(this.#connection, records);
        await writeBlockIndex(this.#connection, gathered);
      }
    } finally {
      clearInterval(timer);
    }
    await this.#connection.run('checkpoint target');
    await this.#connection.run('detach target');
    return settled;
  }

  /** Cancels the draft and waits for its end. */
  async abandon(): Promise<void> {
    // Interrupts are repeated, because one between two statements has no effect.
    const timer = setInterval(() => {
      this.#connection.interrupt();
      this.#second?.interrupt();
    }, INTERRUPT_EVERY_MS);
    await this.#drafting;
    clearInterval(timer);
  }

  async #fillProven(source: ImportSource): Promise<void> {
    const { relation, proof } = source;
    if (this.#draft !== undefined && this.#draft !== source.draft) await this.abandon();
    const isDrafted = source.draft !== undefined && (await this.#drafting) === true;
    if (isDrafted && (await this.#isWhole(source))) return;
    if (proof === undefined) {
      await this.#fill(source, relation);
      await this.#isWhole(source);
      return;
    }
    const relations = [() => Promise.resolve(relation), ...proof.others];
    for (const [index, from] of relations.entries()) {
      if (isDrafted && index === 0) continue;
      try {
        await this.#fill(source, await from());
        if (await this.#isWhole(source)) return;
      } catch (error) {
        const isReadersFault = error instanceof Error && READERS_FAULT.test(error.message);
        if (!isReadersFault || index === relations.length - 1) throw error;
      }
    }
    throw proof.refusal;
  }

  async #fill(draft: TableDraft | ImportSource, texts: string): Promise<void> {
    const connection = this.#connection;
    const { ids, records = Infinity } = draft;
    const typed = typedFields(draft.fields, this.#spelling);
    const isPacked = !this.#isWide && records >= LARGE && typed.length > 0;
    const numbers = numberMeasures(typed);
    const packed = isPacked ? typed.length : 0;
    const digits = keyFacts(numbers);
    const answers = await askFirstRecords(
      connection,
      texts === draft.relation ? (draft.beginning ?? texts) : texts,
      [...numbers, ...packingMeasures(packed)],
      [...digits, ...packingFacts(packed)],
    );
    const fields = keyedFields(typed, answers.slice(0, digits.length));
    const packing = isPacked ? columnPacking(answers.slice(digits.length)) : undefined;
    const { nullWords } = this.#spelling;
    this.#fields = fields;
    registerSortKeys(connection, fields);
    const columns = tableColumns(fields, ids === 'stored', this.#isWide);
    const list = columns.map(({ name, sql }) => (sql === name ? name : `${sql} ${name}`)).join(', ');
    if (packing === undefined) {
      await connection.run(
        `create or replace table ${TARGET} as select ${list} from ${withSourceTexts(texts, fields, nullWords)}`,
      );
      return;
    }
    const declared = columns.map(({ name, type }) => {
      const method = packing.get(name.replace(/^t/, 'c'));
      return `${name} ${type}${method === undefined ? '' : ` using compression ${method}`}`;
    });
    await connection.run(`create or replace table ${TARGET} (${declared.join(', ')})`);
    const insert = (part: string): string =>
      `insert into ${TARGET} select ${list} from ${withSourceTexts(part, fields, nullWords)}`;
    // A checkpoint would write the groups after an incomplete one again.
    const half = ROW_GROUP_SIZE * Math.round((draft.half ?? 0) / ROW_GROUP_SIZE);
    const isShared = HAS_TWO && draft.records === undefined && half > 0;
    if (isShared) await this.#insertHalves(insert, texts, String(half));
    else await connection.run(insert(texts));
  }

  /** Inserts both halves at once on two threads, as one would idle after the scan. The second follows the first. */
  async #insertHalves(insert: (part: string) => string, texts: string, half: string): Promise<void> {
    await withConnection(this.#instance, async (connection) => {
      this.#second = connection;
      await connection.run('begin');
      await bothDone(
        this.#connection.run(insert(`(from ${texts} limit ${half})`)).then(() => undefined),
        connection.run(insert(`(from ${texts} offset ${half})`)).then(() => undefined),
      );
      await connection.run('commit');
    }).finally(() => (this.#second = undefined));
  }

  /** Whether the filled table matches its source. Its blocks are numbered at the same time. */
  async #isWhole({ records, proof }: ImportSource): Promise<boolean> {
    const number = async (connection: DuckDBConnection): Promise<void> => {
      await connection.run(`alter table ${TARGET} add column ${BLOCK_COLUMN} integer`);
      await connection.run(`update ${TARGET} set ${BLOCK_COLUMN} = rowid >> ${String(blockBits(records))}`);
    };
    let isProven = true;
    await bothDone(
      proof && this.#isProven(records, proof).then((is) => void (isProven = is)),
      hasBlockIndex(records) ? withConnection(this.#instance, number) : undefined,
    );
    return isProven;
  }

  async #isProven(records: number, { fields }: ImportProof): Promise<boolean> {
    const facts = fields.flatMap((_, index) => {
      const column = (this.#fields[index]?.spelling ? textColumn : valueColumn)(index);
      return [`count(${column})`, `coalesce(sum(strlen(${column})), 0)::bigint`];
    });
    const expected = [records, ...fields.flatMap(({ values, bytes }) => [values, bytes])];
    const result = await this.#connection.runAndReadAll(`select ${['count(*)', ...facts].join(', ')} from ${TARGET}`);
    return (result.getRows()[0] ?? []).every((fact, index) => Number(fact) === expected[index]);
  }
}

/** On two processors DuckDB has one thread (importFile.ts), so each half gets one; more threads share a statement. */
const HAS_TWO = availableParallelism() === 2;
/** A smaller table is written as fast as its first records are measured. */
const LARGE = 50_000;

/** Records read at once: whole blocks of about 20 MB. */
const STEP = 60 << LEAST_BLOCK_BITS;

/** Waits for both, then throws if one of them failed. */
async function bothDone(one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<void> {
  const failed = (await Promise.allSettled([one, other])).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Up to 48 KB each. */
const GROUPS_AT_ONCE = 512;

async function writeBlockIndex(connection: DuckDBConnection, writer: BlockIndexWriter): Promise<void> {
  // DuckDB would unpack 2,048 groups of a compressed column to read one.
  await connection.run(`create table target.${BLOCK_TABLE} (k usmallint, bits blob using compression uncompressed)`);
  const appender = await connection.createAppender(BLOCK_TABLE, 'main', 'target');
  for (const [group, blocks] of writer.groups()) {
    appender.appendUSmallInt(group);
    appender.appendBlob(blocks);
    appender.endRow();
    // Otherwise, DuckDB would hold a copy of the whole index outside of its limit.
    if (group % GROUPS_AT_ONCE === 0) appender.flushSync();
  }
  appender.closeSync();
}

async function gatheredBlocks(connection: DuckDBConnection, records: number): Promise<BlockIndexWriter> {
  const writer = new BlockIndexWriter();
  for (let first = 0; first < records; first += STEP) {
    const result = await connection.stream(
      `select count(*), encode(string_agg(${SEARCH_COLUMN}, ${quotedText(SEPARATOR)})) from ${TARGET} ` +
        `where rowid >= ${String(first)} and rowid < ${String(first + STEP)} ` +
        `group by rowid >> ${String(LEAST_BLOCK_BITS)} order by rowid >> ${String(LEAST_BLOCK_BITS)}`,
    );
    for await (const rows of result.yieldRows())
      for (const [count, text] of rows) {
        if (text instanceof DuckDBBlobValue) writer.push(text.bytes, 0, text.bytes.length);
        for (let record = 0; record < Number(count); record += 1) writer.endRecord();
      }
  }
  return writer;
}
