/** A running datastore with a few files, to be asked over HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { Dialect } from '../../src/datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { ResultSet } from '../../src/datastore/result/resultSet.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { FetchTransport } from '../../src/http/fetchTransport.ts';
import { parseExact } from '../../src/base/exactJson.ts';
import { importFile } from '../../src/service/reading/importFile.ts';
import type { LocalResource } from '../../src/service/resource/localResource.ts';
import { startServer, type ServerOptions } from '../../src/service/http/server.ts';
import type { RunningServer } from '../../src/service/http/serving.ts';
import { type ExactValue, member } from '../../src/base/cells.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

export const sampleFiles = {
  lessons: path.join(projectRoot, 'media/sample/lessons.csv'),
  stations: path.join(projectRoot, 'media/sample/stations.json'),
};

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Parsed exactly; undefined for what is not JSON. */
  readonly json: ExactValue | undefined;
  readonly result: ExactValue | undefined;
  readonly error: ExactValue | undefined;
}

export class TestDatastore {
  readonly folder: string;
  readonly #resources = new Map<string, LocalResource>();
  #server: RunningServer | undefined;
  #client: DatastoreClient | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Files by name: contents, or the path of a file that is there. */
  static async open(
    files: Readonly<Record<string, { content: string | Buffer } | { path: string }>>,
    options: Partial<ServerOptions> = {},
  ) {
    const folder = await mkdtemp(path.join(tmpdir(), 'service-test-'));
    const datastore = new TestDatastore(folder);
    for (const [name, file] of Object.entries(files)) {
      const source = 'path' in file ? file.path : path.join(folder, name);
      if ('content' in file) await writeFile(source, file.content);
      await datastore.import(source, name);
    }
    datastore.#server = await startServer({ directory: datastore.data, memoryLimitMb: 1024, ...options });
    return datastore;
  }

  /** Where the imported data lies. */
  get data(): string {
    return path.join(this.folder, 'data');
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server;
  }

  /** Asks it as the extension does. */
  get client(): DatastoreClient {
    const { baseUrl, token } = this.server;
    return (this.#client ??= new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect: new Dialect({ isEmbedded: true }),
    }));
  }

  resultOf(name: string, query: Partial<DatastoreQuery> = {}): Promise<ResultSet> {
    return ResultSet.open(this.client, { resourceId: this.id(name), ...query }, new AbortController().signal);
  }

  async import(
    file: string,
    name = path.basename(file),
    onProgress: () => void = () => undefined,
  ): Promise<LocalResource> {
    await mkdir(this.data, { recursive: true });
    const workDirectory = await mkdtemp(path.join(this.data, 'import-'));
    const request = {
      file,
      directory: this.data,
      choices: {},
      workDirectory,
      memoryLimitMb: 1024,
    } as const;
    try {
      const resource = await importFile(request, onProgress);
      this.#resources.set(name, resource);
      return resource;
    } finally {
      await rm(workDirectory, { recursive: true });
    }
  }

  id(name: string): string {
    return this.#resources.get(name)?.id ?? `no ${name}`;
  }

  /** POST; a text goes out as it is. */
  post(action: string, body: unknown, base = ''): Promise<Reply> {
    return this.send(`${base}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: this.server.token, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  get(action: string, query: Readonly<Record<string, string>>, base = ''): Promise<Reply> {
    return this.send(`${base}/api/action/${action}?${new URLSearchParams(query).toString()}`, {
      headers: { Authorization: this.server.token },
    });
  }

  async send(target: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.server.baseUrl + target, init);
    const text = await response.text();
    const json = parsed(text);
    const { status, headers } = response;
    return { status, text, headers, json, result: member(json, 'result'), error: member(json, 'error') };
  }

  /** `result.records` of a search, which must succeed. */
  async records(name: string, query: Readonly<Record<string, unknown>> = {}): Promise<ExactValue> {
    const reply = await this.post('datastore_search', { resource_id: this.id(name), ...query });
    if (reply.status !== 200) throw new Error(`${String(reply.status)} ${reply.text}`);
    return member(reply.result, 'records') ?? null;
  }

  /** The values of one field of the records found. */
  async values(name: string, field: string, query: Readonly<Record<string, unknown>> = {}) {
    const records = (await this.records(name, query)) as readonly Record<string, ExactValue>[];
    return records.map((record) => record[field] ?? null);
  }

  async close(): Promise<void> {
    await this.#server?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function parsed(text: string): ExactValue | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
