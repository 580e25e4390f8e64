/** What all of VS Code's side says. */
import type { WordTable } from '../base/words.ts';

export const PLATFORM_WORDS = {
  oneRecord: '1 record',
  records: '{count} records',
  addressChanged: 'The address of {portal} has changed.',
  runAtNewAddress: 'Run again to load the records from the new address.',
  showLog: 'Show Log',
  saveToFile: 'Save to File…',
  textGone: 'This text is no longer available. Open it again from the records.',
  notOnThisMachine: "{address} isn't on the machine that runs this extension.",
  nothingSaved: 'Nothing was saved. Select a folder on that machine.',
  undo: 'Undo',
  startAgain: 'Start Again',
  interrupted: '{task} was interrupted.',
} as const satisfies WordTable;
