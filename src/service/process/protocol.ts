/** What the service's processes say over Node's IPC. Tokens, and the passwords of databases, travel here and nowhere else. */
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

/** Parent to serving child. The child answers `ready` once, then serves until its IPC channel closes. */
export interface ServeRequest {
  readonly kind: 'serve';
  /** Folder of the imported resources (store/catalogue.ts); opened read-only. */
  readonly directory: string;
  readonly memoryLimitMb: number;
}
/** Parent to a child that serves the tables of a database; it answers in the same way. */
export interface ServeDatabaseRequest {
  readonly kind: 'serveDatabase';
  readonly options: DatabaseOptions;
}
export interface ServeReady {
  readonly kind: 'ready';
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string;
  /** 256 random bits, base64url. */
  readonly token: string;
}

/** Parent to a child that does one job at a time, answers each once, and is ended by its parent. */
export type JobRequest = InspectRequest | ImportRequest | CopyRequest;
export type JobAnswer = Inspected | ImportDone | CopyDone;

/** Look into the beginning of a file. */
export interface InspectRequest extends FileToInspect {
  readonly kind: 'inspect';
  readonly memoryLimitMb: number;
}
export interface Inspected {
  readonly kind: 'inspected';
  readonly inspection: Inspection;
}

/** Read one file (or one sheet or table of it), write beside, rename, answer. */
export interface ImportRequest extends FileToImport {
  readonly kind: 'import';
  /** Make the first records of a large file ready before the rest is read. */
  readonly wantsPreview?: true;
}
export interface ImportProgress {
  readonly kind: 'progress';
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
/** The first records can be asked for while the rest is read: `resource.isPartial`. At most once, before `imported`. */
export interface ImportPreview {
  readonly kind: 'preview';
  readonly resource: LocalResource;
}
export interface ImportDone {
  readonly kind: 'imported';
  readonly resource: LocalResource;
}

/** Make a local copy out of records that were downloaded from a portal. */
export interface CopyRequest extends Download {
  readonly kind: 'copy';
}
export interface CopyDone {
  readonly kind: 'copied';
  readonly resource: LocalResource;
}

/** Parent to a child that runs SQL, one statement at a time. `{ kind: 'cancel' }` ends the one that runs. */
export interface SqlRequest {
  readonly kind: 'sql';
  readonly sql: string;
  readonly directory: string;
  readonly memoryLimitMb: number;
  readonly timeMs: number;
}
/** The statement runs from now on: its time is counted. */
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
  /** In English, for logs and the command line. */
  readonly message: string;
  /** Where a file is to blame; the window translates it. */
  readonly unreadable?: Unreadable;
  /** Where a database lets nobody in; the window translates it too. */
  readonly refusal?: DatabaseRefusal;
  /** What an action answers. */
  readonly refused?: Pick<ActionError, 'status' | 'body'>;
  /** Where the data of a resource is to blame. */
  readonly unavailable?: Pick<DataUnavailable, 'reason' | 'resource'>;
}
