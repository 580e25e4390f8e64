import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedName } from '../../base/quotes.ts';
import { openEnclosed } from '../engine/duckdb/duckdbInstance.ts';
import type { LockedAnswer } from '../engine/duckdb/statement/lockedSources.ts';
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
  readonly memoryLimitMb: number;
}

export interface StatementResult {
  readonly resource: LocalResource;
  /** There are more records than 1,000,000. */
  readonly isCut: boolean;
}

const MAX_RECORDS = 1_000_000;
const ANSWER = 'answer';

/** Makes a resource of the records of a statement, in their order. A previous result stays until this one is whole. */
export async function importAnswer(
  answer: LockedAnswer,
  { id, name, directory, workDirectory, memoryLimitMb }: ResultPlace,
): Promise<StatementResult> {
  const part = join(workDirectory, 'data.part');
  const instance = await openEnclosed({
    directories: [`${workDirectory}/`],
    files: [],
    temporaryDirectory: join(workDirectory, 'spill'),
    memoryLimitMb,
  });
  const connection = await instance.connect();
  try {
    const isCut = await collect(connection, answer);
    const source = await withKeys(
      connection,
      await engineSource(connection, { relation: ANSWER, names: answer.names }),
    );
    const table = await TableFile.create(instance, connection, part, source.fields.length > WIDE);
    const { fields } = await table.write(source);
    const resource = { id, name, file: '', size: 0, modified: 0, records: source.records };
    return { resource: await publish(directory, part, resource, { fields, ids: 'place' }), isCut };
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** Returns whether there are more records than a result has. */
async function collect(connection: DuckDBConnection, { types, next }: LockedAnswer): Promise<boolean> {
  const columns = types.map((type, index) => `${engineColumn(index)} ${type.alias ?? type.toString()}`);
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
