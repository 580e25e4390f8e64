/** sqlite-utils from PyPI: what people use today to make a file searchable. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const VERSION = '4.2.1';

export class SqliteUtils {
  readonly #venv: string;
  readonly version = VERSION;

  /** sqlite-utils is installed into `folder` once. */
  constructor(folder: string) {
    this.#venv = path.join(folder, `sqlite-utils-${VERSION}`);
    if (fs.existsSync(path.join(this.#venv, 'installed'))) return;
    fs.rmSync(this.#venv, { recursive: true, force: true });
    run('python3', '-m', 'venv', this.#venv);
    run(path.join(this.#venv, 'bin', 'pip'), '-q', 'install', `sqlite-utils==${VERSION}`);
    fs.writeFileSync(path.join(this.#venv, 'installed'), VERSION);
  }

  /** @returns ms of `sqlite-utils insert`, with its own guess of types; `records` are what it then holds */
  insert(folder: string, file: string): { readonly ms: number; readonly records: number } {
    const database = path.join(folder, 'sqlite-utils.db');
    fs.rmSync(database, { force: true });
    const started = performance.now();
    run(path.join(this.#venv, 'bin', 'sqlite-utils'), 'insert', database, 'records', file, '--csv', '--silent');
    const ms = performance.now() - started;
    const opened = new DatabaseSync(database, { readOnly: true });
    const records = Number(opened.prepare('select count(*) as n from records').get()?.['n']);
    opened.close();
    fs.rmSync(database);
    return { ms, records };
  }
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.slice(-2000)}`);
}
