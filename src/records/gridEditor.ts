import * as vscode from 'vscode';
import { unlessAborted } from '../base/untilAborted.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { RecordsTab } from './recordsTab.ts';
import type { RecordsTabs } from './recordsTabs.ts';
import type { GridFiles } from './recordsPorts.ts';
import type { RestoredPanel } from './savedPanel.ts';

const VIEW_TYPE = 'datastoreExplorer.grid';

/** Shows a file's records in place of its text (Reopen Editor With… → Datastore Grid). VS Code restores it by file. */
export class GridEditor extends Owner implements vscode.CustomReadonlyEditorProvider {
  readonly #files: GridFiles;
  readonly #panels: RecordsTabs;
  readonly #failures: Failures;

  constructor(files: GridFiles, panels: RecordsTabs, failures: Failures) {
    super();
    this.#files = files;
    this.#panels = panels;
    this.#failures = failures;
    const options = { supportsMultipleEditorsPerDocument: true };
    this.owned.add(vscode.window.registerCustomEditorProvider(VIEW_TYPE, this, options));
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, webviewPanel: vscode.WebviewPanel): Promise<void> {
    const closed = new AbortController();
    webviewPanel.onDidDispose(() => closed.abort());
    const { signal } = closed;
    const ref = await unlessAborted(this.#files.resourceOf(uri, undefined, signal), signal);
    // The editor was closed meanwhile, and its webview with it.
    if (ref === undefined || signal.aborted) return;
    const panel = this.#panels.adoptEditor(webviewPanel, ref);
    let saved: RestoredPanel | undefined;
    const start = (): void => {
      this.#ask(panel, uri, saved, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#failures.log('Grid', error);
      });
    };
    const ready = panel.controller.running.onDidReady((kept) => {
      // The page loads again whenever its tab is shown, but its records are requested once.
      if (panel.controller.running.screen.state.kind !== 'idle') return;
      saved = kept;
      start();
    });
    // Before the workspace is trusted, the panel explains why it shows nothing.
    const trusted = vscode.workspace.onDidGrantWorkspaceTrust(start);
    webviewPanel.onDidDispose(() => {
      ready.dispose();
      trusted.dispose();
    });
  }

  /** Runs the last query of this file's grid, or requests all records. The panel itself shows a failure. */
  async #ask(
    { controller: { running } }: RecordsTab,
    uri: vscode.Uri,
    saved: RestoredPanel | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { resourceId } = await this.#files.resourceOf(uri, saved?.query.resourceId, signal);
    const previous = saved?.query.resourceId === resourceId ? saved : undefined;
    const query = previous?.query ?? { resourceId };
    if (previous !== undefined) running.exploration.restore(previous.history);
    await running.run(query, signal);
  }
}
