/** Exports of a local file as the explorer asks them of the service. */
import fs from 'node:fs';
import path from 'node:path';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { FORMATS } from '../../../src/export/formats.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { UndiciTransport } from '../../../src/http/undiciTransport.ts';

/** What an export in ms is held to, by the ms of DuckDB's COPY with these options. */
export const COPIES = {
  csv: { options: 'format csv, header', limitOf: (ms) => 2 * ms + 1000 },
  ndjson: { options: 'format json', limitOf: (ms) => 2 * ms + 1000 },
  parquet: { options: 'format parquet', limitOf: (ms) => 2.5 * ms + 1000 },
};

export class Exports {
  #client;
  #transport;
  #resourceId;
  #folder;

  constructor(access, resourceId, folder) {
    const network = { noProxy: [], proxySupport: 'off', strictSsl: true, systemCertificates: false, environment: {} };
    this.#transport = new UndiciTransport(network);
    this.#client = new DatastoreClient({
      exchange: new Exchange({ transport: this.#transport, timeoutMs: () => 60_000 }),
      access: () => Promise.resolve(access),
      dialect: OUR_DIALECT,
    });
    this.#resourceId = resourceId;
    this.#folder = folder;
  }

  /** A path at which there is no file. */
  fileOf(format) {
    const file = path.join(this.#folder, `speed.${FORMATS[format].ending}`);
    fs.rmSync(file, { force: true });
    return file;
  }

  /** Returns the number of records. */
  async run(format) {
    const question = { baseUrl: '', query: { resourceId: this.#resourceId }, format };
    const run = new ExportRun(question, { file: this.fileOf(format) });
    return (await run.run(this.#client, new AbortController().signal)).records;
  }

  async end() {
    for (const format of ['csv', 'ndjson', 'parquet', 'xlsx']) this.fileOf(format);
    await this.#transport.dispose();
  }
}
