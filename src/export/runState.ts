/** Where a run of an export is, so that it can go on from there. */
import type { Field } from '../base/field.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Seam } from './edition.ts';

export interface RunState {
  /** Fields of the first answer. */
  readonly fields: readonly Field[];
  /** The question of the pages: in a total order. */
  readonly asked: DatastoreQuery;
  /** Number of records that have come. */
  readonly records: number;
  /** Records to be seen again before the run goes on. The last one of them is the last record that came. */
  readonly seams: readonly Seam[];
  /** What the portal said of the resource's edition (`DatastoreClient.edition`). */
  readonly edition?: string;
  /** Matching records by the newest count. */
  readonly total?: number;
  readonly notices: readonly ResultNotice[];
}
