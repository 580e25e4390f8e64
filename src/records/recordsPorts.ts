/** What the records panel needs from the rest of the program. program.ts connects them. */
import type { Uri } from 'vscode';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import type { ServerWaits } from '../platform/serverWaits.ts';
import type { Settings } from '../platform/state/settings.ts';
import type { GridFocus } from './gridFocus.ts';
import type { LayoutStore } from './layoutStore.ts';
import type { PanelQueries } from './savedPanel.ts';
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { Report } from '../platform/progress.ts';

export interface PlacedTask<T> {
  readonly title: string;
  readonly work: (signal: AbortSignal, report: Report) => Promise<T>;
  readonly canPause?: boolean;
}

export interface TaskPlace {
  /** Runs the task. Returns undefined if it was cancelled, whatever error it then threw. */
  run<T>(task: PlacedTask<T>): Promise<T | undefined>;
}

export interface ExportedPart {
  readonly kind: 'selected' | 'loaded';
  readonly fields: readonly Field[];
  /** Number of records. Fewer come if the data has changed. */
  readonly records: number;
  /** Requests for the records may add notices. */
  readonly notices: readonly ResultNotice[];
  /** Some of these records, or others from the same result. */
  readonly sample: readonly RecordRow[];
  /** Yields the records. Throws like a search, or the signal's reason. */
  readonly batches: (signal: AbortSignal) => AsyncIterable<readonly RecordRow[]>;
}

export interface RecordFacts {
  readonly records?: number;
  readonly sample?: { readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] };
}

/** The records to export: all that match a query, or a part that people chose. */
export interface ExportRequest {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** The resource's name when the export began, if it began earlier. */
  readonly name?: string;
  /** The panel that shows the records. Without one, the portal's current address is used. */
  readonly panel?: RecordFacts & {
    readonly client: DatastoreClient;
    readonly parts?: () => Promise<readonly ExportedPart[]>;
    readonly part?: ExportedPart;
    /** Shows the progress. Without it, a notification does. */
    readonly tasks?: TaskPlace;
    /** Runs the query at the portal's current address. */
    readonly runAgain: () => void;
  };
}

export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  /** Types a text where the focus is in the form. Does nothing if the focus is elsewhere. */
  typeInForm(text: string): void;
  exportJson(exported: ExportRequest): Promise<void>;
  exportRecords(exported: ExportRequest): Promise<void>;
  /** Runs a query with the local copy of its resource. A missing copy is downloaded if people confirm that. */
  runWithCopy(portalId: string, query: DatastoreQuery, confirm: () => Promise<boolean>): Promise<void>;
  /** Shows a text in a read-only editor. `name` ends with the extension of its language. */
  showText(name: string, content: string): Promise<void>;
}

export interface RecordsHost {
  readonly portals: PortalPort;
  readonly failures: Failures;
  readonly log: Log;
  readonly settings: Settings;
  readonly extensionUri: Uri;
}

export interface RecordsProgram {
  readonly host: RecordsHost;
  readonly actions: RecordsActions;
  readonly waits: Pick<ServerWaits, 'watch'>;
  readonly focus: GridFocus;
  readonly layouts: LayoutStore;
  readonly queries: PanelQueries;
}

export interface GridFiles {
  /** `resourceId` is the resource shown last, which is used again if it belongs to this file. */
  resourceOf(uri: Uri, resourceId: string | undefined, signal: AbortSignal): Promise<ResourceRef>;
}
