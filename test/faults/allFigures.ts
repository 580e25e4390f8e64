import { allFigures } from '../support/results/allFigures.ts';

/** The others are in `limits`. */
const FIGURES = ['R1', 'R2', 'R3', 'R4', 'R4b', 'R5', 'R6', 'R6b', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16'];

export const mochaHooks = allFigures(FIGURES);
