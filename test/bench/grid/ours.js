/** The grid alone, as the panel has it: `createRecordsGrid(element, source)` for a page of anybody's. */
import { prepareFonts } from '../../../src/webview/grid/canvasRuler.ts';
import '../../../src/webview/grid/recordsGrid.css';
import { createBareGrid } from '../../support/pages/grid/bareGrid.ts';

Object.assign(globalThis, { createRecordsGrid: createBareGrid });
// As the panel does while its host answers.
globalThis.requestIdleCallback(() => prepareFonts(document.body));
