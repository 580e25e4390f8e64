import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Disposing, DisposableStore } from './disposables.ts';
import { type PageHolder, takePageFocus } from './pageFocus.ts';
import { focusReport } from '../messages/pageFocus.ts';
import type { Api, Remote, Served } from '../messages/rpc.ts';
import { createHostEndpoint } from '../messages/rpcEndpoint.ts';

export type PageKind = 'form' | 'grid' | 'options' | 'details';

/** Id of the element with the page's initial data as JSON (webview/panel/main.ts reads it). */
const BEGINNING = 'beginning';

/**
 * Fills a webview with one of our bundles. No other code writes HTML. Script, style and icons are inside the page,
 * because VS Code fetches each file of a webview through several processes and delivers messages only afterwards. The
 * initial data is inside as well, if there is any.
 */
export function writePage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  kind: PageKind,
  title: string,
  beginning?: unknown,
): void {
  const root = bundleRoot(extensionUri);
  webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [root] };
  const text = (name: string) => readFileSync(vscode.Uri.joinPath(root, name).fsPath, 'utf8');
  const nonce = randomBytes(16).toString('base64');
  webview.html = `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${text('codicon.css')}${text(`${kind}.css`)}</style>
</head>
<body>
<div id="root" class="${kind}-root">${kind === 'grid' ? gridBeginning(title) : ''}</div>
${beginning === undefined ? '' : dataBlock(BEGINNING, beginning)}<script nonce="${nonce}">${text(`${kind}.js`)}</script>
</body>
</html>`;
}

/** The address at which a page loads a bundle of ours when it first needs it. */
export function bundleAddress(webview: vscode.Webview, extensionUri: vscode.Uri, name: string): string {
  return webview.asWebviewUri(vscode.Uri.joinPath(bundleRoot(extensionUri), name)).toString();
}

function bundleRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** JSON for the page's script. Escaping < keeps texts from ending the element or starting a comment. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${json}</script>\n`;
}

/** The page until its script can draw: the bar with the resource's name, and a placeholder for the records. */
function gridBeginning(name: string): string {
  const arrow = (direction: string): string =>
    `<button class="icon-button" disabled><i class="codicon codicon-arrow-${direction}"></i></button>`;
  return `<div class="beginning" aria-busy="true">
<header class="bar">${arrow('left')}${arrow('right')}<h1 class="bar-label">${escapeHtml(name)}</h1><div class="progress"></div></header>
<div class="holder"><div class="skeleton"></div></div>
</div>`;
}

/** Even if markup from data got into the page, it couldn't run, load, send or submit anything. */
function contentSecurityPolicy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src data:`,
    `img-src 'none'`,
    `connect-src 'none'`,
    `frame-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

export function tabIcon(
  extensionUri: vscode.Uri,
  name: 'query' | 'records' | 'reusable',
): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}

export interface WebviewLink<TRemote extends Api> extends Disposing {
  readonly remote: Remote<TRemote>;
}

/** Connects calls to and from the pages of a webview, until it is disposed. */
export function linkWebview<TRemote extends Api>(
  holder: PageHolder,
  remote: TRemote,
  served: Served,
): WebviewLink<TRemote> {
  const { webview } = holder;
  const store = new DisposableStore();
  const endpoint = store.add(createHostEndpoint((message) => void webview.postMessage(message), remote, served));
  const onDidChange = 'onDidChangeVisibility' in holder ? holder.onDidChangeVisibility : holder.onDidChangeViewState;
  store.add(
    webview.onDidReceiveMessage((message: unknown) => {
      if (v.is(focusReport, message)) takePageFocus(holder, message.hasFocus);
      else endpoint.receive(message);
    }),
  );
  store.add({ dispose: () => takePageFocus(holder, false) });
  // VS Code discards the page of a hidden webview, and loads a new one when it is shown again.
  store.add(
    onDidChange(() => {
      if (holder.visible) return;
      endpoint.close();
      takePageFocus(holder, false);
    }),
  );
  return { remote: endpoint.remote, dispose: () => store.dispose() };
}

/** Ignores the result: a hidden webview can't receive calls, and requests everything when it is shown again. */
export function post(call: Promise<unknown>): void {
  call.catch(() => undefined);
}
