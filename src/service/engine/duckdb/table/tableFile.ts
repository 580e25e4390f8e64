/** Writes a source into a DuckDB file of the form of layout.ts. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { writeBlockIndex } from './blockIndexTable.ts';
import type { ImportProof, ImportSource, TableDraft } from './importSource.ts';
import { columnPacking } from './columnPacking.ts';
import { registerSortKeys } from './sortKeys.ts';
import { tableColumns } from './tableColumns.ts';
import { hasBlockIndex, TABLE, valueColumn } from '../layout.ts';
import { quotedText } from '../../../../base/sqlQuoting.ts';

/** More fields than that need other ways: the engine plans each expression, and holds 2,048 records of every column. */
export const WIDE = 1000;
/** Of a wide table, in bytes: each column begins with a block of its own. */
const SMALL_BLOCK = 16_384;

const LOOK_EVERY_MS = 200;
const INTERRUPT_EVERY_MS = 20;

export class TableFile {
  readonly #connection: DuckDBConnection;
  readonly #isWide: boolean;
  /** What was begun before the source was known for certain. */
  #draft: TableDraft | undefined;
  #drafting: Promise<unknown> | undefined;

  private constructor(connection: DuckDBConnection, isWide: boolean) {
    this.#connection = connection;
    this.#isWide = isWide;
  }

  static async create(connection: DuckDBConnection, file: string, isWide: boolean): Promise<TableFile> {
    const blocks = isWide ? ` (block_size ${String(SMALL_BLOCK)})` : '';
    await connection.run(`attach ${quotedText(file)} as target${blocks}`);
    await connection.run('pragma enable_progress_bar');
    await connection.run('pragma disable_print_progress_bar');
    return new TableFile(connection, isWide);
  }

  /** Writes what will most likely be the table, while the source is still being looked at. */
  begin(draft: TableDraft): void {
    this.#draft = draft;
    // What goes wrong shows again when the draft is written anew.
    this.#drafting = this.#fill(draft, draft.relation).then(
      () => true,
      () => false,
    );
  }

  /** `onProgress` hears an estimate between 0 and 1. Throws the proof's refusal. */
  async write(source: ImportSource, onProgress: (fraction: number) => void = () => undefined): Promise<void> {
    const timer = setInterval(() => onProgress(this.#connection.progress.percentage / 100), LOOK_EVERY_MS);
    try {
      await this.#fillProven(source);
      const { records, blocks } = source;
      if (hasBlockIndex(records)) await writeBlockIndex(this.#connection, 'target', records, blocks);
    } finally {
      clearInterval(timer);
    }
    await this.#connection.run('checkpoint target');
    await this.#connection.run('detach target');
  }

  /** Ends what was begun. */
  async abandon(): Promise<void> {
    // Again and again, because between two statements there is nothing to interrupt.
    const timer = setInterval(() => this.#connection.interrupt(), INTERRUPT_EVERY_MS);
    await this.#drafting;
    clearInterval(timer);
  }

  async #fillProven(source: ImportSource): Promise<void> {
    const { relation, proof } = source;
    if (this.#draft !== undefined && this.#draft !== source.draft) await this.abandon();
    const isDrafted = source.draft !== undefined && (await this.#drafting) === true;
    if (isDrafted && (proof === undefined || (await this.#isProven(source.records, proof)))) return;
    if (proof === undefined) return this.#fill(source, relation);
    const relations = [() => Promise.resolve(relation), ...proof.others];
    for (const [index, from] of relations.entries()) {
      if (isDrafted && index === 0) continue;
      try {
        await this.#fill(source, await from());
        if (await this.#isProven(source.records, proof)) return;
      } catch (error) {
        const isReadersFault = error instanceof Error && error.message.startsWith('Invalid Input');
        if (!isReadersFault || index === relations.length - 1) throw error;
      }
    }
    throw proof.refusal;
  }

  async #fill({ fields, ids, records }: TableDraft | ImportSource, relation: string): Promise<void> {
    const connection = this.#connection;
    registerSortKeys(connection, fields);
    const columns = tableColumns(fields, ids === 'stored', this.#isWide);
    const packing = this.#isWide
      ? undefined
      : await columnPacking(connection, fields.length, relation, records);
    const list = columns.map(({ name, sql }) => (sql === name ? name : `${sql} ${name}`)).join(', ');
    if (packing === undefined) {
      await connection.run(`create or replace table target.${TABLE} as select ${list} from ${relation}`);
      return;
    }
    const declared = columns.map(({ name, type }) => {
      const method = packing.get(name);
      return `${name} ${type}${method === undefined ? '' : ` using compression ${method}`}`;
    });
    await connection.run(`create or replace table target.${TABLE} (${declared.join(', ')})`);
    await connection.run(`insert into target.${TABLE} select ${list} from ${relation}`);
  }

  async #isProven(records: number, { fields }: ImportProof): Promise<boolean> {
    const facts = fields.flatMap((_, index) => {
      const column = valueColumn(index);
      return [`count(${column})`, `coalesce(sum(strlen(${column})), 0)::bigint`];
    });
    const expected = [records, ...fields.flatMap(({ values, bytes }) => [values, bytes])];
    const result = await this.#connection.runAndReadAll(
      `select ${['count(*)', ...facts].join(', ')} from target.${TABLE}`,
    );
    return (result.getRows()[0] ?? []).every((fact, index) => Number(fact) === expected[index]);
  }
}
