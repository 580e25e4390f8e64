/** What statements attack: files that aren't sources, an empty folder, a port, and resources of which two are sources. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { importFile } from '../../../src/service/reading/importFile.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { CHANGES, CONNECTS, HIDES, LEARNS, SETS, WRITES } from './reachingAttacks.ts';
import { CLAUSES, FILES, STEPS } from './readingAttacks.ts';

type Effect = 'changed' | 'connected' | 'hidden' | 'learnt' | 'read' | 'set' | 'written';

export interface Attack {
  readonly effect: Effect;
  readonly sql: string;
}

const of = (effect: Effect, statements: readonly string[]): readonly Attack[] =>
  statements.map((sql) => ({ effect, sql }));

export const ATTACKS = [
  ...of('read', [...FILES, ...CLAUSES, ...STEPS]),
  ...of('written', WRITES),
  ...of('connected', CONNECTS),
  ...of('set', SETS),
  ...of('learnt', LEARNS),
  ...of('changed', CHANGES),
  ...of('hidden', HIDES),
];

const CANARY = 'canary7f3a';
const PRIVATE_RECORD = 'private-record';
export const HONEST = 'select upper(title) as title, n from lessons order by n';
/** The databases of both sources and of the other resource. */
type DatabaseNames = readonly [a: string, b: string, c: string];

export class AttackedFiles {
  readonly folder: string;
  readonly #server: Server;
  readonly #port: number;
  readonly #resources: LocalResource[] = [];
  #connected = 0;
  #plain = 0;

