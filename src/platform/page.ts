import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export type PageKind = 'form' | 'grid';

/** Fills a webview with one of our two bundles. Nothing else in the program writes HTML. */
export function writePage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  kind: PageKind,
  title: string,
): void {
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  webview.options = {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [root],
  };
  const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  const nonce = randomBytes(16).toString('base64');
  webview.html = `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(webview.cspSource, nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(address('codicon.css'))}">
<link rel="stylesheet" href="${escapeHtml(address(`${kind}.css`))}">
</head>
<body>
<div id="root" class="${kind}-root"></div>
<script nonce="${nonce}" src="${escapeHtml(address(`${kind}.js`))}"></script>
</body>
</html>`;
}

/** No markup from data can run, load, send or submit anything, even if it got into the page. */
function contentSecurityPolicy(source: string, nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
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

/** The icon of an editor tab of ours, for light and dark themes. */
export function tabIcon(
  extensionUri: vscode.Uri,
  name: 'query' | 'records',
): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
