import type { InspectRequest } from '../process/protocol.ts';
import { openFile } from './openedFile.ts';
import type { Inspection } from './reading.ts';
import { unreadable } from './reasons.ts';

/** Throws UnreadableFile with words for a person. */
export async function inspectFile({ file, choices, workDirectory }: InspectRequest): Promise<Inspection> {
  try {
    return (await openFile(file, choices, workDirectory, 'beginning')).inspection;
  } catch (error) {
    throw unreadable(file, error);
  }
}
