/** Our service as a command, from the bundle, with its token, over HTTP: files, or the tables of a database. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { HttpConnection } from './httpConnection.ts';

interface Answer {
  readonly base_url: string;
  readonly token: string;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
}

const WATCH_EVERY_MS = 50;

export class Served {
  readonly #child: ChildProcess;
  readonly #answer: Answer;
  readonly #http: HttpConnection;
  /** From the start of the command to the line that says that it serves. */
  readonly startMs: number;
  /** The highest that a process had which it began for reading a file, in MB. */
  readonly importPeak: number;

  private constructor(child: ChildProcess, answer: Answer, startMs: number, importPeak: number) {
    this.#child = child;
    this.#answer = answer;
    this.#http = this.connect();
    this.startMs = startMs;
    this.importPeak = importPeak;
  }

  /** `program` is a folder like dist/; `args` are those of `serve`. */
  static async start(program: string, args: readonly string[]): Promise<Served> {
    const started = performance.now();
    const child = spawn(process.execPath, [path.join(program, 'cli.js'), 'serve', ...args], {
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
    const startMs = performance.now() - started;
    clearInterval(watch);
    if (!output.includes('\n')) throw new Error('serve ended before it served');
    return new Served(child, JSON.parse(output) as Answer, startMs, importPeak);
  }

  get resources(): Answer['resources'] {
    return this.#answer.resources;
  }

  get access(): { readonly baseUrl: string; readonly token: string } {
    return { baseUrl: this.#answer.base_url, token: this.#answer.token };
  }

  /** Another connection, to be closed by who asked for it. */
  connect(): HttpConnection {
    return new HttpConnection(this.#answer.base_url, { authorization: this.#answer.token });
  }

  search(body: unknown): Promise<Buffer> {
    return this.#http.post('/api/3/action/datastore_search', body);
  }

  /** Reads so many records of a dump as CSV, or all; then goes away. @returns how many there were */
  dump(resource: string, query: Readonly<Record<string, string>>, most = Infinity): Promise<number> {
    const where = `/datastore/dump/${resource}?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: this.#answer.token };
    return new Promise((resolve, reject) => {
      const request = http.get(this.#answer.base_url + where, { headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`dump: ${String(response.statusCode)}`));
        // The header is no record.
        let records = -1;
        response.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) records += 1;
          if (records < most) return;
          resolve(records);
          request.destroy();
        });
        response.once('end', () => resolve(records));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  }

  /** The memory of the process that serves, in MB: now, and its highest value so far. */
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
}

/** Ids of a process's children; none where it has ended. */
function childrenOf(pid: number | undefined): readonly string[] {
  const file = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
}

/** The kernel's account of a process; 0 where it has just ended. */
function megabytes(pid: string, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
