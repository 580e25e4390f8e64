import type { ResultText } from '../api/action.ts';
import type { ActionError } from '../ckan/actionError.ts';
import type { DataUnavailable } from '../store/dataUnavailable.ts';
import type { Unreadable } from '../resource/reasons.ts';
import type { Download } from '../copies/copyImport.ts';
import type { FileToImport } from '../reading/importFile.ts';
import type { FileToInspect } from '../reading/openedFile.ts';
import type { DatabaseRefusal } from '../resource/databaseReasons.ts';
import type { DatabaseOptions } from './databaseUrl.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { Inspection } from '../resource/reading.ts';

/**
 * Sent to a serving child. It answers `ready` once, and then serves until the IPC channel closes. Tokens and passwords
 * of databases are sent only over this channel.
 */
export interface ServeRequest {
  readonly kind: 'serve';
  /** Folder of the imported resources (store/catalogue.ts), opened read-only. */
  readonly directory: string;
  readonly memoryLimitMb: number;
}
/** Sent to a child that serves the tables of a database, and answers in the same way. */
export interface ServeDatabaseRequest {
  readonly kind: 'serveDatabase';
  readonly options: DatabaseOptions;
}
export interface ServeReady {
  readonly kind: 'ready';
  /** An address such as `http://127.0.0.1:<port>`, without a path. */
  readonly baseUrl: string;
  /** The token is 256 random bits in base64url. */
  readonly token: string;
}

/** Sent to a child that does one job at a time, answers each once, and is ended by its parent. */
export type JobRequest = InspectRequest | ImportRequest | CopyRequest;
export type JobAnswer = Inspected | ImportDone | CopyDone;

/** Asks for an inspection of a file's beginning. */
export interface InspectRequest extends FileToInspect {
  readonly kind: 'inspect';
  readonly memoryLimitMb: number;
}
export interface Inspected {
  readonly kind: 'inspected';
  readonly inspection: Inspection;
}

/** Asks for the import of a file, or of one sheet or table of it. */
export interface ImportRequest extends FileToImport {
  readonly kind: 'import';
  /** Asks for the first records of a large file before the rest is read. */
  readonly wantsPreview?: true;
}
export interface ImportProgress {
  readonly kind: 'progress';
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
/** The first records can be served before the rest (`resource.isPartial`). Sent at most once, before `imported`. */
export interface ImportPreview {
  readonly kind: 'preview';
  readonly resource: LocalResource;
}
export interface ImportDone {
  readonly kind: 'imported';
  readonly resource: LocalResource;
}

/** Asks for a local copy of records downloaded from a portal. */
export interface CopyRequest extends Download {
  readonly kind: 'copy';
}
export interface CopyDone {
  readonly kind: 'copied';
  readonly resource: LocalResource;
}

/** Sent to a child that runs one SQL statement at a time. `{ kind: 'cancel' }` ends the running one. */
export interface SqlRequest {
  readonly kind: 'sql';
  readonly sql: string;
  readonly directory: string;
  readonly memoryLimitMb: number;
  readonly timeMs: number;
}
/** The statement's time is counted from now on. */
export interface SqlBegun {
  readonly kind: 'sqlBegun';
}
export interface SqlDone {
  readonly kind: 'sqlDone';
  readonly result: ResultText;
}
export interface CancelRequest {
  readonly kind: 'cancel';
}

export interface Failed {
  readonly kind: 'failed';
  /** The message is English, for logs and the command line. */
  readonly message: string;
  /** Set if a file is the cause; the window translates it. */
  readonly unreadable?: Unreadable;
  /** Set if a database refuses access; the window translates it. */
  readonly refusal?: DatabaseRefusal;
  /** The error that an action returns. */
  readonly refused?: Pick<ActionError, 'status' | 'body'>;
  /** Set if a resource's data can't be read. */
  readonly unavailable?: Pick<DataUnavailable, 'reason' | 'resource'>;
}
