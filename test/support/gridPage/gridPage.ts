import { WebviewPage } from '../webviewPage.ts';

/** Like what platform/page.ts writes. */
const BEGINNING =
  '<div class="beginning"><header class="bar"><h1 class="bar-label">Lessons</h1></header></div>';

/**
 * The records grid alone in a browser, with fakeHost.ts as the extension: the whole records `panel`, or a `bare` element
 * for `createRecordsGrid`.
 */
export function startGridPage(): Promise<WebviewPage> {
  return WebviewPage.start({
    kind: 'grid',
    entry: 'src/webview/panel/main.ts',
    title: 'Records',
    host: 'test/support/gridPage/fakeHost.ts',
    contents: {
      panel: { body: `<div id="root" class="grid-root">${BEGINNING}</div>`, scripts: ['host', 'grid'] },
      bare: { body: '<div id="bare"></div>', scripts: ['host'] },
    },
    style: '#bare { position: fixed; inset: 0; }',
    isReady: (page, content) =>
      page.locator(content === 'panel' ? '.status' : '#bare').waitFor({ state: 'attached' }),
  });
}
