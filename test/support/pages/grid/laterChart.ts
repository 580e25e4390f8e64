/** The bundle that the panel loads for a chart, as `esbuild.js` names what it exports. */
import { openChart } from '../../../../src/webview/chart/main.ts';

Object.assign(window, { DatastoreChart: { openChart } });
