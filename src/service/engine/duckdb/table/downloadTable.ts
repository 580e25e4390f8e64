/** Collects downloaded records in a table of DuckDB: the `_id` of each, and its values as text. */
import { BIGINT, DuckDBDataChunk, VARCHAR, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import { checkFields } from '../../../resource/bounds.ts';
import { BATCH_UNITS, ID_COLUMN, valueColumn, VECTOR_SIZE } from '../layout.ts';
import type { TableDraft } from './importSource.ts';

const DOWNLOAD = 'download';

type Relation = Pick<TableDraft, 'relation' | 'ids'> & { readonly records: number };

export class DownloadTable {
  readonly #connection: DuckDBConnection;
  readonly #appender: DuckDBAppender;
  readonly #types: readonly (typeof BIGINT | typeof VARCHAR)[];
  readonly #batch: (bigint | string | null)[][] = [];
  #units = 0;
  #records = 0;
  #hasIds = true;
  #ascends = true;
  #last = -Infinity;

  private constructor(connection: DuckDBConnection, appender: DuckDBAppender, width: number) {
    this.#connection = connection;
    this.#appender = appender;
    this.#types = [BIGINT, ...Array.from({ length: width }, () => VARCHAR)];
  }

  /** Replaces a table made before. `width` is the number of values without `_id`. Throws ReasonError if too large. */
  static async create(connection: DuckDBConnection, width: number): Promise<DownloadTable> {
    checkFields(width);
    const values = Array.from({ length: width }, (_, index) => `${valueColumn(index)} varchar`);
    const columns = [`${ID_COLUMN} bigint`, ...values];
    await connection.run(`create or replace temp table ${DOWNLOAD} (${columns.join(', ')})`);
    return new DownloadTable(connection, await connection.createAppender(DOWNLOAD), width);
  }

  get hasIds(): boolean {
    return this.#hasIds;
  }

  append(id: number | undefined, values: readonly (string | null)[]): void {
    this.#records += 1;
    if (id === undefined) this.#hasIds = false;
    else {
      this.#ascends &&= id > this.#last;
      this.#last = id;
    }
    this.#batch.push([id === undefined ? null : BigInt(id), ...values]);
    for (const value of values) this.#units += value?.length ?? 0;
    if (this.#batch.length === VECTOR_SIZE || this.#units >= BATCH_UNITS) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#appender.closeSync();
  }

  inPlace(): Relation {
    return { relation: DOWNLOAD, records: this.#records };
  }

  /** The records sorted by `_id`. Of records that were downloaded twice, the last version counts. */
  async byId(): Promise<Relation> {
    if (this.#ascends) return { ...this.inPlace(), ids: 'stored' };
    const counted = await this.#connection.runAndReadAll(`select count(distinct ${ID_COLUMN}) from ${DOWNLOAD}`);
    const latest = `row_number() over (partition by ${ID_COLUMN} order by rowid desc) = 1`;
    return {
      relation: `(select * from ${DOWNLOAD} qualify ${latest} order by ${ID_COLUMN})`,
      records: Number(counted.getRows()[0]?.[0]),
      ids: 'stored',
    };
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    const chunk = DuckDBDataChunk.create(this.#types);
    chunk.setRows(this.#batch);
    this.#appender.appendDataChunk(chunk);
    this.#batch.length = this.#units = 0;
  }
}

export async function dropDownload(connection: DuckDBConnection): Promise<void> {
  await connection.run(`drop table ${DOWNLOAD}`);
}
