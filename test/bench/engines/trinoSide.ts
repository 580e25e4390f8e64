/** A real Trino, a coordinator and two workers on this machine that hold the records in memory, and its own protocol. */
import { TrinoConnection } from '../../../src/service/engine/trino/trinoConnection.ts';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { TrinoCluster } from '../../trino/trinoCluster.ts';
import { recordedStatements } from './recordedStatements.ts';
import { recordsSelect, STEP, TABLE } from './records.ts';
import { Served } from '../service/served.ts';
import type { Side } from './side.ts';
import { allTrinoRows, trinoRows } from './trinoClient.ts';

const PLACE = { catalog: 'memory', schema: 'default' };
/** Enough for 10 million records. */
const SIZE = { heap: '4G', dataPerNode: '3GB' };

export async function trinoSide(program: string, count: number): Promise<Side> {
  const cluster = await TrinoCluster.start(SIZE);
  const { origin } = cluster;
  const started = performance.now();
  const steps = count / STEP;
  const source =
    `(select cast(step * ${String(STEP)} + place as bigint) as i from ` +
    `unnest(sequence(0, ${String(steps - 1)})) as s(step) cross join unnest(sequence(1, ${String(STEP)})) as p(place)) t0`;
  await cluster.sql(`create table ${PLACE.catalog}.${PLACE.schema}.${TABLE} as ${recordsSelect(source)}`);
  const loaded = performance.now();
  const datastore = await openTrino({
    ...{ origin, user: 'bench', password: undefined, scannedBytes: undefined, ...PLACE },
  });
  const serve = (folder: string): Promise<Served> =>
    Served.start(folder, ['--trino', origin, '--catalog', PLACE.catalog, '--schema', PLACE.schema]);
  const served = await serve(program);
  return {
    ...{ name: 'Trino', served, resource: TABLE },
    facts: [`its SELECT that makes the records: ${((loaded - started) / 1000).toFixed(0)} s`],
    ownClient: async (question) => {
      const recorded = await recordedStatements(TrinoConnection.prototype, datastore, TABLE, question);
      const statements = (recorded as readonly (readonly [string])[])
        .map(([sql]) => sql)
        .filter((sql) => sql.includes(`"${TABLE}" t`));
      const last = statements.at(-1) ?? '';
      if (question.kind === 'dump')
        return async () => {
          let records = 0;
          for await (const rows of trinoRows(origin, last)) records += rows.length;
          return records;
        };
      return async () => {
        let rows: readonly (readonly unknown[])[] = [];
        for (const sql of statements) rows = await allTrinoRows(origin, sql);
        return rows;
      };
    },
    serve,
    stop: async () => {
      await served.stop();
      await datastore.close();
      await cluster.stop();
    },
  };
}
