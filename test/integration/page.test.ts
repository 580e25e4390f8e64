import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { writePage } from '../../src/platform/page.ts';

/** What is written into a webview, without a webview. */
function written(kind: 'form' | 'grid', title: string): vscode.Webview {
  const webview = {
    cspSource: 'https://source',
    html: '',
    options: {},
    asWebviewUri: (uri: vscode.Uri) => uri,
  } as unknown as vscode.Webview;
  writePage(webview, vscode.Uri.file('/extension'), kind, title);
  return webview;
}

describe('the page of a webview', () => {
  const policyOf = ({ html }: vscode.Webview): ReadonlyMap<string, string> => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    return new Map(
      policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
    );
  };

  it('allows its own script and style, and nothing else', () => {
    const policy = policyOf(written('form', 'Query'));
    const nonce = policy.get('script-src');
    assert.match(nonce ?? '', /^'nonce-[A-Za-z0-9+/]{22}=='$/);
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': nonce,
      'style-src': 'https://source',
      'font-src': 'https://source',
      'img-src': "'none'",
      'connect-src': "'none'",
      'frame-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
    });
  });

  it('has a new nonce each time', () => {
    const nonces = [written('grid', 'a'), written('grid', 'a')].map((page) =>
      policyOf(page).get('script-src'),
    );
    assert.notEqual(nonces[0], nonces[1]);
  });

  it('can read its bundle’s folder only, and has no forms and no command links', () => {
    const { options } = written('grid', 'Records');
    assert.deepEqual(options.localResourceRoots?.map(String), ['file:///extension/dist/webview']);
    assert.deepEqual([options.enableForms, options.enableCommandUris], [false, false]);
  });

  it('of records begins with their name, before its script runs', () => {
    assert.match(written('grid', 'lessons.csv').html, /<h1 class="bar-label">lessons\.csv<\/h1>/);
  });

  it('shows a title that a server chose as text', () => {
    assert.doesNotMatch(written('grid', '</title><script>').html, /<\/title><script>/);
    assert.doesNotMatch(written('grid', '<img src=x>').html, /<img/);
  });
});
