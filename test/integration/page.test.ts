import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { writePage } from '../../src/platform/page.ts';

const FILES = {
  'codicon.css': '@font-face { src: url("data:font/woff2;base64,00") }',
  'form.css': '.form {}',
  'form.js': 'startForm();',
  'grid.css': '.grid {}',
  'grid.js': 'startGrid();',
};
let extension: string;

/** What is written into a webview, without a webview. */
function written(kind: 'form' | 'grid', title: string, beginning?: unknown): vscode.Webview {
  const webview = {
    cspSource: 'https://source',
    html: '',
    options: {},
    asWebviewUri: (uri: vscode.Uri) => uri,
  } as unknown as vscode.Webview;
  writePage(webview, vscode.Uri.file(extension), kind, title, beginning);
  return webview;
}

describe('the page of a webview', () => {
  before(() => {
    extension = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
    const folder = path.join(extension, 'dist', 'webview');
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(path.join(folder, name), text);
  });
  after(() => fs.rmSync(extension, { recursive: true }));

  const policyOf = ({ html }: vscode.Webview): ReadonlyMap<string, string> => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]));
  };

  it('allows its own script and style, and nothing else', () => {
    const policy = policyOf(written('form', 'Query'));
    const nonce = policy.get('script-src');
    assert.match(nonce ?? '', /^'nonce-[A-Za-z0-9+/]{22}=='$/);
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': nonce,
      'style-src': nonce,
      'font-src': 'data:',
      'img-src': "'none'",
      'connect-src': "'none'",
      'frame-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
    });
  });

  it('has a new nonce each time', () => {
    const nonces = [written('grid', 'a'), written('grid', 'a')].map((page) => policyOf(page).get('script-src'));
    assert.notEqual(nonces[0], nonces[1]);
  });

  it('can read its bundle’s folder only, and has no forms and no command links', () => {
    const { options } = written('grid', 'Records');
    assert.deepEqual(options.localResourceRoots?.map(String), [
      vscode.Uri.file(path.join(extension, 'dist', 'webview')).toString(),
    ]);
    assert.deepEqual([options.enableForms, options.enableCommandUris], [false, false]);
  });

  it('has its script, its style and its icons in it', () => {
    const { html } = written('grid', 'Records');
    const nonce = /'(nonce-[^']*)'/.exec(html)?.[1]?.replace('nonce-', '') ?? '';
    assert.ok(html.includes(`<script nonce="${nonce}">startGrid();</script>`));
    assert.ok(html.includes(`<style nonce="${nonce}">${FILES['codicon.css']}.grid {}</style>`));
    assert.doesNotMatch(html, /<link|<script[^>]* src=/);
  });

  it('of records begins with their name, before its script runs', () => {
    assert.match(written('grid', 'lessons.csv').html, /<h1 class="bar-label">lessons\.csv<\/h1>/);
  });

  it('has what its script begins with as JSON, which no text in it ends', () => {
    const beginning = { name: '</script><!--<script>', list: [1] };
    const { html } = written('grid', 'Records', beginning);
    const [, json = ''] = /<script type="application\/json" id="beginning">(.*)<\/script>\n/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(json), beginning);
    assert.doesNotMatch(json, /</);
    assert.doesNotMatch(written('form', 'Query').html, /application\/json/);
  });

  it('shows a title that a server chose as text', () => {
    assert.doesNotMatch(written('grid', '</title><script>').html, /<\/title><script>/);
    assert.doesNotMatch(written('grid', '<img src=x>').html, /<img/);
  });
});
