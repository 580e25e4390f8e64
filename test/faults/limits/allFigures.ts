import { allFigures } from '../../support/results/allFigures.ts';

const FIGURES = ['R7', 'R8', 'R9'];

export const mochaHooks = allFigures(FIGURES);
