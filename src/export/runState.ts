/** The position of an export's run, from which it can be resumed. */
import type { Field } from '../base/field.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Seam } from './edition.ts';

export interface RunState {
  /** Fields of the first answer. */
  readonly fields: readonly Field[];
  /** The query of the pages, which has a total order. */
  readonly asked: DatastoreQuery;
  /** Number of records that have come. */
  readonly records: number;
  /**
   * Records that must come again unchanged before the run is resumed. The last of them is the last record that came.
   */
  readonly seams: readonly Seam[];
  /** The resource's edition as the portal reported it (`DatastoreClient.edition`). */
  readonly edition?: string;
  /** Number of matching records by the newest count. */
  readonly total?: number;
  readonly notices: readonly ResultNotice[];
}
