import { allFigures } from '../support/results/allFigures.ts';

export const mochaHooks = allFigures([
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'S8',
  'S9',
  'S10',
  'S11',
  'S12',
  'S13',
  'S14',
  'S15',
  'A1',
  'G1',
]);
