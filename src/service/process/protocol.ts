/** Messages between the processes of this program. Tokens and passwords of databases are sent only in these. */
import type { ResultText } from '../api/action.ts';
import { ActionError } from '../ckan/actionError.ts';
import type { Download } from '../copies/copyImport.ts';
import type { StatementResult } from '../copies/statementResult.ts';
import type { SourcedStatement } from '../engine/duckdb/statement/documentEngine.ts';
import type { FileToImport } from '../reading/importFile.ts';
import type { FileToInspect } from '../reading/openedFile.ts';
import type { DatabaseRefusal } from '../resource/databaseReasons.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { Inspection } from '../resource/reading.ts';
import { StatementRefused } from '../resource/statementRefused.ts';
import { UnreadableFile, type Unreadable } from '../resource/reasons.ts';
import { DataUnavailable } from '../store/dataUnavailable.ts';
import type { DatabaseOptions } from './databaseUrl.ts';

/** Sent to a serving child. It answers `ready` once, and then serves until the channel closes. */
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

/** The jobs of a child that does one at a time, answers each once by `done`, and is ended by its parent. */
export interface Jobs {
  readonly inspect: {
    readonly request: FileToInspect & { readonly memoryLimitMb: number };
    readonly result: Inspection;
  };
  readonly import: {
    readonly request: FileToImport & { readonly wantsPreview?: true };
    readonly result: LocalResource;
  };
  readonly copy: { readonly request: Download; readonly result: LocalResource };
}
export type JobKind = keyof Jobs;
export type JobRequest = { readonly [Kind in JobKind]: { readonly kind: Kind } & Jobs[Kind]['request'] }[JobKind];
export interface JobDone {
  readonly kind: 'done';
  readonly result: Jobs[JobKind]['result'];
}
export type ImportReport =
  | { readonly kind: 'progress'; readonly bytesRead: number; readonly bytesTotal: number }
  /** The first records can be served before the rest (`resource.isPartial`). Sent at most once. */
  | { readonly kind: 'preview'; readonly resource: LocalResource };

/** Sent to a child that runs one SQL statement at a time. `{ kind: 'cancel' }` ends the running one. */
export interface SqlRequest {
  readonly kind: 'sql';
  readonly sql: string;
  readonly directory: string;
  readonly memoryLimitMb: number;
  readonly timeMs: number;
}
/** Like SqlRequest, of a document. Its records become a resource. */
export interface StatementRequest extends SourcedStatement, Omit<SqlRequest, 'kind' | 'sql'> {
  readonly kind: 'statement';
  readonly result: { readonly id: string; readonly name: string; readonly directory: string };
  readonly workDirectory: string;
}
export interface CancelRequest {
  readonly kind: 'cancel';
}
/** The statement's time is counted from `sqlBegun` on, until `sqlRead` says that its records are only to be written. */
export type SqlProcessAnswer =
  | { readonly kind: 'sqlBegun' | 'sqlRead' }
  | { readonly kind: 'sqlDone'; readonly result: ResultText }
  | { readonly kind: 'statementDone'; readonly result: StatementResult };

export interface Failed {
  readonly kind: 'failed';
  /** The message is English, for logs and the command line; the window translates the codes below. */
  readonly message: string;
  readonly unreadable?: Unreadable;
  readonly refusal?: DatabaseRefusal;
  readonly refused?: Pick<ActionError, 'status' | 'body'>;
  readonly statement?: Pick<StatementRefused, 'reason' | 'at'>;
  readonly unavailable?: Pick<DataUnavailable, 'reason' | 'resource'>;
}

export function failureOf(error: unknown): Failed {
  const failed = { kind: 'failed', message: error instanceof Error ? error.message : String(error) } as const;
  if (error instanceof UnreadableFile) {
    const { file, reason, place } = error;
    return { ...failed, unreadable: { file, reason, place } };
  }
  if (error instanceof ActionError) return { ...failed, refused: { status: error.status, body: error.body } };
  if (error instanceof StatementRefused) return { ...failed, statement: { reason: error.reason, at: error.at } };
  if (!(error instanceof DataUnavailable)) return failed;
  const { reason, resource, refusal } = error;
  return { ...failed, unavailable: { reason, resource }, ...(refusal && { refusal }) };
}

export type ParentRequest =
  ServeRequest | ServeDatabaseRequest | JobRequest | SqlRequest | StatementRequest | CancelRequest;
export type ChildMessage = ServeReady | JobDone | ImportReport | SqlProcessAnswer | Failed;
