import { stat } from 'node:fs/promises';
import { defined } from '../base/defined.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { describeNotice, isDoubt } from '../datastore/result/notice.ts';
import { downloadCopy } from '../document/copyDownload.ts';
import type { ExportProgress } from '../export/runLog.ts';
import type { Exchange } from '../http/exchange.ts';
import { type CopyOrigin, resourceIdOf, type StatementFolders } from '../service/index.ts';
import { type CliIo, writeLine } from './io.ts';
import { readToken } from './options.ts';
import { englishCount, ProgressLine } from './progressLine.ts';

export interface PortalCopy {
  /** Says on standard error what came, its size and the time it took. Throws like `downloadCopy`. */
  readonly download: (file: string) => Promise<CopyOrigin>;
  /** Says what is odd about the records. Returns whether some may be missing or doubled. */
  readonly tellDoubts: () => Promise<boolean>;
}

/** Records of a portal, of one edition, that are read once to be worked on here. */
export function portalCopy(
  client: DatastoreClient,
  { baseUrl, query }: { readonly baseUrl: string; readonly query: DatastoreQuery },
  { stderr, signal }: CliIo,
): PortalCopy {
  let progress: ExportProgress = { records: 0, notices: [] };
  return {
    download: async (file) => {
      const start = performance.now();
      const counter = new ProgressLine(stderr);
      const show = (latest: ExportProgress): void => counter.show((progress = latest));
      await downloadCopy(client, query, file, signal, show).finally(() => counter.end());
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const size = englishCount(Math.ceil((await stat(file)).size / 1000));
      const what = `${englishCount(progress.records)} records of ${await client.host(signal)}`;
      await writeLine(stderr, `Read ${what}: ${size} kB in ${seconds} s.`);
      return { portalId: '', baseUrl, resourceId: query.resourceId, downloaded: new Date().toISOString() };
    },
    tellDoubts: async () => {
      for (const notice of progress.notices) await writeLine(stderr, describeNotice(notice));
      return progress.notices.some(isDoubt);
    },
  };
}

export interface CopyOptions extends Omit<Parameters<typeof readToken>[1], 'base-url'> {
  /** Downloads a copy although one is kept. */
  readonly refreshes?: boolean;
}

/** The copy of a portal's resource that statements read, and whether records may be missing or doubled in it. */
export async function copyForStatement(
  { name, baseUrl, resourceId }: { readonly name: string; readonly baseUrl: string; readonly resourceId: string },
  options: CopyOptions,
  datastore: StatementFolders['sources'],
  exchange: Exchange,
  io: CliIo,
): Promise<{ readonly id: string; readonly hasDoubts: boolean }> {
  const id = resourceIdOf(`copy:${baseUrl}`, resourceId);
  const kept = (await datastore.resources()).find((each) => each.id === id)?.origin;
  if (kept !== undefined && options.refreshes !== true && (await datastore.hasData(id))) {
    await writeLine(io.stderr, `${name}: the copy of ${kept.downloaded} is read. --refresh downloads another one.`);
    return { id, hasDoubts: false };
  }
  const { token, remarks } = readToken(baseUrl, options, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  const access = defined({ baseUrl, token });
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access) });
  const copy = portalCopy(client, { baseUrl, query: { resourceId } }, io);
  await datastore.copy({ id, name }, copy.download, io.signal);
  return { id, hasDoubts: await copy.tellDoubts() };
}
