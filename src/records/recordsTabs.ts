import * as vscode from 'vscode';
import type { Field } from '../base/field.ts';
import { type DatastoreQuery, isFiltered } from '../datastore/query/query.ts';
import { setContext } from '../platform/contextKeys.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { showMessage } from '../platform/messages.ts';
import { type ResourceRef, sameResource } from '../platform/portal.ts';
import type { Settings } from '../platform/settings.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { RecordsControllerDeps } from './recordsController.ts';
import { RecordsTab } from './recordsTab.ts';
import type { Answered } from './runningController.ts';
import { readSavedPanel } from './savedPanel.ts';
import { PANEL_WORDS } from './recordsWords.ts';

const VIEW_TYPE = 'datastoreExplorer.records';

export interface RecordsTabsDeps extends RecordsControllerDeps {
  readonly settings: Settings;
  readonly extensionUri: vscode.Uri;
}

/** All open records panels: one for each resource, unless the settings want one for each run. */
export class RecordsTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #deps: RecordsTabsDeps;
  readonly #store = new DisposableStore();
  readonly #panels = new Set<RecordsTab>();
  readonly #answered = this.#store.add(new vscode.EventEmitter<Answered>());
  readonly onDidAnswer = this.#answered.event;

  constructor(deps: RecordsTabsDeps) {
    this.#deps = deps;
    this.#store.add(vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this));
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const panel of this.#panels) panel.runWhenVisible();
      }),
    );
  }

  /** The panel that commands mean: the one in the active editor. */
  get active(): RecordsTab | undefined {
    return [...this.#panels].find(({ isActive }) => isActive);
  }

  /** See RunningController.run. */
  run(portalId: string, query: DatastoreQuery, signal: AbortSignal): Promise<readonly Field[] | undefined> {
    const panel = this.#panelFor(portalId, query);
    panel.show();
    return panel.controller.running.run(query, signal);
  }

  /**
   * VS Code restores a panel of the last session only when its tab is opened. Until then nothing says what it shows, so it
   * can't be closed with its resource.
   */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const restored = readSavedPanel(state);
    if (restored === undefined) {
      panel.dispose();
      return;
    }
    const { portalId, query } = restored;
    const { portals } = this.#deps;
    const closed = new AbortController();
    panel.onDidDispose(() => closed.abort());
    const isGone = await portals.isGone({ portalId, resourceId: query.resourceId });
    await portals.loadNames();
    if (closed.signal.aborted) return;
    if (isGone) {
      const text = translate(PANEL_WORDS.closed, { 0: panel.title });
      panel.dispose();
      void showMessage('information', text);
      return;
    }
    const adopted = this.#adopt(panel, portalId, query);
    adopted.controller.running.exploration.restore(restored.history);
    adopted.runWhenVisible();
  }

  /** For an editor that VS Code opened for a file; the caller starts its query. */
  adoptEditor(panel: vscode.WebviewPanel, ref: ResourceRef): RecordsTab {
    return this.#adopt(panel, ref.portalId, { resourceId: ref.resourceId }, true);
  }

  closePortal(portalId: string): void {
    for (const panel of [...this.#panels]) if (panel.ref.portalId === portalId) panel.dispose();
  }

  shows(ref: ResourceRef): boolean {
    return [...this.#panels].some((panel) => sameResource(panel.ref, ref));
  }

  closeResource(ref: ResourceRef): void {
    for (const panel of [...this.#panels]) if (sameResource(panel.ref, ref)) panel.dispose();
  }

  dispose(): void {
    this.#store.dispose();
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #panelFor(portalId: string, query: DatastoreQuery): RecordsTab {
    const wanted = { portalId, resourceId: query.resourceId };
    const known = [...this.#panels].find((panel) => sameResource(panel.ref, wanted));
    if (known !== undefined && this.#deps.settings.openIn.value === 'same') return known;
    const options = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
    return this.#adopt(vscode.window.createWebviewPanel(VIEW_TYPE, '', options), portalId, query);
  }

  #adopt(
    webviewPanel: vscode.WebviewPanel,
    portalId: string,
    query: DatastoreQuery,
    isFileEditor = false,
  ): RecordsTab {
    const panel = new RecordsTab(webviewPanel, portalId, query, this.#deps, isFileEditor);
    this.#panels.add(panel);
    panel.controller.running.onDidAnswer((answered) => {
      this.#answered.fire(answered);
      this.#updateContext();
    });
    webviewPanel.onDidChangeViewState(() => this.#updateContext());
    webviewPanel.onDidDispose(() => {
      this.#panels.delete(panel);
      panel.dispose();
      this.#updateContext();
    });
    return panel;
  }

  /** Menus depend on the records of the active tab. */
  #updateContext(): void {
    const { active } = this;
    void setContext('recordsSource', active && this.#deps.portals.sourceOf(active.ref));
    const query = active?.controller.running.query;
    void setContext('isFiltered', query !== undefined && isFiltered(query));
    void setContext('isSorted', query?.sort !== undefined);
  }
}
