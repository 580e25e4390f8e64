import type { DatastoreClient } from '../datastore/client/client.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { askModal } from '../platform/messages.ts';
import { withLateProgress } from '../platform/progress.ts';
import { aboutText, recordsText, sizeText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { estimatedSize, SAMPLE } from './export/exportEstimate.ts';
import { COPY_OFFER_WORDS as WORDS } from './recordsWords.ts';

/** About as many records as a page of a download has, whose time tells that of the whole. */
const PROBE_RECORDS = 2000;

/** Whether a summary failed that a local copy could answer: the portal has no SQL, or people don't allow it. */
export function isOfCopy(error: unknown, { summary }: DatastoreQuery): boolean {
  const isRefused = error instanceof DatastoreError && ['noSummary', 'sqlNotAllowed'].includes(error.kind);
  return isRefused && summary !== undefined;
}

/** Asks whether to download a copy, with its size and time. Throws HttpError or DatastoreError if the portal doesn't answer. */
export async function askForCopy(
  name: string,
  { resourceId }: DatastoreQuery,
  client: (signal: AbortSignal) => Promise<DatastoreClient>,
): Promise<boolean> {
  const title = translate(WORDS.measuring, { 0: name });
  const detail = await withLateProgress(title, async (signal) => {
    const asked = { resourceId, limit: PROBE_RECORDS };
    const { rows, fields, total, elapsedMs } = await (await client(signal)).search(asked, undefined, signal);
    if (total === undefined) return translate(WORDS.unknown);
    const size = estimatedSize({ records: total, sample: { fields, rows: rows.slice(0, SAMPLE) } }, 'csv');
    const records = recordsText(total);
    if (size === undefined) return translate(WORDS.records, { 0: records });
    const time = aboutText((elapsedMs / rows.length) * total);
    return translate(WORDS.size, { 0: records, 1: sizeText(size), 2: time });
  });
  if (detail === undefined) return false;
  const download = translate(WORDS.download);
  return (await askModal('information', translate(WORDS.question, { 0: name }), [detail], download)) === download;
}
