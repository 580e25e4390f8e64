/** The embedded datastore as `datastore-explorer serve`, from the bundle, with its token, over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { dumpFinding, searchFinding, sqlFinding, type Contender } from './contender.ts';
import { HttpConnection } from './httpConnection.ts';
import { TABLE, type Question } from './questions.ts';

interface Served {
  readonly base_url: string;
  readonly token: string;
  readonly resources: readonly { readonly id: string }[];
}

const WATCH_EVERY_MS = 50;

export class Embedded {
  readonly #child: ChildProcess;
  readonly #served: Served;
  readonly #http: HttpConnection;
  readonly #resourceId: string;
  /** From the start of the command to the line that says that it serves, in ms. */
  readonly importMs: number;
  /** The highest that the process that imported had, in MB. */
  readonly importPeak: number;

  private constructor(child: ChildProcess, served: Served, importMs: number, importPeak: number) {
    this.#child = child;
    this.#served = served;
    this.#http = new HttpConnection(served.base_url, { authorization: served.token });
    this.#resourceId = served.resources[0]?.id ?? '';
    this.importMs = importMs;
    this.importPeak = importPeak;
  }

  /** `program` is a folder like dist/. */
  static async serve(program: string, file: string): Promise<Embedded> {
    const started = performance.now();
    const child = spawn(process.execPath, [path.join(program, 'cli.js'), 'serve', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let importPeak = 0;
    const watch = setInterval(() => {
      for (const pid of childrenOf(child.pid)) importPeak = Math.max(importPeak, megabytes(pid, 'VmHWM'));
    }, WATCH_EVERY_MS);
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes('\n')) break;
    }
    const importMs = performance.now() - started;
    clearInterval(watch);
    if (!output.includes('\n')) throw new Error('serve ended before it served');
    return new Embedded(child, JSON.parse(output) as Served, importMs, importPeak);
  }

  get access(): { readonly baseUrl: string; readonly token: string; readonly resourceId: string } {
    return {
      baseUrl: this.#served.base_url,
      token: this.#served.token,
      resourceId: this.#resourceId,
    };
  }

  /** What the API does not know (yet) is left out: no `datastore_search_sql`, no dump. */
  async contender(): Promise<Contender> {
    const knows = { search: true, sql: await this.#knowsSql(), dump: await this.#knowsDump() };
    return {
      name: 'ours',
      ask: (question) => {
        if (!knows[question.kind]) return undefined;
        if (question.kind === 'dump')
          return async () => {
            const body = await this.#http.get(this.#dumpPath());
            return () => dumpFinding(body);
          };
        if (question.kind === 'sql') {
          const sql = question.sql.replace(TABLE, `"${this.#resourceId}"`);
          return async () => {
            const body = await this.#http.post('/api/3/action/datastore_search_sql', { sql });
            return () => sqlFinding(body);
          };
        }
        return async () => {
          const body = await this.#search(this.#http, question);
          return () => searchFinding(body, question.fields);
        };
      },
      client: () => {
        const http = new HttpConnection(this.#served.base_url, { authorization: this.#served.token });
        return Promise.resolve({
          ask: (question) => this.#search(http, question),
          close: () => http.close(),
        });
      },
    };
  }

  /** Of the process that serves, in MB: now, and its highest so far. */
  memory(): { readonly now: number; readonly peak: number } {
    const pid = String(this.#child.pid);
    return { now: megabytes(pid, 'VmRSS'), peak: megabytes(pid, 'VmHWM') };
  }

  async stop(): Promise<void> {
    this.#http.close();
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }

  #search(http: HttpConnection, question: Question): Promise<Buffer> {
    return http.post('/api/3/action/datastore_search', { resource_id: this.#resourceId, ...question.search });
  }

  #dumpPath(): string {
    return `/datastore/dump/${this.#resourceId}`;
  }

  #knowsSql(): Promise<boolean> {
    return this.#answers(this.#http.post('/api/3/action/help_show', { name: 'datastore_search_sql' }));
  }

  #knowsDump(): Promise<boolean> {
    return this.#answers(this.#http.get(`${this.#dumpPath()}?limit=1`));
  }

  async #answers(answer: Promise<Buffer>): Promise<boolean> {
    return answer.then(
      () => true,
      () => false,
    );
  }
}

/** Ids of a process's children; none where it has ended. */
export function childrenOf(pid: number | undefined): readonly string[] {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
}

/** The kernel's account of a process; 0 where it has just ended. */
export function megabytes(pid: string, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
