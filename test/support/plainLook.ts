import type { GridLook } from '../../src/messages/gridLook.ts';

/** Of settings that nobody changed. */
export const PLAIN_LOOK: GridLook = {
  density: 'standard',
  zebra: false,
  numbers: 'raw',
  dates: 'raw',
  booleans: 'marks',
  summaries: false,
};
