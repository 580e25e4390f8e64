import { allFigures } from '../support/allFigures.ts';

export const mochaHooks = allFigures(['R2', 'R3', 'R4', 'R6', 'R7', 'R9', 'R10', 'R11', 'R12', 'R13', 'R14']);
