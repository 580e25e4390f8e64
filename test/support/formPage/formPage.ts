import { WebviewPage } from '../webviewPage.ts';

/** The query form alone in a browser, with fakeHost.ts as the extension. */
export function startFormPage(): Promise<WebviewPage> {
  return WebviewPage.start({
    kind: 'form',
    entry: 'src/webview/form/main.ts',
    title: 'Query',
    host: 'test/support/formPage/fakeHost.ts',
    contents: { form: { body: '<div id="root" class="form-root"></div>', scripts: ['host', 'form'] } },
    isReady: (page) => page.getByRole('form').waitFor(),
  });
}
