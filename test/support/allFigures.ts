import { isCounted } from './figures.ts';

/** Only some tests were to run. */
const isPart = process.argv.some((arg) => /^(?:-g|-f|--grep|--fgrep)(?:=|$)|\.test\.ts$/.test(arg));

/** Mocha's root hooks for a suite of figures: one that was not counted counts as failed. */
export function allFigures(names: readonly string[]): { readonly afterAll: () => void } {
  return {
    afterAll: () => {
      const missing = isPart ? [] : names.filter((name) => !isCounted(name));
      if (missing.length > 0) throw new Error(`${missing.join(', ')} not counted`);
    },
  };
}
