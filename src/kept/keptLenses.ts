import { rangeIn, untrustedLens } from '../platform/openTexts.ts';
import * as vscode from 'vscode';
import { Owner } from '../platform/disposables.ts';
import { plainLabel } from '../platform/plain.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { queriesIn, QUERY_DOCUMENTS, type QueryTarget } from './openQueries.ts';

/** A line above each query with what can be done with it. */
export class KeptLenses extends Owner implements vscode.CodeLensProvider {
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor() {
    super();
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
    this.owned.add(vscode.languages.registerCodeLensProvider(QUERY_DOCUMENTS, this));
  }

  provideCodeLenses(editor: vscode.TextDocument): vscode.CodeLens[] {
    const commands = vscode.workspace.isTrusted ? trustedCommands() : [untrustedLens(translate(WORDS.untrusted))];
    return queriesIn(editor).queries.flatMap(({ name, nameRange }) => {
      const range = rangeIn(editor, nameRange);
      const target: QueryTarget = { document: editor.uri.toString(), name };
      return commands.map((command) => new vscode.CodeLens(range, { ...command, arguments: [target] }));
    });
  }
}

function trustedCommands(): readonly vscode.Command[] {
  const lens = (name: string, word: keyof typeof WORDS, icon = ''): vscode.Command => ({
    title: `${icon}${plainLabel(translate(WORDS[word]))}`,
    command: `datastoreExplorer.${name}`,
  });
  return [
    lens('runKeptQuery', 'run', '$(play) '),
    lens('checkKeptQuery', 'check'),
    lens('copyLink', 'copyLink'),
    lens('editKeptQuery', 'editInForm'),
  ];
}
