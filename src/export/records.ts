/** Every record of a query, page after page, with proof that none is missing (guard G of the reliability research). */
import type { DatastoreClient } from '../datastore/client.ts';
import { DatastoreError } from '../datastore/errors.ts';
import type { Field, Page } from '../datastore/model.ts';
import { planPages } from '../datastore/pagePlan.ts';
import type { DatastoreQuery } from '../datastore/query.ts';
import { isEndOfFirst, type Stretch } from '../datastore/stretch.ts';
import type { RecordRow } from '../shared/cells.ts';
import { PageWalk } from './pageWalk.ts';
import { RunLog, type ExportProgress } from './runLog.ts';

export interface RecordBatch {
  /** The same for every batch, without the rank of a search. */
  readonly fields: readonly Field[];
  readonly rows: readonly RecordRow[];
}

/** UTF-16 units of an answer to aim at: large pages make fewer offsets, small ones need less memory. */
const ANSWER_SIZE = 6 * 1024 * 1024;
const MAX_PAGE_RECORDS = 32_000;

/**
 * Gives at least one batch, so that the fields are known even of nothing. One request where the query's limit fits a
 * page; otherwise the records come in `_id` order, or in the query's sort with `_id` behind it. `onProgress` hears of
 * each batch before it is given out. Throws HttpError, DatastoreError (`repeatedPage` when the server gives the same
 * page again) or the reason of an abort.
 */
export async function* allRecords(
  client: DatastoreClient,
  query: DatastoreQuery,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void = () => undefined,
): AsyncGenerator<RecordBatch, void, undefined> {
  const first = await client.search(query, undefined, signal);
  const { fields } = first;
  const { limit = Infinity } = query;
  const head = first.rows.slice(0, query.limit);
  const plan = planPages(query, first, client.dialect);
  const log = new RunLog(first, query);
  const take = (stretch: Stretch): RecordBatch => {
    if (!log.take(stretch)) throw new DatastoreError('repeatedPage', first.host);
    onProgress(log.progress);
    return { fields, rows: stretch.rows };
  };

  let ended = isEndOfFirst(first, query);
  const isWhole = ended || head.length >= limit || plan.query === undefined;
  if (isWhole && !ended && head.length < limit) log.note({ kind: 'distinctPage', shown: head.length });
  const startsRun = isWhole || plan.relation === 'continues';
  if (startsRun) yield take({ rows: head, ended, fieldsChanged: false, lossyText: false });
  if (isWhole) return;

  const walk = new PageWalk(client, plan.query, fields, startsRun ? head : []);
  let most = recordsPerPage(first);
  while (!ended && log.records < limit) {
    const left = limit - log.records;
    const total = log.total === undefined ? {} : { total: log.total };
    const step = await walk.step(
      { offset: log.records, limit: Math.min(most, left), fields, ...total },
      signal,
    );
    most = Math.min(most, step.asked);
    ended = step.ended;
    yield take(step);
  }
}

function recordsPerPage({ rows, size }: Page): number {
  const recordSize = Math.max(1, size / Math.max(1, rows.length));
  return Math.max(1, Math.min(MAX_PAGE_RECORDS, Math.floor(ANSWER_SIZE / recordSize)));
}
