/** A PostgreSQL server for the tests, without durability; removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { ExactValue } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { quotedName, quotedText } from '../../../src/base/quotes.ts';
import { Daemon } from '../../ckan/portal/daemon.ts';
import { Postgres } from '../../ckan/portal/postgres.ts';

export class PostgresCluster {
  readonly #folder: string;
  readonly #daemon: Daemon;
  readonly #postgres: Postgres;

  private constructor(folder: string, daemon: Daemon, postgres: Postgres) {
    this.#folder = folder;
    this.#daemon = daemon;
    this.#postgres = postgres;
  }

  static async start(): Promise<PostgresCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'postgres-engine-'));
    const daemon = new Daemon(folder, 'postgres');
    const postgres = new Postgres(daemon, folder);
    await postgres.create();
    await postgres.start();
    return new PostgresCluster(folder, daemon, postgres);
  }

  /** Runs a script as superuser, up to its first error. */
  sql(script: string): Promise<void> {
    return this.#postgres.sql(script);
  }

  url(role = 'postgres'): string {
    return this.#postgres.url(role, 'postgres');
  }

  /** Queries PostgreSQL directly, without the service. */
  async ask(sql: string, values: readonly string[] = []): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url() });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Makes a table with a key, its first column if none is named. Records have their values in the order of the columns. */
  async create(
    name: string,
    columns: readonly (readonly [name: string, type: string])[],
    records: readonly (readonly ExactValue[])[],
    key = columns[0]?.[0] ?? '',
  ): Promise<void> {
    const table = quotedName(name);
    const fields = columns.map(([id, type]) => `${quotedName(id)} ${type}`);
    const objects = records.map((record) => Object.fromEntries(columns.map(([id], at) => [id, record[at] ?? null])));
    await this.sql(
      `create table ${table} (${fields.join(', ')}, primary key (${quotedName(key)})); insert into ${table} ` +
        `select * from json_populate_recordset(null::${table}, ${quotedText(stringifyExact(objects))});`,
    );
  }

  /** Restarts on the same port. `meanwhile` runs while it's down. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    const port = Number(new URL(this.url()).port);
    await this.#daemon.stop('SIGINT');
    try {
      await meanwhile();
    } finally {
      await this.#postgres.start(port);
    }
  }

  async stop(): Promise<void> {
    await this.#daemon.stop('SIGINT');
    this.#postgres.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
