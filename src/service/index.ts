/** Code outside the service imports this file only. */
import type { FileToServe, ServedFile, StatementFolders } from './process/serveCommand.ts';
import type { ServeIo } from './process/serveOptions.ts';
import type { CopyOrigin } from './resource/localResource.ts';

export { copyHead, copyLines } from './copies/copyFile.ts';
export { ENDING_BUTTON_WORDS, type EndingButton, endingText, ProcessEnded } from './resource/processEndings.ts';
export { refusedText, StatementRefused } from './resource/statementRefused.ts';
export { SQL_FUNCTIONS, SQL_KEYWORDS } from './resource/sqlWords.ts';
export { JobFailed } from './process/jobProcess.ts';
export { DatabaseRefused } from './process/databaseRefused.ts';
export { DatabaseServer } from './process/databaseServer.ts';
export { type DatabaseOptions, readDatabaseUrl } from './process/databaseUrl.ts';
export { usualTrinoUser } from './process/trinoUrl.ts';
export type { FileToServe, StatementFolders } from './process/serveCommand.ts';
export { choicesOfJson, FILE_FLAGS, jsonOfChoices, MEMORY_LIMIT_MB, readFileFlags } from './process/serveOptions.ts';
export { WrongOptions } from './process/wrongOptions.ts';
export { keepHeapSmall, ROOM_OF_EXPORT } from './process/smallHeap.ts';
export { EmbeddedDatastore, EngineMissing, type SqlStatement } from './process/supervisor.ts';
export type {
  AmbiguousColumn,
  ColumnMisfits,
  CopyChanges,
  CopyOrigin,
  LostCells,
  MissingValues,
  LocalResource,
} from './resource/localResource.ts';
export {
  DIALOG_ENDINGS,
  FILE_FORMATS,
  FILE_KINDS,
  fileKind,
  formatOfName,
  isData,
  kindOfHead,
  mayHaveParts,
  USUAL_ENDINGS,
  type FileFormat,
  ZIP,
} from './resource/fileKinds.ts';
export {
  FILE_ENCODINGS,
  type FileEncoding,
  type Inspection,
  type Reading,
  type ReadingChoices,
  SHOWN_LINES,
  type SkippedRecord,
} from './resource/reading.ts';
export { ALL_SCHEMAS } from './resource/databaseSchemas.ts';
export { type DatabaseKind, databaseText, isUnreachable, serverOf } from './resource/databaseReasons.ts';
export { placeText, reasonText, skippedReason, unreadableText } from './resource/reasons.ts';
export type { ColumnInspection, ColumnReading } from './resource/columnReading.ts';
export { BESIDE_ENDINGS, fileEdition, isSameEdition } from './reading/fileEdition.ts';
export { isSchemaAsRead, schemaFileOf, writeSchema } from './reading/tableSchema.ts';
export { isResourceId, resourceIdOf } from './resource/resourceId.ts';

/** Runs the command `serve`. Its modules load DuckDB, so they are imported on demand: VS Code's window has none. */
export async function serveFromCommandLine(argv: readonly string[], io: ServeIo): Promise<number> {
  const { runServe } = await import('./process/serveCommand.ts');
  const { endAbove } = await import('./process/memoryBound.ts');
  return runServe(argv, { ...io, endAbove });
}

/** Serves one table of a file while `work` asks for its records. Rejects if it can't be read, or like `work`. */
export async function whileServing<T>(
  file: FileToServe,
  io: ServeIo,
  work: (served: ServedFile) => Promise<T>,
): Promise<T> {
  const { withServedFile } = await import('./process/serveCommand.ts');
  const { endAbove } = await import('./process/memoryBound.ts');
  return withServedFile(file, { ...io, endAbove }, work);
}

/** Runs statements over sources in `kept` or a temporary folder while `work` asks for what they give. Rejects like it. */
export async function whileRunningStatements<T>(
  kept: string | undefined,
  memoryLimitMb: number,
  io: ServeIo,
  work: (folders: StatementFolders) => Promise<T>,
): Promise<T> {
  const { withStatementFolders } = await import('./process/serveCommand.ts');
  return withStatementFolders(kept, memoryLimitMb, io, work);
}

/** Serves a copy of the records that `download` writes while `work` asks for them. Rejects like both. */
export async function whileServingCopy<T>(
  download: (file: string) => Promise<CopyOrigin>,
  memoryLimitMb: number,
  io: ServeIo,
  work: (served: ServedFile) => Promise<T>,
): Promise<T> {
  const { withServedCopy } = await import('./process/serveCommand.ts');
  return withServedCopy(download, memoryLimitMb, io, work);
}
