import type { GridLook } from '../../../src/messages/gridLook.ts';

/** The look with default settings. */
export const PLAIN_LOOK: GridLook = {
  density: 'standard',
  zebra: false,
  numbers: 'raw',
  dates: 'raw',
  booleans: 'marks',
  summaries: false,
};
