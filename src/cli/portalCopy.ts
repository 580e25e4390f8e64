import { stat } from 'node:fs/promises';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { describeNotice, isDoubt } from '../datastore/result/notice.ts';
import { downloadCopy } from '../document/copyDownload.ts';
import type { ExportProgress } from '../export/runLog.ts';
import type { CopyOrigin } from '../service/index.ts';
import { type CliIo, writeLine } from './io.ts';
import { englishCount, ProgressLine } from './progressLine.ts';

/** Records of a portal, of one edition, that are read once to be worked on here. */
export class PortalCopy {
  readonly #client: DatastoreClient;
  readonly #place: { readonly baseUrl: string; readonly query: DatastoreQuery };
  readonly #io: CliIo;
  #progress: ExportProgress = { records: 0, notices: [] };

  constructor(client: DatastoreClient, place: { readonly baseUrl: string; readonly query: DatastoreQuery }, io: CliIo) {
    this.#client = client;
    this.#place = place;
    this.#io = io;
  }

  /** Says on standard error what came, its size and the time it took. Throws like `downloadCopy`. */
  readonly download = async (file: string): Promise<CopyOrigin> => {
    const { stderr, signal } = this.#io;
    const { baseUrl, query } = this.#place;
    const start = performance.now();
    const counter = new ProgressLine(stderr);
    const show = (progress: ExportProgress): void => counter.show((this.#progress = progress));
    await downloadCopy(this.#client, query, file, signal, show).finally(() => counter.end());
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const size = englishCount(Math.ceil((await stat(file)).size / 1000));
    const what = `${englishCount(this.#progress.records)} records of ${await this.#client.host(signal)}`;
    await writeLine(stderr, `Read ${what}: ${size} kB in ${seconds} s.`);
    return { portalId: '', baseUrl, resourceId: query.resourceId, downloaded: new Date().toISOString() };
  };

  /** Says what is odd about the records. Returns whether some may be missing or doubled. */
  async tellDoubts(): Promise<boolean> {
    const { notices } = this.#progress;
    for (const notice of notices) await writeLine(this.#io.stderr, describeNotice(notice));
    return notices.some(isDoubt);
  }
}
