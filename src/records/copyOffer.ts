import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { ResultSet } from '../datastore/result/resultSet.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { askModal } from '../platform/messages.ts';
import { withLateProgress } from '../platform/progress.ts';
import { recordsText, sizeText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { estimatedSize, SAMPLE } from './export/exportEstimate.ts';
import { COPY_OFFER_WORDS as WORDS } from './recordsWords.ts';

/** Whether a summary failed that a local copy could answer: the portal has no SQL, or people don't allow it. */
export function isOfCopy(error: unknown, { summary }: DatastoreQuery): boolean {
  const isRefused = error instanceof DatastoreError && ['noSummary', 'sqlNotAllowed'].includes(error.kind);
  return isRefused && summary !== undefined;
}

/** Asks whether to download a copy, with its size. Throws HttpError or DatastoreError if the portal doesn't answer. */
export async function askForCopy(
  name: string,
  { resourceId }: DatastoreQuery,
  client: (signal: AbortSignal) => Promise<DatastoreClient>,
): Promise<boolean> {
  const title = translate(WORDS.measuring, { 0: name });
  const detail = await withLateProgress(title, async (signal) => {
    const result = await ResultSet.open(await client(signal), { resourceId }, signal);
    const rows = await result.rows(0, SAMPLE, signal).finally(() => result.dispose());
    const { count, fields } = result;
    if (count.kind === 'unknown') return translate(WORDS.unknown);
    const size = estimatedSize({ records: count.value, sample: { fields, rows } }, 'csv');
    const records = recordsText(count.value);
    return size === undefined
      ? translate(WORDS.records, { 0: records })
      : translate(WORDS.size, { 0: records, 1: sizeText(size) });
  });
  if (detail === undefined) return false;
  const download = translate(WORDS.download);
  return (await askModal('information', translate(WORDS.question, { 0: name }), [detail], download)) === download;
}
