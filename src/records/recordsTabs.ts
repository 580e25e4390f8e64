import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import type { ChartChoice } from '../datastore/query/chartChoice.ts';
import { type DatastoreQuery, isFiltered } from '../datastore/query/query.ts';
import { updateContext } from '../platform/state/contextKeys.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { showMessage } from '../platform/messages.ts';
import { type PickedResource, type ResourceRef, sameResource, savedResource } from '../platform/portal.ts';
import type { AnswerInPanel } from '../platform/ports/portalPort.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { RecordsProgram } from './recordsPorts.ts';
import { RecordsTab, type TabOptions } from './recordsTab.ts';
import type { QueryRunner } from './queryRunner.ts';
import type { TitledTab } from './tabTitles.ts';
import { PANEL_WORDS } from './recordsWords.ts';

export const RECORDS_VIEW = 'datastoreExplorer.records';

export interface OpenOptions {
  readonly isKept?: boolean;
  readonly isBeside?: boolean;
  /** The chart that the query is kept with. */
  readonly chart?: ChartChoice;
}

/** All open records panels. Some are kept, and one may take the next resource, depending on the settings. */
export class RecordsTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #program: RecordsProgram;
  readonly #store = new DisposableStore();
  readonly #panels = new Set<RecordsTab>();
  readonly #answered = this.#store.add(new vscode.EventEmitter<AnswerInPanel>());
  readonly onDidAnswer = this.#answered.event;
  readonly #activated = this.#store.add(new vscode.EventEmitter<QueryRunner>());
  readonly #closed = this.#store.add(new vscode.EventEmitter<QueryRunner>());
  /** Fires when a panel becomes active, or shows another resource or an answer while active. */
  readonly onDidActivate = this.#activated.event;
  /** Fires when a panel closes or shows another resource. */
  readonly onDidClose = this.#closed.event;
  readonly #titled = this.#store.add(new vscode.EventEmitter<readonly TitledTab[]>());
  /** Fires with the titles of all tabs, whenever one may have changed. */
  readonly onDidTitle = this.#titled.event;
  #last: RecordsTab | undefined;

  constructor(program: RecordsProgram) {
    this.#program = program;
    this.#store.add(vscode.window.registerWebviewPanelSerializer(RECORDS_VIEW, this));
    this.#store.add(program.host.portals.onDidChange(() => this.#updateContext()));
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const panel of this.#panels) panel.runWhenVisible();
      }),
    );
  }

  get active(): RecordsTab | undefined {
    return [...this.#panels].find(({ isActive }) => isActive);
  }

  /** What the panels show, or will show, of resources that aren't results themselves. */
  get queries(): readonly Pick<AnswerInPanel, 'portalId' | 'query'>[] {
    const lasting = [...this.#panels].filter(({ ref }) => this.#program.host.portals.sourceOf(ref) !== 'result');
    return lasting.map(({ controller: { running } }) => ({ portalId: running.portalId, query: running.query }));
  }

  /** Runs a query of the form, which keeps the focus. See QueryRunner.run. */
  run(portalId: string, query: DatastoreQuery, signal: AbortSignal): Promise<readonly Field[] | undefined> {
    const panel = this.#showing({ portalId, resourceId: query.resourceId }) ?? this.#another(portalId, query);
    panel.controller.running.keep();
    panel.show(true);
    const answer = panel.controller.running.run(query, signal);
    this.#last = panel;
    this.#activated.fire(panel.controller.running);
    return answer;
  }

  /**
   * Activates the panel with the records of a resource. A panel that shows them already doesn't request them again.
   * Resolves when its page has loaded: VS Code sometimes loses the files of a page that loads for the first time beside
   * another.
   */
  open(
    { query, ...ref }: PickedResource,
    { isKept = false, isBeside = false, chart }: OpenOptions = {},
  ): Promise<unknown> {
    const newQuery = query ?? this.#everything(ref);
    const openPanel = isBeside ? undefined : this.#showing(ref, isKept);
    const panel = openPanel ?? this.#another(ref.portalId, newQuery, isBeside);
    const { running } = panel.controller;
    if (isKept || isBeside) running.keep();
    panel.show(false);
    // The panel shows a failure, so its query runs again.
    if (openPanel === undefined || query !== undefined) running.start(newQuery, chart);
    else if (['idle', 'failed', 'cancelled'].includes(running.screen.state.kind)) running.retry();
    // The panel may have been active already, so that VS Code sends no event.
    if (query !== undefined) this.#activated.fire(running);
    return panel.loaded;
  }

  /**
   * Shows new records of a result: in its panels, which keep their queries, or in a new one beside. Editors keep the
   * focus.
   */
  showBeside(ref: ResourceRef): void {
    const shown = [...this.#panels].filter((panel) => sameResource(panel.ref, ref));
    const panels = shown.length > 0 ? shown : [this.#another(ref.portalId, this.#everything(ref), true)];
    for (const panel of panels) {
      const { running } = panel.controller;
      running.keep();
      panel.show(true);
      // The new records may lack fields that the query names.
      running.run(running.query).catch(() => running.start(this.#everything(ref)));
    }
  }

  /** VS Code restores a panel only when its tab is shown. Until then, TabTitles knows its resource. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const restored = this.#program.queries.newest(state);
    if (restored === undefined) {
      panel.dispose();
      return;
    }
    const { portalId, query, isReusable, id } = restored;
    const { portals } = this.#program.host;
    const closed = new AbortController();
    panel.onDidDispose(() => closed.abort());
    const isGone = await portals.isGone({ portalId, resourceId: query.resourceId });
    await portals.choices();
    if (closed.signal.aborted) return;
    if (isGone) {
      const text = translate(PANEL_WORDS.closed, { 0: panel.title });
      panel.dispose();
      void showMessage('information', text);
      return;
    }
    const adopted = this.#adopt(panel, portalId, query, defined({ isReusable, id }));
    adopted.controller.running.restore(restored.history);
    adopted.runWhenVisible();
  }

  /** Takes over an editor that VS Code opened for a file. The caller starts its query. */
  adoptEditor(panel: vscode.WebviewPanel, ref: ResourceRef): RecordsTab {
    return this.#adopt(panel, ref.portalId, { resourceId: ref.resourceId }, { isFileEditor: true });
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

  #everything({ resourceId }: ResourceRef): DatastoreQuery {
    const limit = this.#program.host.settings.defaultLimit.value;
    return { resourceId, ...(limit !== null && { limit }) };
  }

  /** A panel with the resource, unless each opening gets a new one. `isAgain` also accepts the last opened panel. */
  #showing(ref: ResourceRef, isAgain = false): RecordsTab | undefined {
    const openPanels = [...this.#panels].filter((panel) => sameResource(panel.ref, ref));
    const last = openPanels.find((panel) => panel === this.#last);
    return isAgain || this.#program.host.settings.openIn.value !== 'new' ? (last ?? openPanels[0]) : undefined;
  }

  #another(portalId: string, query: DatastoreQuery, isBeside = false): RecordsTab {
    const isReusable = this.#program.host.settings.openIn.value === 'reuse';
    const free = [...this.#panels].find((panel) => panel.isReusable);
    if (isReusable && !isBeside && free !== undefined) {
      free.reuse(portalId, query);
      return free;
    }
    const viewColumn = isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const options = { viewColumn, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(RECORDS_VIEW, '', options);
    return this.#adopt(panel, portalId, query, { isReusable });
  }

  #adopt(
    webviewPanel: vscode.WebviewPanel,
    portalId: string,
    query: DatastoreQuery,
    options: TabOptions = {},
  ): RecordsTab {
    const panel = new RecordsTab(webviewPanel, portalId, query, this.#program, options);
    this.#panels.add(panel);
    this.#noteActive(panel);
    // A chord that follows a filter comes before the answer, and VS Code drops it while the command is disabled.
    panel.onDidBegin(() => this.#updateContext());
    panel.onDidAnswer((answered) => {
      this.#answered.fire(answered);
      this.#noteActive(panel);
    });
    panel.onDidChange(() => this.#noteActive(panel));
    panel.onDidClose((running) => this.#closed.fire(running));
    webviewPanel.onDidChangeViewState(() => this.#noteActive(panel));
    webviewPanel.onDidDispose(() => {
      this.#panels.delete(panel);
      if (this.#last === panel) this.#last = undefined;
      panel.dispose();
      this.#placeTabs();
      this.#updateContext();
    });
    return panel;
  }

  #placeTabs(): void {
    const { portals } = this.#program.host;
    const panels = [...this.#panels];
    for (const panel of panels) {
      const { ref, resourceName } = panel;
      const isAlike = panels.some((other) => other.resourceName === resourceName && !sameResource(other.ref, ref));
      const isCopy = portals.sourceOf(ref) === 'copy';
      const place = isCopy ? translate(PANEL_WORDS.copy) : portals.find(ref.portalId)?.name;
      panel.setPlace(isAlike ? (place ?? panel.controller.running.names.server) : '');
    }
    this.#titled.fire(panels.map(({ titled }) => titled));
  }

  #noteActive(panel: RecordsTab): void {
    if (panel.isActive) {
      this.#last = panel;
      this.#activated.fire(panel.controller.running);
    }
    this.#placeTabs();
    this.#updateContext();
  }

  #updateContext(): void {
    const { active } = this;
    const { portals } = this.#program.host;
    const saved = active && savedResource(portals.find(active.ref.portalId), active.ref.resourceId);
    const query = active?.controller.running.query;
    updateContext({
      recordsSource: active && portals.sourceOf(active.ref),
      recordsSaved: saved !== undefined,
      isFiltered: query !== undefined && isFiltered(query),
      isSorted: query?.sort !== undefined,
      isSummarized: query?.summary !== undefined,
      recordsReusable: active?.isReusable === true,
    });
  }
}
