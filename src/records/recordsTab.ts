import * as vscode from 'vscode';
import type { Field } from '../base/field.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { tabIcon, writePage } from '../platform/page.ts';
import { plainLabel } from '../platform/plain.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import { RecordsController, type RecordsControllerDeps } from './recordsController.ts';

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
    if (!isFileEditor) this.#store.add(panel.onDidChangeViewState(() => this.wake()));
    if (!isFileEditor) {
      this.#store.add(this.controller.onDidAnswer(() => this.#nameTab()));
      panel.iconPath = tabIcon(deps.extensionUri, 'records');
      this.#nameTab();
    }
    writePage(panel.webview, deps.extensionUri, 'grid', panel.title);
  }

  get portalId(): string {
    return this.controller.portalId;
  }

  get ref(): ResourceRef {
    return { portalId: this.portalId, resourceId: this.query.resourceId };
  }

  get query(): DatastoreQuery {
    return this.controller.query;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  run(query: DatastoreQuery, signal: AbortSignal): Promise<readonly Field[] | undefined> {
    return this.controller.run(query, signal);
  }

  show(): void {
    this.#panel.reveal(undefined, true);
  }

  /** A restored tab asks only once it is visible, in a trusted window: nothing is asked at startup. */
  wake(): void {
    if (this.controller.isAsleep && this.#panel.visible && vscode.workspace.isTrusted)
      this.controller.retry();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #nameTab(): void {
    this.#panel.title = plainLabel(vscode.l10n.t('{0} — Records', this.controller.names.resource));
  }
}
