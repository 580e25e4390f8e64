/** What the embedded datastore's processes say over Node's IPC. The token travels here and nowhere else. */
import type { Inspection, Reading, ReadingChoices } from '../reading/reading.ts';

/** Parent to serving child. The child answers `ready` once, then serves until its IPC channel closes. */
export interface ServeRequest {
  readonly kind: 'serve';
  /** Folder of the imported resources (store/catalogue.ts); opened read-only. */
  readonly directory: string;
  readonly memoryLimitMb: number;
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

interface Job {
  /** A folder on the disk of the data, for what is half done. The parent removes it, whatever happens. */
  readonly workDirectory: string;
  readonly memoryLimitMb: number;
}

/** Look into the beginning of a file. */
export interface InspectRequest extends Job {
  readonly kind: 'inspect';
  readonly file: string;
  readonly choices: ReadingChoices;
}
export interface Inspected {
  readonly kind: 'inspected';
  readonly inspection: Inspection;
}

/** Read one file (or one sheet or table of it), write beside, rename, answer. */
export interface ImportRequest extends Job {
  readonly kind: 'import';
  readonly file: string;
  readonly directory: string;
  readonly choices: ReadingChoices;
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
export interface CopyRequest extends Job {
  readonly kind: 'copy';
  readonly directory: string;
  readonly id: string;
  readonly name: string;
  readonly origin: CopyOrigin;
  /** Fields and records as they came (import/copyFile.ts). */
  readonly file: string;
}
export interface CopyDone {
  readonly kind: 'copied';
  readonly resource: LocalResource;
}

export interface Failed {
  readonly kind: 'failed';
  /** Says file, line, field and reason, where known. */
  readonly message: string;
  /** One record is to blame: the file could be read without it. */
  readonly isAboutRecord?: true;
}

/** One resource of the embedded datastore. */
export interface LocalResource {
  /** UUIDv5 of the file's real path (and part), or of a copy's origin. */
  readonly id: string;
  readonly name: string;
  /** Real path; empty where there is no file (a copy, a created resource). */
  readonly file: string;
  /** Size in bytes and modification time in ms, to notice a changed file. */
  readonly size: number;
  readonly modified: number;
  readonly records: number;
  /** How the file was read; absent where there is no file. */
  readonly reading?: Reading;
  /** How many records were left out on request; `<data>.skipped.jsonl` lists them (SkippedRecord). */
  readonly skipped?: number;
  /** Only the first records are here: the import goes on, or ended before its time. */
  readonly isPartial?: true;
  /** Of a local copy. */
  readonly origin?: CopyOrigin;
  /** Against the copy that was there before; `<data>.changes.jsonl` lists them (import/changeLines.ts). */
  readonly changes?: CopyChanges;
  /** Bytes on this machine's disk. */
  readonly stored: number;
}

/** Where a local copy came from. */
export interface CopyOrigin {
  readonly portalId: string;
  /** Never holds a token. */
  readonly baseUrl: string;
  readonly resourceId: string;
  /** When the download ended, ISO 8601. */
  readonly downloaded: string;
}

export interface CopyChanges {
  /** When the copy before was downloaded, ISO 8601. */
  readonly since: string;
  /** How records are told apart. `content`: only as wholes, because the portal gives no `_id`, or gave new ones to all. */
  readonly by: '_id' | 'content';
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Fields that came, went, or have another type. They alone make no record a changed one. */
  readonly newFields: readonly string[];
  readonly goneFields: readonly string[];
  readonly retypedFields: readonly string[];
}
