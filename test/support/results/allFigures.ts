import { isCounted } from './figures.ts';

/** Whether only some tests run. */
const isPart = process.argv.some((arg) => /^(?:-g|-f|--grep|--fgrep)(?:=|$)|\.test\.ts$/.test(arg));

/** Mocha's root hooks for a suite of figures. A figure that wasn't counted counts as failed. */
export function allFigures(names: readonly string[]): { readonly afterAll: () => void } {
  return {
    afterAll: () => {
      const missing = isPart ? [] : names.filter((name) => !isCounted(name));
      if (missing.length > 0) throw new Error(`${missing.join(', ')} not counted`);
    },
  };
}
