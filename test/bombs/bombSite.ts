/** What a bomb is set off with: a folder, processes of the built product, and a simple question that is asked meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EmbeddedDatastore, JobFailed, ProcessEnded } from '../../src/service/index.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { mustSay } from './mustSay.ts';
import { ProcessMemory } from './processMemory.ts';

const CLI = join(projectRoot, 'dist', 'cli.js');
const SERVICE = join(projectRoot, 'dist', 'service.js');
const MEMORY_LIMIT_MB = 1024;
const QUESTION_EVERY_MS = 200;

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A `serve` of the command line. */
export interface Served {
  readonly baseUrl: string;
  readonly token: string;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
  readonly pid: number;
  /** What it has logged so far. */
  readonly stderr: () => string;
}

export class BombSite {
  readonly folder: string;
  readonly #memory = new ProcessMemory();
  readonly #children: ChildProcess[] = [];
  #embedded: EmbeddedDatastore | undefined;
  #questions: Promise<void> = Promise.resolve();
  #isOver = false;
  #slowestMs = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<BombSite> {
    return new BombSite(await mkdtemp(join(tmpdir(), 'bomb-')));
  }

  get peakMb(): number {
    return this.#memory.peakMb;
  }

  /** The slowest answer to the simple question, in milliseconds; 0 if none was asked. */
  get slowestMs(): number {
    return this.#slowestMs;
  }

  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** Runs a command of the built command line to its end. */
  async command(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandOutcome> {
    const child = this.#start(args, env);
    const text = collected(child);
    await once(child, 'close');
    return { code: child.exitCode, ...text };
  }

  /** Starts `serve` of the built command line. Throws what it logged if it ends instead. */
  async serve(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Served> {
    const child = this.#start(['serve', '--port', '0', ...args], env);
    const text = collected(child);
    if (child.stdout === null) throw new Error('no output');
    const line = await Promise.race([
      once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
      once(child, 'close').then(() => undefined),
    ]);
    if (line === undefined) throw new Error(`serve ended: ${text.stderr}`);
    const { base_url, token, resources } = JSON.parse(line) as {
      base_url: string;
      token: string;
      resources: Served['resources'];
    };
    return { baseUrl: base_url, token, resources, pid: child.pid ?? 0, stderr: () => text.stderr };
  }

  /**
   * Imports a file in the way VS Code does, in a process of its own, while another resource is asked for. Returns the
   * number of records, or why the file can't be read. Throws if that isn't what `says` expects.
   */
  async importFile(path: string, says: RegExp): Promise<string> {
    const embedded = this.#openEmbedded();
    const { signal } = new AbortController();
    const other = await embedded.importFile(await this.file('other.csv', 'a\n1\n'), {}, signal);
    const { baseUrl, token } = await embedded.access(signal);
    this.beside(() => ask({ baseUrl, token }, 'datastore_search', { resource_id: other.id, limit: 1 }));
    try {
      const { records } = await embedded.importFile(path, {}, signal);
      return mustSay(says, `${String(records)} records`);
    } catch (error) {
      if (error instanceof JobFailed || error instanceof ProcessEnded) return mustSay(says, error.message);
      throw error;
    }
  }

  /** Asks a simple question every 200 ms until the bomb is over. It must be answered each time. */
  beside(question: () => Promise<unknown>): void {
    const askOn = async (): Promise<void> => {
      while (!this.#isOver) {
        const started = performance.now();
        await question();
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, QUESTION_EVERY_MS));
      }
    };
    this.#questions = Promise.all([this.#questions, askOn()]).then(() => undefined);
    // A failure is reported by `end`, which awaits the same promise.
    this.#questions.catch(() => undefined);
  }

  /** Ends the simple questions. Rejects if one of them failed. */
  async over(): Promise<void> {
    this.#isOver = true;
    await this.#questions;
  }

  /** Ends what the bomb has started. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#memory.end();
    this.#embedded?.dispose();
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => once(child, 'close'));
    for (const child of this.#children) child.kill('SIGTERM');
    const killer = setTimeout(() => this.#children.forEach((child) => child.kill('SIGKILL')), 5000);
    await Promise.all(ended);
    clearTimeout(killer);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  #openEmbedded(): EmbeddedDatastore {
    return (this.#embedded ??= new EmbeddedDatastore({
      servicePath: SERVICE,
      directory: join(this.folder, 'data'),
      memoryLimitMb: () => MEMORY_LIMIT_MB,
      log: () => undefined,
    }));
  }

  #start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, DATASTORE_TOKEN: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }
}

function collected(child: ChildProcess): { stdout: string; stderr: string } {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk));
  return text;
}

/** The text of the answer to an action. Throws if its status isn't 200. */
export async function ask(
  { baseUrl, token }: Pick<Served, 'baseUrl' | 'token'>,
  action: string,
  body: unknown,
): Promise<string> {
  const { status, text } = await post({ baseUrl, token }, action, body);
  if (status !== 200) throw new Error(`${action}: ${String(status)} ${text.slice(0, 500)}`);
  return text;
}

/** The answer to an action, whatever its status. */
export async function post(
  { baseUrl, token }: Pick<Served, 'baseUrl' | 'token'>,
  action: string,
  body: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${baseUrl}/api/action/${action}`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
