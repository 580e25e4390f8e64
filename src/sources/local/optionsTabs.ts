import * as vscode from 'vscode';
import { OptionsHost, OptionsView } from '../../messages/optionsProtocol.ts';
import { serve } from '../../messages/rpc.ts';
import { Owner } from '../../platform/disposables.ts';
import { linkWebview, post, tabIcon, writePage } from '../../platform/page.ts';
import { plainLabel } from '../../platform/plain.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { type AskedOptions, type AskOptions, ImportOptions, type Inspect } from './importOptions.ts';
import { nameOf, type FileToOpen } from './localFile.ts';
import { IMPORT_OPTION_WORDS as WORDS } from './localWords.ts';

const PANEL = 'datastoreExplorer.importOptions';

export class OptionsTabs implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #inspect: Inspect;
  /** Tabs by file. A new question about a file replaces the earlier one. */
  readonly #open = new Map<string, OptionsTab>();

  constructor(extensionUri: vscode.Uri, inspect: Inspect) {
    this.#extensionUri = extensionUri;
    this.#inspect = inspect;
  }

  /** The tab of an accepted file stays until another tab is shown, or `close` is called. */
  async ask(target: FileToOpen, options: AskOptions): Promise<AskedOptions> {
    this.close(target.file);
    const tab = new OptionsTab(target, options, this.#inspect, this.#extensionUri);
    this.#open.set(target.file, tab);
    const answer = await tab.answer;
    if (answer.kind === 'open') tab.closeLater();
    else tab.dispose();
    return answer;
  }

  close(file: string): void {
    this.#open.get(file)?.dispose();
    this.#open.delete(file);
  }

  dispose(): void {
    for (const tab of this.#open.values()) tab.dispose();
  }
}

/** A tab with the options of one file. Closing it counts as an answer, too. */
class OptionsTab extends Owner {
  readonly answer: Promise<AskedOptions>;

  constructor(target: FileToOpen, options: AskOptions, inspect: Inspect, extensionUri: vscode.Uri) {
    super();
    const title = plainLabel(translate(WORDS.title, { name: nameOf(target.file) }));
    const panel = this.owned.add(vscode.window.createWebviewPanel(PANEL, title, vscode.ViewColumn.Active));
    panel.iconPath = tabIcon(extensionUri, 'query');
    const question = this.owned.add(
      new ImportOptions(target, options, inspect, (look) => post(link.remote.show(look))),
    );
    this.answer = question.answer;
    const link = this.owned.add(linkWebview(panel, OptionsView, serve(OptionsHost, question)));
    panel.onDidDispose(() => this.dispose());
    writePage(panel.webview, extensionUri, 'options', title);
  }

  /** Closing the tab at once would show an empty editor for a moment. */
  closeLater(): void {
    this.owned.add(vscode.window.tabGroups.onDidChangeTabs(() => this.dispose()));
  }
}
