import { allFigures } from '../../support/allFigures.ts';

const FIGURES = ['R7', 'R8', 'R9'];

export const mochaHooks = allFigures(FIGURES);
