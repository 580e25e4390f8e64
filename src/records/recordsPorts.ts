/** What the records panel needs from the rest of the program. program.ts connects them. */
import type { Uri } from 'vscode';
import type { Failures } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { PortalPort } from '../platform/portalPort.ts';
import type { ServerWaits } from '../platform/serverWaits.ts';
import type { Settings } from '../platform/state/settings.ts';
import type { GridFocus } from './gridFocus.ts';
import type { LayoutStore } from './layoutStore.ts';
import type { PanelQueries } from './panelQueries.ts';
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { Report } from '../platform/progress.ts';

/** A long task and its texts. */
export interface PlacedTask<T> {
  readonly title: string;
  readonly work: (signal: AbortSignal, report: Report) => Promise<T>;
  /** Whether the task can be stopped and continued. */
  readonly canPause?: boolean;
}

/** A place where people see a long task and can end it. */
export interface TaskPlace {
  /** Runs the task. Returns undefined if it was cancelled, whatever error it then threw. */
  run<T>(task: PlacedTask<T>): Promise<T | undefined>;
}

/** Some of the records that a panel shows. */
export interface ExportedPart {
  readonly kind: 'selected' | 'loaded';
  readonly fields: readonly Field[];
  /** Number of records. Fewer come if the data has changed. */
  readonly records: number;
  /** Notices about the panel's result. */
  readonly notices: readonly ResultNotice[];
  /** Some of these records, or others from the same result. */
  readonly sample: readonly RecordRow[];
  /** Yields the records. Throws like a search, or the signal's reason. */
  readonly batches: (signal: AbortSignal) => AsyncIterable<readonly RecordRow[]>;
}

/** Facts about records before they are exported. */
export interface RecordFacts {
  /** Number of records, if it is known. */
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
    /** Parts that people can choose instead of all records. */
    readonly parts?: () => Promise<readonly ExportedPart[]>;
    /** The part that people chose. */
    readonly part?: ExportedPart;
    /** Shows the progress. Without it, a notification does. */
    readonly tasks?: TaskPlace;
    /** Runs the query at the portal's current address. */
    readonly runAgain: () => void;
  };
}

/** Actions of a panel that reach outside it. */
export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  /** Types a text where the focus is in the form. Does nothing if the focus is elsewhere. */
  typeInForm(text: string): void;
  exportJson(exported: ExportRequest): Promise<void>;
  /** Asks for a format and a place, then exports. */
  exportRecords(exported: ExportRequest): Promise<void>;
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

/** The objects of the program that all panels share. */
export interface RecordsProgram {
  readonly host: RecordsHost;
  readonly actions: RecordsActions;
  readonly waits: Pick<ServerWaits, 'watch'>;
  readonly focus: GridFocus;
  readonly layouts: LayoutStore;
  readonly queries: PanelQueries;
}

/** Files that VS Code opens in our grid editor. */
export interface GridFiles {
  /** The resource of a file. `wanted` is the last shown one, which is used again if it belongs to this file. */
  resourceOf(uri: Uri, resourceId: string | undefined, signal: AbortSignal): Promise<ResourceRef>;
}
