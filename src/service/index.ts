/** The only door of the embedded datastore: nothing outside imports deeper. */
import type { ServeIo } from './process/serveCommand.ts';

export { copyHead, copyLines } from './copies/copyFile.ts';
export { DIALOG_ENDINGS, isData, mayHaveParts } from './formats/fileEndings.ts';
export { EngineMissing } from './process/engineMissing.ts';
export { JobFailed } from './process/jobProcess.ts';
export { EmbeddedDatastore } from './process/supervisor.ts';
export type { CopyChanges, CopyOrigin, LocalResource } from './resource/localResource.ts';
export type { FileEncoding, FileFormat, Inspection, Reading, ReadingChoices } from './resource/reading.ts';
export { isResourceId, resourceIdOf } from './resource/resourceId.ts';

/** The command `serve`. It brings the engine along, which nobody else here may load: the window has none of its own. */
export async function serve(argv: readonly string[], io: ServeIo): Promise<number> {
  return (await import('./process/serveCommand.ts')).runServe(argv, io);
}
