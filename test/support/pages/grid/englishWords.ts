import { GRID_STRINGS, type GridStrings } from '../../../../src/messages/gridStrings.ts';

/** English texts for a grid without a panel, which gets its texts from the host. */
export const ENGLISH_WORDS = Object.fromEntries(
  Object.entries(GRID_STRINGS).map(([name, word]) => [name, typeof word === 'string' ? word : word.message]),
) as GridStrings;
