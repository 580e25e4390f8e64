/** Builds the objects of query documents and connects them, for program.ts. */
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { KeptPlacesPort } from '../platform/keptPort.ts';
import type { PortalPort } from '../platform/portalPort.ts';
import type { Storage } from '../platform/state/stored.ts';

/** A query of a portal's resource, as panels and the form have it. */
export interface PlacedQuery {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** Absent unless the records or groups are shown as a chart. */
  readonly chart?: ChartChoice;
}

export interface KeptProgramParts {
  readonly failures: Failures;
  readonly portals: PortalPort;
  readonly places: KeptPlacesPort;
  /** The storage of the workspace. */
  readonly state: Storage;
  /** Shows the answer of a query in a panel. */
  readonly open: (placed: PlacedQuery) => Promise<unknown>;
}

export class KeptProgram extends Owner {
  readonly parts: KeptProgramParts;

  constructor(parts: KeptProgramParts) {
    super();
    this.parts = parts;
  }
}
