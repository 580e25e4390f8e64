/** PostgreSQL without anything in front: a cluster of our own, asked over its own protocol. */
import path from 'node:path';
import { Daemon } from '../../ckan/portal/daemon.ts';
import { Postgres } from '../../ckan/portal/postgres.ts';
import { countLines, dumpFinding, hashOf, type Contender, type Finding } from './contender.ts';
import { createTable, loadTable, loadThroughTrigger } from './datastoreTable.ts';
import { loadByInserts } from './insertLoad.ts';
import { PgConnection, type PgResult } from './pgConnection.ts';
import { TABLE, type Question } from './questions.ts';

const DATABASE = 'bench';

export class PostgresRival {
  readonly #daemon: Daemon;
  readonly #server: Postgres;
  readonly #pg: PgConnection;

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

  contender(name: 'PostgreSQL' | 'PostgreSQL full text'): Contender {
    return {
      name,
      ask: (question) => {
        const sql = name === 'PostgreSQL' ? question.sql : question.fullTextSql;
        if (sql === undefined) return undefined;
        return async () => {
          const read = await this.#pg.query(sql);
          return () => finding(question, read());
        };
      },
    };
  }

  async stop(): Promise<void> {
    this.#pg.close();
    await this.#daemon.stop('SIGINT');
    this.#server.remove();
  }
}

function finding(question: Question, results: readonly PgResult[]): Finding {
  const [first, page] = results;
  if (question.kind === 'dump') return dumpFinding(countLines(first?.copied ?? Buffer.alloc(0)));
  if (question.kind === 'sql') return { total: '', records: hashOf(first?.rows ?? []) };
  const boolean = question.fields.indexOf('flag');
  const rows = (page?.rows ?? []).map((row) =>
    row.map((value, index) => (index === boolean ? (value === 't' ? 'true' : 'false') : value)),
  );
  return { total: first?.rows[0]?.[0] ?? '', records: hashOf(rows) };
}
