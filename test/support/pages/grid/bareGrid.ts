/** The grid without the panel around it, for tests and the benchmark. */
import { PLAIN_LOOK } from '../plainLook.ts';
import type { GridOptions, GridSource } from '../../../../src/webview/grid/gridContract.ts';
import { RecordsGrid } from '../../../../src/webview/grid/recordsGrid.ts';
import { ENGLISH_WORDS } from './englishWords.ts';

/** Boolean marks would need the panel's icon font. */
const BARE_LOOK = { ...PLAIN_LOOK, booleans: 'raw' } as const;

export function createBareGrid(
  container: HTMLElement,
  source: GridSource,
  options: Partial<GridOptions> = {},
): RecordsGrid {
  return new RecordsGrid(container, source, {
    ...{ words: ENGLISH_WORDS, look: BARE_LOOK, language: 'en' },
    ...options,
  });
}
