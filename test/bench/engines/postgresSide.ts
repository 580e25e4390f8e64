/** Debian's PostgreSQL with the indexes of an administrator who knows the questions, and its client `pg`. */
import path from 'node:path';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { quotedText } from '../../../src/base/quotes.ts';
import { PostgresConnections } from '../../../src/service/engine/postgres/postgresConnections.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { Daemon } from '../../ckan/portal/daemon.ts';
import { Postgres } from '../../ckan/portal/postgres.ts';
import { recordedStatements } from './recordedStatements.ts';
import { FIELDS, TABLE } from './records.ts';
import { Served } from '../service/served.ts';
import type { Found, Side } from './side.ts';

const DATABASE = 'bench';
const INDEXES = ['(city)', '(category, status)', '(created)', '(amount desc, nr)'];
const BATCH = 1000;
/** In front of the values: `_id`, which this table has not. Behind them are those of the key. */
const OTHERS = 1;

interface Statement {
  readonly sql: string;
  readonly values: readonly string[];
}

export async function postgresSide(program: string, file: string, work: string): Promise<Side> {
  const daemon = new Daemon(path.join(work, 'postgres'), 'postgres');
  const server = new Postgres(daemon, path.join(work, 'postgres', 'cluster'));
  await server.create();
  await server.start();
  await server.sql(`alter system set shared_buffers = '2GB'; alter system set max_wal_size = '8GB';
    alter system set work_mem = '64MB'; alter system set maintenance_work_mem = '1GB'; create database ${DATABASE};`);
  await daemon.stop('SIGINT');
  await server.start();
  const url = server.url('postgres', DATABASE);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  await client.query(`create table ${TABLE} (${FIELDS.map((field) => field.join(' ')).join(', ')})`);
  await client.query(`copy ${TABLE} from ${quotedText(file)} with (format csv, header)`);
  const copied = performance.now();
  await client.query(`alter table ${TABLE} add primary key (nr)`);
  for (const index of INDEXES) await client.query(`create index on ${TABLE} ${index}`);
  await client.query(`vacuum (analyze) ${TABLE}`);
  const indexed = performance.now();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  const { port } = new URL(url);
  const address = { host: '127.0.0.1', port: Number(port), database: DATABASE, user: 'postgres' };
  const datastore = await openPostgres({ ...address, encryption: 'none', schema: 'public' });
  const served = await Served.start(program, ['--postgres', url]);
  return {
    ...{ name: 'PostgreSQL', served, resource: TABLE },
    facts: [`loading by COPY: ${seconds(copied - started)}, its indexes: ${seconds(indexed - copied)}`],
    ownClient: async (question) => {
      const recorded = await recordedStatements(PostgresConnections.prototype, datastore, TABLE, question);
      const statements = (recorded as readonly (readonly [Statement])[])
        .map(([statement]) => statement)
        .filter(({ sql }) => sql.includes(`"${TABLE}" t`));
      const [last] = statements.slice(-1);
      const { fields = [] } = question.search as { readonly fields?: readonly string[] };
      if (question.kind === 'dump' && last !== undefined) return () => counted(client, last);
      return async () => {
        let rows: readonly (readonly unknown[])[] = [];
        for (const { sql, values } of statements)
          ({ rows } = await client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' }));
        return rows.map((row) => row.slice(OTHERS, OTHERS + fields.length));
      };
    },
    serve: (other) => Served.start(other, ['--postgres', url]),
    stop: async () => {
      await served.stop();
      await datastore.close();
      await client.end();
      await daemon.stop('SIGINT');
      server.remove();
    },
  };
}

async function counted(client: pg.Client, { sql, values }: Statement): Promise<Found> {
  const cursor = client.query(new Cursor<unknown[]>(sql, [...values], { rowMode: 'array' }));
  let records = 0;
  for (let rows = await cursor.read(BATCH); rows.length > 0; rows = await cursor.read(BATCH)) records += rows.length;
  await cursor.close();
  return records;
}
