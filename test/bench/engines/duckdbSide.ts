/** A file that our service has read, and the same data file asked through DuckDB's own client. */
import fs from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../src/base/quotes.ts';
import type { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { openEnclosed } from '../../../src/service/engine/duckdb/duckdbInstance.ts';
import { Engine } from '../../../src/service/engine/duckdb/engine.ts';
import { withTextMacros } from '../../../src/service/engine/duckdb/statement/textMacros.ts';
import { openFolder } from '../../../src/service/engine/openDatastore.ts';
import { recordedStatements } from './recordedStatements.ts';
import { Served } from '../service/served.ts';
import type { Found, Side } from './side.ts';

/** The memory limit that `serve` has unless an option changes it. */
const MEMORY_LIMIT_MB = 1024;
/** The service's name for the first database that it attaches. */
const DATABASE = 'r1';
/** In front of the values: the total, and `_id`. */
const OTHERS = 2;

export async function duckdbSide(program: string, file: string, work: string): Promise<Side> {
  const directory = path.join(work, 'served');
  const served = await Served.start(program, ['--directory', directory, file]);
  const resource = served.resources[0]?.id ?? '';
  const data = fs.readdirSync(directory).filter((name) => name.endsWith('.duckdb'));
  const [dataFile = ''] = data;
  const instance = await openEnclosed({
    ...{ directories: [`${directory}/`], files: [], memoryLimitMb: MEMORY_LIMIT_MB },
    temporaryDirectory: path.join(work, 'spill'),
  });
  await withTextMacros(instance);
  const connection = await instance.connect();
  await connection.run(`attach ${quotedText(path.join(directory, dataFile))} as ${DATABASE} (read_only)`);
  const datastore = await openFolder({ directory, memoryLimitMb: MEMORY_LIMIT_MB });
  const bytes = fs.statSync(path.join(directory, dataFile)).size;
  return {
    ...{ name: 'DuckDB', served, resource },
    facts: [
      `import of ${megabytesOf(fs.statSync(file).size)} of CSV: ${(served.startMs / 1000).toFixed(0)} s, ` +
        `${megabytesOf(bytes)} on disk, at most ${served.importPeak.toFixed(0)} MB of memory`,
    ],
    ownClient: async (question) => {
      const recorded = await recordedStatements(Engine.prototype, datastore, resource, question);
      // The one that gives the records comes last; those before it look into the index of blocks.
      const statements = recorded as readonly (readonly [string, Bindings])[];
      const [last] = statements.slice(-1);
      if (question.kind === 'dump' && last !== undefined) return () => counted(connection, ...last);
      return async () => {
        let rows: readonly (readonly unknown[])[] = [];
        for (const [sql, { values, types }] of statements)
          rows = (await connection.runAndReadAll(sql, values, types)).getRows();
        return rows.map((row) => row.slice(OTHERS));
      };
    },
    serve: (other) => Served.start(other, ['--directory', fs.mkdtempSync(path.join(work, 'also-')), file]),
    stop: async () => {
      await datastore.close();
      connection.closeSync();
      instance.closeSync();
      await served.stop();
    },
  };
}

async function counted(connection: DuckDBConnection, sql: string, { values, types }: Bindings): Promise<Found> {
  const result = await connection.stream(sql, values, types);
  let records = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk())
    records += chunk.getRows().length;
  return records;
}

function megabytesOf(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
