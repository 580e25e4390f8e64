import { openFile } from './openedFile.ts';
import type { Inspection, ReadingChoices } from '../resource/reading.ts';
import { unreadable } from './reasons.ts';

export interface FileToInspect {
  readonly file: string;
  readonly choices: ReadingChoices;
  /** A folder on the disk of the data, for what is half done. Whoever asks removes it, whatever happens. */
  readonly workDirectory: string;
}

/** Throws UnreadableFile with words for a person. */
export async function inspectFile({ file, choices, workDirectory }: FileToInspect): Promise<Inspection> {
  try {
    return (await openFile(file, choices, workDirectory, 'beginning')).inspection;
  } catch (error) {
    throw unreadable(file, error);
  }
}
