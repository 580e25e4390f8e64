/** The embedded datastore as `datastore-explorer serve`, from the bundle, with its token, over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { countLines, dumpFinding, searchFinding, sqlFinding, type Contender } from './contender.ts';
import { HttpConnection } from './httpConnection.ts';
import { TABLE } from './questions.ts';

interface Served {
  readonly base_url: string;
  readonly token: string;
  readonly resources: readonly { readonly id: string }[];
}

export class Embedded {
  readonly #child: ChildProcess;
  readonly #http: HttpConnection;
  readonly #resourceId: string;
  /** From the start of the command to the line that says that it serves, in ms. */
  readonly importMs: number;

  private constructor(child: ChildProcess, served: Served, importMs: number) {
    this.#child = child;
    this.#http = new HttpConnection(served.base_url, { authorization: served.token });
    this.#resourceId = served.resources[0]?.id ?? '';
    this.importMs = importMs;
  }

  /** `program` is a folder like dist/. */
  static async serve(program: string, file: string): Promise<Embedded> {
    const started = performance.now();
    const child = spawn(process.execPath, [path.join(program, 'cli.js'), 'serve', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes('\n')) break;
    }
    const importMs = performance.now() - started;
    if (!output.includes('\n')) throw new Error('serve ended before it served');
    return new Embedded(child, JSON.parse(output) as Served, importMs);
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
            return () => dumpFinding(countLines(body));
          };
        if (question.kind === 'sql') {
          const sql = question.sql.replace(TABLE, `"${this.#resourceId}"`);
          return async () => {
            const body = await this.#http.post('/api/3/action/datastore_search_sql', { sql });
            return () => sqlFinding(body);
          };
        }
        const search = { resource_id: this.#resourceId, ...question.search };
        return async () => {
          const body = await this.#http.post('/api/3/action/datastore_search', search);
          return () => searchFinding(body, question.fields);
        };
      },
    };
  }

  /** Of the process that serves, in MB: now, and its highest so far. */
  memory(): { readonly now: number; readonly peak: number } {
    const status = fs.readFileSync(`/proc/${String(this.#child.pid)}/status`, 'utf8');
    const megabytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  }

  async stop(): Promise<void> {
    this.#http.close();
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
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
