/** Of the processes that serve a folder, one may change created resources. */
import { Claim } from '../../disk/claim.ts';

const NAME = 'writing';
/** For one that is about to end. */
const GRACE_MS = 1000;

/** Another process has the folder open for writing. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  readonly directory: string;
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    super(directory);
    this.directory = directory;
    this.pid = pid;
  }
}

/** Throws FolderInUse. */
export async function becomeSoleWriter(directory: string): Promise<Claim> {
  const patience = AbortSignal.timeout(GRACE_MS);
  try {
    return await Claim.wait(directory, NAME, patience);
  } catch (error) {
    if (!patience.aborted) throw error;
    throw new FolderInUse(directory, await writerOf(directory));
  }
}

/** The number of the process that writes there. */
export function writerOf(directory: string): Promise<number | undefined> {
  return Claim.holder(directory, NAME);
}
