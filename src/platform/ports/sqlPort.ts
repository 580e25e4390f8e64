/** What SQL documents need from sources and panels. `sources/sql/` implements it, and program.ts connects both. */
import type { Event, Uri } from 'vscode';
import type { Field } from '../../base/field.ts';
import type { ResultMarks } from '../../messages/gridMarks.ts';
import type { ReadingChoices } from '../../service/index.ts';
import type { ResourceRef } from '../portal.ts';

/** A source as the document names it. `sql/` passes what the document says, unchecked. */
export interface SqlSource {
  readonly name: string;
  readonly place: string;
  readonly choices?: ReadingChoices;
}

export type SourceState =
  | {
      readonly kind: 'ready';
      readonly resourceId: string;
      readonly fields: readonly Field[];
      /** When the file was read, or the copy downloaded. */
      readonly since: Date;
      readonly isCopy: boolean;
    }
  /** A file that may be read, and will be when a statement runs. */
  | { readonly kind: 'unread' }
  /** A portal's resource without a local copy. */
  | { readonly kind: 'noCopy' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface SqlSourcesPort {
  /** Fires when the state of any source may have changed. */
  readonly onDidChange: Event<void>;
  /** What is known of a source here. Reads no data, asks no server, and never rejects for what a document says. */
  look(document: Uri, source: SqlSource): Promise<SourceState>;
  /**
   * Reads the file or downloads a missing copy, after asking people where that is needed. Resolves to the id of the
   * resource, or to undefined if people cancel. Rejects with a Problem, or the signal's reason.
   */
  prepare(document: Uri, source: SqlSource, signal: AbortSignal): Promise<string | undefined>;
  /** Reads the file again, or downloads the copy again. */
  refresh(document: Uri, source: SqlSource): Promise<void>;
}

export interface SqlRun {
  /** A statement of our own has an address instead, equal for what replaces its result. */
  readonly document: Uri;
  /** 1 for the document's first statement. */
  readonly number: number;
  readonly sql: string;
  /** The ids of resources, by the names of sources. */
  readonly sources: ReadonlyMap<string, string>;
  /** The result of a comparison is titled, marked, and shown as other records are. */
  readonly comparison?: { readonly title: string; readonly marks: (result: ResourceRef) => Promise<ResultMarks> };
}

export interface SqlResultsPort {
  /**
   * Runs the statement and shows its records beside the editor, in one panel for each statement. The focus stays in
   * the editor. Rejects with StatementRefused, a Problem, or the signal's reason; the previous result stays then.
   */
  run(run: SqlRun, signal: AbortSignal): Promise<SqlRunResult>;
}

export interface SqlRunResult {
  readonly records: number;
  /** There are more records than the result holds. */
  readonly isCut: boolean;
}
