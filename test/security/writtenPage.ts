/** Our pages as VS Code gets them: `writePage` with our real bundles (`node esbuild.js`), and a webview that keeps them. */
import type * as vscode from 'vscode';
import { type PageKind, writePage } from '../../src/platform/page.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { Uri } from '../support/host/vscode.ts';

export const PAGES = ['form', 'grid', 'options', 'details'] as const satisfies readonly PageKind[];

interface PageOptions {
  readonly title?: string;
  readonly beginning?: unknown;
}

export interface WrittenPage {
  readonly html: string;
  readonly options: vscode.WebviewOptions;
}

export function writtenPage(kind: PageKind, { title = 'Records', beginning }: PageOptions = {}): WrittenPage {
  const webview = { html: '', options: {}, cspSource: 'https://*.webview.example' };
  const root = Uri.file(projectRoot) as unknown as vscode.Uri;
  writePage(webview as unknown as vscode.Webview, root, kind, title, beginning);
  return webview;
}
