/** A figure that was not counted counts as failed. */
import { isCounted } from '../support/figures.ts';

const FIGURES = ['R2', 'R3', 'R4', 'R6', 'R7', 'R12', 'R13'];

/** Only some tests were to run. */
const isPart = process.argv.some((arg) => /^(?:-g|-f|--grep|--fgrep)(?:=|$)|\.test\.ts$/.test(arg));

export const mochaHooks = {
  afterAll(): void {
    const missing = isPart ? [] : FIGURES.filter((name) => !isCounted(name));
    if (missing.length > 0) throw new Error(`${missing.join(', ')} not counted`);
  },
};
