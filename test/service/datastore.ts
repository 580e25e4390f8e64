/** A running datastore with some files, for requests by HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../src/datastore/dialect/dialect.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { ResultSet } from '../../src/datastore/result/resultSet.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { FetchTransport } from '../../src/http/fetchTransport.ts';
import { importFile } from '../../src/service/reading/importFile.ts';
import type { LocalResource } from '../../src/service/resource/localResource.ts';
import { startServer, type ServerOptions } from '../../src/service/http/server.ts';
import type { RunningServer } from '../../src/service/http/serving.ts';
import { AskedServer } from '../support/drivers/askedServer.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

export const sampleFiles = {
  lessons: path.join(projectRoot, 'media/sample/lessons.csv'),
  stations: path.join(projectRoot, 'media/sample/stations.json'),
};

export class TestDatastore extends AskedServer {
  readonly folder: string;
  readonly #resources = new Map<string, LocalResource>();
  #server: RunningServer | undefined;
  #client: DatastoreClient | undefined;

  private constructor(folder: string) {
    super();
    this.folder = folder;
  }

  /** Imports files by name: contents, or the path of an existing file. */
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

  /** Folder of the imported data. */
  get data(): string {
    return path.join(this.folder, 'data');
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server;
  }

  /** A client as the extension has it. */
  get client(): DatastoreClient {
    const { baseUrl, token } = this.server;
    return (this.#client ??= new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect: OUR_DIALECT,
    }));
  }

  async resultOf(name: string, query: Partial<DatastoreQuery> = {}): Promise<ResultSet> {
    const { signal } = new AbortController();
    const result = await ResultSet.open(this.client, { resourceId: this.id(name), ...query }, signal);
    result.resumeCount();
    return result;
  }

  async import(
    file: string,
    name = path.basename(file),
    onProgress: () => void = () => undefined,
  ): Promise<LocalResource> {
    await mkdir(this.data, { recursive: true });
    const workDirectory = await mkdtemp(path.join(this.data, 'import-'));
    const request = { file, directory: this.data, choices: {}, workDirectory, memoryLimitMb: 1024 } as const;
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

  async close(): Promise<void> {
    await this.#server?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
