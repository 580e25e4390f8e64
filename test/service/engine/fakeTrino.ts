/** A coordinator of our own that knows one schema, as much of Trino as our statements take: whom it lets in, and what it refuses. */
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../faults/certificate.ts';

/** As much of a table as a test can change while it is served. */
export interface FakeTable {
  /** Names, and Trino's types. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** In the order of the columns, as Trino sends them. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** True unless it says otherwise. */
  readonly hasStatistics?: boolean;
}

export interface FakeTrinoOptions {
  readonly catalog: string;
  readonly schema: string;
  readonly tables: Readonly<Record<string, FakeTable>>;
  /** Everybody is let in without one. */
  readonly password?: string;
  /** With one it speaks https. */
  readonly tls?: Certificate;
}

/** In place of every answer: a status, or what a statement ended with. */
export type FakeRefusal = number | { readonly errorName: string; readonly errorType: string };

export class FakeTrino {
  readonly #options: FakeTrinoOptions;
  readonly #server: Server;
  #port = 0;
  password: string | undefined;
  refusal: FakeRefusal | undefined;
  /** Hears of each statement before it is answered. */
  onStatement: (statement: string) => void = () => undefined;
  /** What it was asked, and as whom. */
  readonly statements: string[] = [];
  readonly users: string[] = [];
  /** Passwords that it was told. */
  readonly heard: string[] = [];

  private constructor(options: FakeTrinoOptions) {
    this.#options = options;
    this.password = options.password;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => this.#answer(request, body, response));
    };
    const { tls } = options;
    this.#server = tls === undefined ? createHttp(answer) : createHttps(tls, answer);
  }

  static async start(options: FakeTrinoOptions): Promise<FakeTrino> {
    const fake = new FakeTrino(options);
    await fake.listen();
    return fake;
  }

  get port(): number {
    return this.#port;
  }

  /** As people enter it. */
  address(user: string): string {
    const scheme = this.#options.tls === undefined ? 'http' : 'https';
    return `${scheme}://${user}@localhost:${String(this.#port)}`;
  }

  /** Again on the same port after it has stopped. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, statement: string, response: ServerResponse): void {
    const { authorization = '', 'x-trino-user': user = '' } = request.headers;
    const [, , told] = /^([^:]*):([^]*)$/.exec(atob(authorization.replace(/^Basic /, ''))) ?? [];
    if (told !== undefined) this.heard.push(told);
    this.users.push(String(user));
    this.statements.push(statement);
    this.onStatement(statement);
    const status = typeof this.refusal === 'number' ? this.refusal : told === this.password ? 200 : 401;
    response.statusCode = status;
    response.end(status === 200 ? JSON.stringify(this.#result(statement)) : '');
  }

  #result(statement: string): object {
    const { catalog, schema, tables } = this.#options;
    const failed = (error: object) => ({ error: { message: `no ${String(this.password)}`, ...error } });
    if (typeof this.refusal === 'object') return failed(this.refusal);
    if (!statement.includes(`"${catalog}".`))
      return failed({ errorName: 'CATALOG_NOT_FOUND', errorType: 'USER_ERROR' });
    const isKnown = statement.includes(`'${schema}'`);
    if (statement.includes('information_schema.schemata')) return { data: isKnown ? [[schema]] : [] };
    if (statement.includes('information_schema.tables'))
      return { data: isKnown ? Object.keys(tables).map((name) => [name, 'BASE TABLE']) : [] };
    const named = Object.entries(tables).find(([name]) => /['"]/.test(statement.split(name)[1]?.[0] ?? ''));
    const { columns, rows, hasStatistics = true } = named?.[1] ?? { columns: [], rows: [] };
    if (statement.includes('information_schema.columns')) return { data: columns };
    if (statement.startsWith('show stats'))
      return { data: [[null, null, null, null, hasStatistics ? rows.length : null]] };
    if (statement.includes('count(*)')) return { data: [[String(rows.length)]] };
    const [, offset = 0] = / offset (\d+)/.exec(statement) ?? [];
    const [, limit = rows.length] = / limit (\d+)$/.exec(statement) ?? [];
    // The last column of a statement that asks for types.
    const type = `row(${columns.map(([, declared]) => declared).join(', ')})`;
    return { columns: [{ type }], data: rows.slice(Number(offset), Number(offset) + Number(limit)) };
  }
}
