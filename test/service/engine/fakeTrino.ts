/**
 * A coordinator with as much of Trino as our statements need, and one schema. It checks users, and refuses on demand.
 */
import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../faults/certificate.ts';

/** A table that a test can change while it's served. */
export interface FakeTable {
  /** Columns by name with Trino's types. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Rows in the order of the columns, as Trino sends them. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** The table has statistics unless this is false. */
  readonly hasStatistics?: boolean;
  /** The number of records, if there are more than the rows. */
  readonly count?: number;
}

export interface FakeTrinoOptions {
  readonly catalog: string;
  readonly schema: string;
  readonly tables: Readonly<Record<string, FakeTable>>;
  /** If undefined, everyone is admitted without a password. */
  readonly password?: string;
  /** If set, the server speaks https. */
  readonly tls?: Certificate;
}

/** Replaces every answer by a status, or by the error of a statement. */
export type FakeRefusal = number | { readonly errorName: string; readonly errorType: string };

export class FakeTrino {
  readonly #options: FakeTrinoOptions;
  readonly #server: Server;
  #port = 0;
  password: string | undefined;
  refusal: FakeRefusal | undefined;
  /** Called with each statement before it's answered. */
  onStatement: (statement: string) => void = () => undefined;
  /** Statements and users of all requests. */
  readonly statements: string[] = [];
  readonly users: string[] = [];
  /** Passwords in the requests so far. */
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

  /** The address as people enter it. */
  address(user: string): string {
    const scheme = this.#options.tls === undefined ? 'http' : 'https';
    return `${scheme}://${user}@localhost:${String(this.#port)}`;
  }

  /** Listens again on the same port after a stop. */
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
    const {
      columns,
      rows,
      hasStatistics = true,
      count = rows.length,
    }: FakeTable = named?.[1] ?? { columns: [], rows: [] };
    if (statement.includes('information_schema.columns')) return { data: columns };
    if (statement.startsWith('show stats')) return { data: [[null, null, null, null, hasStatistics ? count : null]] };
    if (statement.includes('count(*)')) return { data: [[String(count)]] };
    const [, offset = 0] = / offset (\d+)/.exec(statement) ?? [];
    const [, limit = rows.length] = / limit (\d+)$/.exec(statement) ?? [];
    // A statement that asks for types has them in its last column.
    const type = `row(${columns.map(([, declared]) => declared).join(', ')})`;
    return { columns: [{ type }], data: rows.slice(Number(offset), Number(offset) + Number(limit)) };
  }
}
