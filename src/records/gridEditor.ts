import * as vscode from 'vscode';
import { unlessAborted } from '../base/untilAborted.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { RecordsTab } from './recordsTab.ts';
import type { RecordsTabs } from './recordsTabs.ts';
import type { GridFiles } from './recordsPorts.ts';
import type { RestoredPanel } from './savedPanel.ts';

const VIEW_TYPE = 'datastoreExplorer.grid';

/** The records of a file instead of its text: Reopen Editor With… → Datastore Grid. VS Code restores it by the file. */
export class GridEditor implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  readonly #files: GridFiles;
  readonly #panels: RecordsTabs;
  readonly #failures: Failures;
  readonly #store = new DisposableStore();

  constructor(files: GridFiles, panels: RecordsTabs, failures: Failures) {
    this.#files = files;
    this.#panels = panels;
    this.#failures = failures;
    const options = { supportsMultipleEditorsPerDocument: true };
    this.#store.add(vscode.window.registerCustomEditorProvider(VIEW_TYPE, this, options));
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri }: vscode.CustomDocument,
    webviewPanel: vscode.WebviewPanel,
  ): Promise<void> {
    const closed = new AbortController();
    webviewPanel.onDidDispose(() => closed.abort());
    const { signal } = closed;
    const ref = await unlessAborted(this.#files.resourceOf(uri, undefined, signal), signal);
    // The webview is gone with its editor.
    if (ref === undefined || signal.aborted) return;
    const panel = this.#panels.adoptEditor(webviewPanel, ref);
    let saved: RestoredPanel | undefined;
    const start = (): void => {
      this.#ask(panel, uri, saved, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#failures.log('Grid', error);
      });
    };
    const ready = panel.controller.running.onDidReady((kept) => {
      // The page comes back whenever its tab does; it is asked for its records once.
      if (panel.controller.running.screen.state.kind !== 'idle') return;
      saved = kept;
      start();
    });
    // Until then the panel says why it shows nothing.
    const trusted = vscode.workspace.onDidGrantWorkspaceTrust(start);
    webviewPanel.onDidDispose(() => {
      ready.dispose();
      trusted.dispose();
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** What was asked here last, or everything. A failure is shown in the panel itself. */
  async #ask(
    { controller: { running } }: RecordsTab,
    uri: vscode.Uri,
    saved: RestoredPanel | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { resourceId } = await this.#files.resourceOf(uri, saved?.query.resourceId, signal);
    const known = saved?.query.resourceId === resourceId ? saved : undefined;
    const query = known?.query ?? { resourceId };
    if (known !== undefined) running.exploration.restore(known.history);
    await running.run(query, signal);
  }
}
