/** What the records panel needs of the rest of the program; extension.ts fits the parts together. */
import type { Uri } from 'vscode';
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { ResultNotice } from '../datastore/result/notice.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { Report } from '../platform/progress.ts';

/** Long work, and what is said of it. */
export interface PlacedTask<T> {
  readonly title: string;
  readonly work: (signal: AbortSignal, report: Report) => Promise<T>;
  /** It can be ended, and done again from where it was. */
  readonly canPause?: boolean;
}

/** Where people see long work, and can end it. */
export interface TaskPlace {
  /** @returns `undefined` when it was cancelled, whatever the work then threw. */
  run<T>(task: PlacedTask<T>): Promise<T | undefined>;
}

/** Some of the records that a panel shows. */
export interface ExportedPart {
  readonly kind: 'selected' | 'loaded';
  readonly fields: readonly Field[];
  /** How many; fewer come where the data has changed. */
  readonly records: number;
  /** What was odd when they came to the panel. */
  readonly notices: readonly ResultNotice[];
  /** Some of them, or of others beside them. */
  readonly sample: readonly RecordRow[];
  /** Throws what a search throws, or the reason of an abort. */
  readonly batches: (signal: AbortSignal) => AsyncIterable<readonly RecordRow[]>;
}

/** What is known of records before they are exported. */
export interface KnownRecords {
  /** How many there are, where that is known. */
  readonly records?: number;
  /** Some of them. */
  readonly sample?: { readonly fields: readonly Field[]; readonly rows: readonly RecordRow[] };
}

/** Records to export: all that match a query, or the part of them that people chose. */
export interface Exported {
  readonly portalId: string;
  readonly query: DatastoreQuery;
  /** What the resource was called when the export began, where that was before. */
  readonly name?: string;
  /** The panel that shows them; without one the portal's present address is asked. */
  readonly panel?: KnownRecords & {
    readonly client: DatastoreClient;
    /** What people can choose instead of all records. */
    readonly parts?: () => Promise<readonly ExportedPart[]>;
    /** … and did. */
    readonly part?: ExportedPart;
    /** Shows how far it is; without one a notification does. */
    readonly tasks?: TaskPlace;
    /** Runs the query at the portal's present address. */
    readonly runAgain: () => void;
  };
}

/** What a panel can start outside itself. */
export interface RecordsActions {
  editQuery(portalId: string, query: DatastoreQuery): Promise<void>;
  /** Into what has the focus in the form; nothing where it's elsewhere. */
  typeInForm(text: string): void;
  exportJson(exported: Exported): Promise<void>;
  /** Asks for a format and a place. */
  exportRecords(exported: Exported): Promise<void>;
  /** In an editor that can only be read. `name` has the extension of its language. */
  showText(name: string, content: string): Promise<void>;
}

/** Files that VS Code opens in our grid editor. */
export interface GridFiles {
  /** The resource of a file; `wanted`: the one that was shown last, if it is of this file. */
  resourceOf(uri: Uri, wanted: string | undefined, signal: AbortSignal): Promise<ResourceRef>;
}
