/** What the embedded datastore's processes say over Node's IPC. The token travels here and nowhere else. */

/** Parent to serving child. The child answers `ready` once, then serves until its IPC channel closes. */
export interface ServeRequest {
  readonly kind: 'serve';
  /** Folder of the imported resources (catalogue.ts); opened read-only. */
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

/** Parent to importing child: read one file, write beside, rename, answer, end. */
export interface ImportRequest {
  readonly kind: 'import';
  readonly file: string;
  readonly directory: string;
  /** An empty folder on the disk of `directory`, for what is half done. The parent removes it, whatever happens. */
  readonly workDirectory: string;
  readonly memoryLimitMb: number;
}
export interface ImportProgress {
  readonly kind: 'progress';
  readonly bytesRead: number;
  readonly bytesTotal: number;
}
export interface ImportDone {
  readonly kind: 'imported';
  readonly resource: LocalResource;
}
export interface Failed {
  readonly kind: 'failed';
  /** Says file, line, field and reason, where known. */
  readonly message: string;
}

/** One imported file. */
export interface LocalResource {
  /** UUIDv5 of the file's real path. */
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Size in bytes and modification time in ms, to notice a changed file. */
  readonly size: number;
  readonly modified: number;
  readonly records: number;
}
