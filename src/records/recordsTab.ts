import * as vscode from 'vscode';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { tabIcon, writePage } from '../platform/page.ts';
import { plainLabel } from '../platform/plain.ts';
import type { ResourceRef } from '../platform/portal.ts';
import { translate } from '../platform/windowLanguage.ts';
import { RecordsController, type RecordsControllerDeps } from './recordsController.ts';
import { PANEL_WORDS } from './recordsWords.ts';

export interface RecordsTabDeps extends RecordsControllerDeps {
  readonly extensionUri: vscode.Uri;
}

/** One editor tab with the records of one resource. */
export class RecordsTab implements vscode.Disposable {
  readonly controller: RecordsController;
  readonly #panel: vscode.WebviewPanel;
  readonly #store = new DisposableStore();

  /** `isFileEditor`: VS Code names the tab by its file. */
  constructor(
    panel: vscode.WebviewPanel,
    portalId: string,
    query: DatastoreQuery,
    deps: RecordsTabDeps,
    isFileEditor = false,
  ) {
    this.#panel = this.#store.add(panel);
    this.controller = this.#store.add(new RecordsController(portalId, query, deps));
    this.#store.add(this.controller.attach(panel));
    if (!isFileEditor) this.#store.add(panel.onDidChangeViewState(() => this.runWhenVisible()));
    if (!isFileEditor) {
      this.#store.add(this.controller.running.onDidAnswer(() => this.#nameTab()));
      panel.iconPath = tabIcon(deps.extensionUri, 'records');
      this.#nameTab();
    }
    writePage(panel.webview, deps.extensionUri, 'grid', panel.title);
  }

  get ref(): ResourceRef {
    return this.controller.running.ref;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  show(): void {
    this.#panel.reveal(undefined, true);
  }

  /** A restored tab asks only once it is visible, in a trusted window: nothing is asked at startup. */
  runWhenVisible(): void {
    const { running } = this.controller;
    if (running.screen.state.kind === 'idle' && this.#panel.visible && vscode.workspace.isTrusted)
      running.retry();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #nameTab(): void {
    const { resource } = this.controller.running.names;
    this.#panel.title = plainLabel(translate(PANEL_WORDS.title, { 0: resource }));
  }
}