  private constructor(folder: string, server: Server, port: number) {
    this.folder = folder;
    this.#server = server;
    this.#port = port;
    server.on('connection', () => (this.#connected += 1));
  }

  static async open(): Promise<AttackedFiles> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sql-attacks-'));
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const files = new AttackedFiles(folder, server, (server.address() as AddressInfo).port);
    for (const each of ['private', 'out', 'data', 'work']) await mkdir(files.#at(each));
    await files.#hide();
    for (const [name, first] of [
      ['lessons', 'Algebra'],
      ['copies', 'Atlas'],
      ['other', PRIVATE_RECORD],
    ] as const) {
      const file = files.#at(`${name}.csv`);
      await writeFile(file, `title,n\n${first},1\nGeometry,2\n`);
      const request = {
        file,
        directory: files.data,
        choices: {},
        workDirectory: files.#at('work'),
        memoryLimitMb: 512,
      };
      files.#resources.push(await importFile(request, () => undefined));
    }
    return files;
  }

  /** Folder of the imported data. */
  get data(): string {
    return this.#at('data');
  }

  get sources(): readonly { readonly name: string; readonly resourceId: string }[] {
    return ['lessons', 'copies'].map((name, index) => ({ name, resourceId: this.#resources[index]?.id ?? '' }));
  }

  async dataHash(): Promise<string> {
    const hash = createHash('sha256');
    for (const name of (await readdir(this.data)).toSorted())
      if (/\.(?:duckdb|json)$/.test(name)) hash.update(name).update(await readFile(path.join(this.data, name)));
    return hash.digest('hex');
  }

  async close(): Promise<void> {
    this.#server.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The statement with the real paths. */
  text(sql: string, [a, b, c]: DatabaseNames): string {
    const places: Readonly<Record<string, string>> = {
      ...Object.fromEntries(
        ['txt', 'csv', 'json', 'parquet', 'duckdb'].map((type) => [type, this.#at('private', `file.${type}`)]),
      ),
      folder: this.#at('private'),
      out: this.#at('out'),
      extensions: `set autoinstall_extension_repository = 'http://127.0.0.1:${String(this.#port)}'`,
      port: String(this.#port),
      ...{ a, b, c },
    };
    return sql.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '');
  }

  /** Whether an answer, or the message of an error, gives out what isn't a source's. */
  givesOut(answer: string, effect: Effect, [, , c]: DatabaseNames): boolean {
    const secrets = [CANARY, 'seen', PRIVATE_RECORD];
    return [...secrets, ...(effect === 'learnt' ? [`"${c}"`, this.data] : [])].some((text) => answer.includes(text));
  }

  /** Whether something was written or connected since the last time. */
  async reached(): Promise<boolean> {
    const written = await readdir(this.#at('out'));
    for (const name of written) await rm(this.#at('out', name), { recursive: true });
    const connected = this.#connected;
    this.#connected = 0;
    return written.length > 0 || connected > 0;
  }

  /** Runs an attack on plain DuckDB. Returns the reason if it fails there. */
  async failsOnPlain({ sql, effect }: Attack): Promise<string | undefined> {
    const folder = this.#at(`plain${String((this.#plain += 1))}`);
    await mkdir(folder);
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    try {
      const names = ['r1', 'r2', 'r3'] as const;
      const catalogue = new Catalogue(this.data);
      for (const [index, name] of names.entries()) {
        const description = await catalogue.find(this.#resources[index]?.id ?? '');
        const copy = path.join(folder, `${name}.duckdb`);
        await copyFile(path.join(this.data, description?.data ?? ''), copy);
        await connection.run(`attach '${copy}' as ${name}`);
      }
      await connection.run(`
        set global temp_directory = '${this.data}/spill'; set global home_directory = '${folder}';
        set global threads = 2; set global TimeZone = 'UTC';
        create view lessons as select c0 as title, c1::integer as n from r1.t;
        create view copies as select c0 as title, c1::integer as n from r2.t`);
      const before = await stateOf(connection, effect);
      const { answer, error } = await answered(connection, this.text(sql, names));
      const isReached = await this.reached();
      if (effect === 'written' || effect === 'connected') return isReached ? undefined : (error ?? 'nothing reached');
      if (error !== undefined) return error;
      if (effect === 'read' || effect === 'learnt') return this.givesOut(answer, effect, names) ? undefined : answer;
      return (await stateOf(connection, effect)) === before ? 'nothing changed' : undefined;
    } finally {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true });
    }
  }

  #at(...names: readonly string[]): string {
    return path.join(this.folder, ...names);
  }

  /** Writes the canary into files that no document names as sources. */
  async #hide(): Promise<void> {
    const file = (type: string): string => this.#at('private', `file.${type}`);
    await writeFile(file('txt'), `${CANARY}\n`);
    await writeFile(file('csv'), `n,${CANARY}\n7,${CANARY}\n8,x\n`);
    await writeFile(file('json'), `{"n":7,"${CANARY}":"${CANARY}"}\n`);
    await writeFile(this.#at('private', CANARY), '');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`
      copy (select 7 as n, '${CANARY}' as ${CANARY}) to '${file('parquet')}' (kv_metadata {k: '${CANARY}'});
      attach '${file('duckdb')}' as hidden;
      create table hidden.t as select '${CANARY}' as s`);
    connection.closeSync();
    instance.closeSync();
  }
}

async function answered(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ readonly answer: string; readonly error?: string }> {
  try {
    const reader = await connection.runAndReadAll(sql);
    return { answer: JSON.stringify([reader.columnNames(), reader.getRowsJson()]) };
  } catch (error) {
    return { answer: '', error: String(error) };
  }
}

const STATES: Readonly<Partial<Record<Effect, readonly string[]>>> = {
  set: ['select name, value from duckdb_settings()'],
  changed: ['from r1.t', 'select sql from duckdb_tables() union all select sql from duckdb_views() order by all'],
  hidden: [HONEST],
};

/** What must be the same before and after a statement. */
async function stateOf(connection: DuckDBConnection, effect: Effect): Promise<string> {
  const answers = (STATES[effect] ?? []).map((question) => answered(connection, question));
  return JSON.stringify(await Promise.all(answers));
}
