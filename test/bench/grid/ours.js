/** The grid alone, as the panel has it: `createRecordsGrid(element, source)` for a page of anybody's. */
import { prepareFonts } from '../../../src/webview/grid/canvasRuler.ts';
import { createRecordsGrid } from '../../../src/webview/grid/recordsGrid.ts';
import '../../../src/webview/grid/recordsGrid.css';

Object.assign(globalThis, { createRecordsGrid });
// As the panel does while its host answers.
globalThis.requestIdleCallback(() => prepareFonts(document.body));
