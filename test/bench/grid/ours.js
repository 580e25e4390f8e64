/** The grid alone, as the panel uses it: `createRecordsGrid(element, source)` for any page. */
import { prepareFonts } from '../../../src/webview/grid/columnWidths.ts';
import '../../../src/webview/grid/recordsGrid.css';
import { createBareGrid } from '../../support/pages/grid/bareGrid.ts';

Object.assign(globalThis, { createRecordsGrid: createBareGrid });
// The panel also prepares its fonts while the host answers.
globalThis.requestIdleCallback(() => prepareFonts(document.body));
