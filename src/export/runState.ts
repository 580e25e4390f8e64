/** Where a run of an export is, so that it can go on from there. */
import type { Field } from '../base/field.ts';
import type { ResultNotice } from '../datastore/client/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

export interface RunState {
  /** Of the first answer. */
  readonly fields: readonly Field[];
  /** The question of the pages: in a total order. */
  readonly asked: DatastoreQuery;
  /** So many have come. */
  readonly records: number;
  /** What the last of them is known by (`nameOf`). */
  readonly last: string;
  /** Matching records by the newest count. */
  readonly total?: number;
  readonly notices: readonly ResultNotice[];
}
