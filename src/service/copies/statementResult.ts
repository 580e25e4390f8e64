import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance, DuckDBType } from '@duckdb/node-api';
import { quotedName } from '../../base/quotes.ts';
import { openSpilling, type SpillingInstance, withConnection } from '../engine/duckdb/duckdbInstance.ts';
import { KeptEngine } from '../engine/duckdb/statement/keptEngine.ts';
import type { LockedAnswer } from '../engine/duckdb/statement/lockedSources.ts';
import { VECTOR_SIZE } from '../engine/duckdb/layout.ts';
import { engineColumn, engineSource } from '../engine/duckdb/table/engineTable.ts';
import { withKeys } from '../engine/duckdb/table/sourceKeys.ts';
import { TableFile, WIDE } from '../engine/duckdb/table/tableFile.ts';
import { publish } from '../reading/publish.ts';
import type { LocalResource } from '../resource/localResource.ts';

export interface ResultPlace {
  readonly id: string;
  readonly name: string;
  /** Folder of the resources that the result is one of. */
  readonly directory: string;
  /** A folder for unfinished work on that disk. The caller removes it in any case. */
  readonly workDirectory: string;
}

export interface StatementResult {
  readonly resource: LocalResource;
  /** There are more records than 1,000,000. */
  readonly isCut: boolean;
}

const MAX_RECORDS = 1_000_000;
/** With fewer, small blocks are written sooner: a usual one has 256 kB. */
const FEW_RECORDS = 50_000;
const ANSWER = 'answer';

/** Makes resources of the records of statements. The engine that writes is kept for the next one. */
export class StatementResults {
  readonly #memoryLimitMb: number;
  readonly #writer = new KeptEngine<SpillingInstance>();

  constructor(memoryLimitMb: number) {
    this.#memoryLimitMb = memoryLimitMb;
  }

  /** Opens the engine, which takes as long as many statements. */
  async prepare(directory: string): Promise<SpillingInstance> {
    const enclosure = { directories: [`${directory}/`], files: [], memoryLimitMb: this.#memoryLimitMb };
    return this.#writer.get(directory, () => openSpilling(directory, enclosure));
  }

  /** Keeps the order of the records. A previous result stays until this one is whole. `onRead` is called between. */
  async import(answer: LockedAnswer, place: ResultPlace, onRead: () => void): Promise<StatementResult> {
    try {
      const { instance } = await this.prepare(place.directory);
      return await write(instance, answer, place, onRead);
    } catch (error) {
      // A file that is still attached can't be removed everywhere.
      await this.#writer.drop();
      throw error;
    } finally {
      this.#writer.rest();
    }
  }
}

function write(
  instance: DuckDBInstance,
  answer: LockedAnswer,
  { id, name, directory, workDirectory }: ResultPlace,
  onRead: () => void,
): Promise<StatementResult> {
  return withConnection(instance, async (connection) => {
    const part = join(workDirectory, 'data.part');
    const isCut = await collect(connection, answer);
    onRead();
    const read = await engineSource(connection, { relation: ANSWER, names: answer.names });
    // The keys of few numbers are made sooner than these are looked at.
    const source = read.records <= VECTOR_SIZE ? read : await withKeys(connection, read);
    const isSmall = source.records < FEW_RECORDS || source.fields.length > WIDE;
    const table = await TableFile.create(instance, connection, part, isSmall);
    const { fields } = await table.write(source);
    const resource = { id, name, file: '', size: 0, modified: 0, records: source.records };
    return { resource: await publish(directory, part, resource, { fields, ids: 'place' }), isCut };
  });
}

/** Returns whether there are more records than a result has. */
async function collect(connection: DuckDBConnection, { types, next }: LockedAnswer): Promise<boolean> {
  const columns = types.map((type, index) => `${engineColumn(index)} ${typeSql(type)}`);
  await connection.run(`create temp table ${quotedName(ANSWER)} (${columns.join(', ')})`);
  const appender = await connection.createAppender(ANSWER);
  try {
    let room = MAX_RECORDS;
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      const count = chunk.rowCount;
      if (count > room) chunk.rowCount = room;
      if (room > 0) appender.appendDataChunk(chunk);
      if (count > room) return true;
      room -= count;
    }
    return false;
  } finally {
    appender.closeSync();
  }
}

/** The members of `row(1, 2)` have no names, which a column can't have: they get numbers. */
function typeSql(type: DuckDBType): string {
  let member = 0;
  const sql = type.alias ?? type.toString();
  return sql.replace(QUOTED, (quoted) => (quoted === '""' ? `"${String((member += 1))}"` : quoted));
}

/** A name, or a value of an enum. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;
