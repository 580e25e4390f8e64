/** CKAN's databases: a PostgreSQL cluster of our own, without durability. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from './command.ts';
import { freePort, type Daemon, type Program } from './daemon.ts';
import { postgresBin } from './prerequisites.ts';

/** An empty cluster that this process has made, because a copy of its files takes a tenth of the time of `initdb`. */
let template: Promise<string> | undefined;

export class Postgres {
  readonly #daemon: Daemon;
  readonly #cluster: string;
  readonly #bin: string;
  readonly #user: Program['user'];
  #port = 0;

  constructor(daemon: Daemon, site: string) {
    this.#daemon = daemon;
    this.#bin = postgresBin() ?? '';
    if (process.getuid?.() === 0) {
      // Not under `site`: the user postgres may have no way into root's folders.
      const name = createHash('sha256').update(site).digest('hex').slice(0, 12);
      this.#cluster = path.join(os.tmpdir(), `datastore-explorer-postgres-${name}`);
      this.#user = accountOf('postgres');
    } else this.#cluster = path.join(site, 'postgres');
  }

  /** False after the first start on this machine, or when /tmp was emptied since. */
  exists(): boolean {
    return fs.existsSync(path.join(this.#cluster, 'PG_VERSION'));
  }

  /** An empty cluster in place of whatever was there. */
  async create(): Promise<void> {
    template ??= this.#createTemplate();
    this.#createFolder(this.#cluster);
    await run({ command: 'cp', args: ['-R', `${await template}/.`, this.#cluster], user: this.#user });
  }

  async #createTemplate(): Promise<string> {
    const folder = path.join(os.tmpdir(), `datastore-explorer-postgres-template-${String(process.pid)}`);
    this.#createFolder(folder);
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    // `-T english`: the C locale would choose `simple`, and searches would miss what real portals find.
    const options = ['-E', 'UTF8', '--locale=C.UTF-8', '-T', 'english', '-A', 'trust', '-U', 'postgres', '-N'];
    await run(this.#program('initdb', ['-D', folder, ...options]));
    return folder;
  }

  #createFolder(folder: string): void {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (this.#user) fs.chownSync(folder, this.#user.uid, this.#user.gid);
  }

  /** Takes the cluster off the disk. It must not be running. */
  remove(): void {
    fs.rmSync(this.#cluster, { recursive: true, force: true });
  }

  /** On a free port unless given. */
  async start(port?: number): Promise<void> {
    this.#port = port ?? (await freePort());
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];
    const args = ['-D', this.#cluster, '-p', String(this.#port), ...settings.flatMap((text) => ['-c', text])];
    await this.#daemon.start(this.#program('postgres', args), this.#port, async () => {
      await this.sql('SELECT 1');
      return true;
    });
  }

  /** Runs a script as superuser, up to its first error. */
  async sql(script: string): Promise<void> {
    const port = this.#daemon.port() ?? this.#port;
    const login = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'postgres'];
    await run(this.#program('psql', ['-q', '-v', 'ON_ERROR_STOP=1', ...login]), script);
  }

  url(role: string, database: string): string {
    return `postgresql://${role}@127.0.0.1:${this.#port}/${database}`;
  }

  #program(name: string, args: readonly string[]): Program {
    return { command: path.join(this.#bin, name), args, user: this.#user };
  }
}

/** @throws Error when the machine has no such account (the package postgresql makes it) */
function accountOf(name: string): { uid: number; gid: number } {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`This machine has no user ${name}.`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
