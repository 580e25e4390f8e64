/** What comparisons need from sources. `sources/kept/` implements it, and program.ts connects both. */
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import type { PickedResource, ResourceRef } from '../portal.ts';

/** What people compare: the records of a query, in any order. `isNow`: as the portal has them, not a local copy. */
export interface ComparedPlace {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  readonly isNow?: boolean;
}

/** Records on this machine that a SELECT can read under their id. */
export interface ComparedRecords {
  readonly id: string;
  /** Equal for copies of one portal's resource, whose records have the same `_id`s. */
  readonly origin?: string;
  /** Ends a copy that was downloaded for the comparison alone. */
  readonly discard?: () => Promise<void>;
}

/** The other end of a resource: its copy as it was downloaded, or what its portal has now. */
export interface Counterpart {
  readonly place: ComparedPlace;
  readonly label: string;
  /** Whether the counterpart has the older records. */
  readonly isOlder: boolean;
}

export interface ComparisonPort {
  counterpartOf(place: ComparedPlace): Promise<Counterpart | undefined>;
  /** Asks people for a resource. Undefined if they cancel. */
  pick(title: string): Promise<PickedResource | undefined>;
  /**
   * Reads the file, or downloads what isn't on this machine, after asking people. Undefined if they cancel. Rejects
   * with a Problem, or the signal's reason.
   */
  prepare(place: ComparedPlace, signal: AbortSignal): Promise<ComparedRecords | undefined>;
  /** Answers a SELECT over records that were prepared, or over a result. */
  ask(
    sql: string,
    signal: AbortSignal,
    result?: ResourceRef,
  ): Promise<{ readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] }>;
}
