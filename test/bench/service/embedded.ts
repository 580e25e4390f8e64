/** The embedded datastore as `datastore-explorer serve`, from the bundle, with its token, over HTTP. */
import { dumpFinding, searchFinding, sqlFinding, type Contender } from './contender.ts';
import type { HttpConnection } from './httpConnection.ts';
import { TABLE, type Question } from './questions.ts';
import { Served } from './served.ts';

export class Embedded {
  readonly #served: Served;
  readonly #http: HttpConnection;
  readonly #resourceId: string;

  private constructor(served: Served) {
    this.#served = served;
    this.#http = served.connect();
    this.#resourceId = served.resources[0]?.id ?? '';
  }

  /** `program` is a folder like dist/. */
  static async serve(program: string, file: string): Promise<Embedded> {
    return new Embedded(await Served.start(program, [file]));
  }

  /** From the start of the command to the line that says that it serves, in ms. */
  get importMs(): number {
    return this.#served.startMs;
  }

  /** The highest that the process that imported had, in MB. */
  get importPeak(): number {
    return this.#served.importPeak;
  }

  get access(): Served['access'] & { readonly resourceId: string } {
    return { ...this.#served.access, resourceId: this.#resourceId };
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
        const http = this.#served.connect();
        return Promise.resolve({ ask: (question) => this.#search(http, question), close: () => http.close() });
      },
    };
  }

  memory(): ReturnType<Served['memory']> {
    return this.#served.memory();
  }

  async stop(): Promise<void> {
    this.#http.close();
    await this.#served.stop();
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
