/** PostgreSQL without anything in front: a cluster of our own, asked over its own protocol. */
import path from 'node:path';
import { Daemon } from '../../ckan/portal/daemon.ts';
import { Postgres } from '../../ckan/portal/postgres.ts';
import { dumpFinding, hashOf, type Contender, type Finding } from './contender.ts';
import { createIndexedTable, createTable, loadTable, loadThroughTrigger } from './datastoreTable.ts';
import { loadByInserts } from './insertLoad.ts';
import { PgConnection, type PgResult } from './pgConnection.ts';
import { TABLE, type Question, type RivalName } from './questions.ts';

const DATABASE = 'bench';
const INDEXED = 'indexed';
/** What an administrator gives a server that sorts and counts; CKAN's table is asked with PostgreSQL's own 4 MB. */
const WORK_MEMORY = '64MB';

type PostgresName = Exclude<RivalName, 'CKAN'>;

export class PostgresRival {
  readonly #daemon: Daemon;
  readonly #server: Postgres;
  /** For loading; each contender has a connection of its own. */
  readonly #pg: PgConnection;
  readonly #opened: PgConnection[] = [];

  private constructor(daemon: Daemon, server: Postgres, pg: PgConnection) {
    this.#daemon = daemon;
    this.#server = server;
    this.#pg = pg;
  }

  /** `folder` keeps its log; the cluster is new and goes with `stop`. */
  static async start(folder: string): Promise<PostgresRival> {
    const daemon = new Daemon(folder, 'postgres');
    await daemon.stop('SIGINT');
    const server = new Postgres(daemon, path.join(folder, 'cluster'));
    await server.create();
    await server.start();
    // More than the 128 MB it comes with: a whole million records fit.
    await server.sql(`alter system set shared_buffers = '2GB';
      alter system set max_wal_size = '8GB'; create database ${DATABASE};`);
    await daemon.stop('SIGINT');
    await server.start();
    return new PostgresRival(daemon, server, await PgConnection.open(server.url('postgres', DATABASE)));
  }

  async version(): Promise<string> {
    return (await this.#pg.query('show server_version'))()[0]?.rows[0]?.[0] ?? '';
  }

  /** By one COPY, or by CKAN's own INSERTs, see there; the table does not stay. */
  async loadThroughTrigger(file: string, how: 'copy' | 'inserts', count: number): Promise<number> {
    await createTable(this.#pg, 'triggered');
    const load = how === 'copy' ? loadThroughTrigger : loadByInserts;
    const took = await load(this.#pg, 'triggered', file);
    const read = await this.#pg.query('select count(*) from triggered; drop table triggered');
    const records = read()[0]?.rows[0]?.[0];
    if (records !== String(count)) throw new Error(`${how}: the table holds ${String(records)} records`);
    return took;
  }

  /** See loadTable; the table is made anew. */
  async load(file: string, hasFullText: boolean): Promise<number> {
    await createTable(this.#pg, TABLE);
    return loadTable(this.#pg, TABLE, file, hasFullText);
  }

  /** Indexes the records that `load` has brought. @returns how long its indexes took, in ms */
  index(): Promise<number> {
    return createIndexedTable(this.#pg, TABLE, INDEXED);
  }

  async contender(name: PostgresName): Promise<Contender> {
    const pg = await this.#connect(name);
    this.#opened.push(pg);
    return {
      name,
      ask: (question) => {
        const sql = sqlFor(name, question);
        if (sql === undefined) return undefined;
        return async () => {
          const read = await pg.query(sql);
          return () => finding(question, read());
        };
      },
      client: async () => {
        const own = await this.#connect(name);
        return { ask: (question) => own.query(sqlFor(name, question) ?? question.sql), close: () => own.close() };
      },
    };
  }

  async #connect(name: PostgresName): Promise<PgConnection> {
    const pg = await PgConnection.open(this.#server.url('postgres', DATABASE));
    if (name === 'PostgreSQL, indexed') await pg.run(`set work_mem = '${WORK_MEMORY}'`);
    return pg;
  }

  async stop(): Promise<void> {
    for (const pg of [this.#pg, ...this.#opened]) pg.close();
    await this.#daemon.stop('SIGINT');
    this.#server.remove();
  }
}

function sqlFor(name: PostgresName, { sql, fullTextSql, indexedSql = sql }: Question): string | undefined {
  if (name === 'CKAN’s full text') return fullTextSql;
  return name === 'CKAN’s table' ? sql : indexedSql.replaceAll(`from ${TABLE}`, `from ${INDEXED}`);
}

function finding(question: Question, results: readonly PgResult[]): Finding | Promise<Finding> {
  const [first, page] = results;
  if (question.kind === 'dump') return dumpFinding(first?.copied ?? Buffer.alloc(0));
  if (question.kind === 'sql') return { total: '', records: hashOf(first?.rows ?? []) };
  const boolean = question.fields.indexOf('flag');
  const rows = (page?.rows ?? []).map((row) =>
    row.map((value, index) => (index === boolean ? (value === 't' ? 'true' : 'false') : value)),
  );
  return { total: first?.rows[0]?.[0] ?? '', records: hashOf(rows) };
}
