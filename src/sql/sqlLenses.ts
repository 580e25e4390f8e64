import * as vscode from 'vscode';
import { cut } from '../base/oneLine.ts';
import type { DocumentStatement, SourceLine } from '../document/sqlDocument.ts';
import { rangeIn, untrustedLens } from '../platform/openTexts.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import { plainLabel } from '../platform/plain.ts';
import { agoText, recordsText, spentText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { documentOf, type LensTarget, SQL_DOCUMENTS } from './openDocument.ts';
import { SQL_EDITOR_WORDS } from './sqlEditorWords.ts';
import type { StatementState, StatementRuns } from './statementRuns.ts';

/** Longest problem above a statement, in UTF-16 units. The mark at its place has all of it. */
const LONGEST = 80;

class SourceLens extends vscode.CodeLens {
  readonly document: vscode.Uri;
  readonly source: SourceLine;

  constructor(range: vscode.Range, document: vscode.Uri, source: SourceLine) {
    super(range);
    this.document = document;
    this.source = source;
  }
}

/** A line above each statement that runs it, and above each source that says how old it is. */
export class SqlLenses extends Owner implements vscode.CodeLensProvider {
  readonly #runs: StatementRuns;
  readonly #failures: Failures;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(runs: StatementRuns, failures: Failures) {
    super();
    this.#runs = runs;
    this.#failures = failures;
    const change = (): void => this.#changed.fire();
    this.owned.add(runs.onDidChange(change));
    this.owned.add(runs.ports.sources.onDidChange(change));
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(change));
    this.owned.add(vscode.languages.registerCodeLensProvider(SQL_DOCUMENTS, this));
  }

  provideCodeLenses(editor: vscode.TextDocument): vscode.CodeLens[] {
    const { sources, statements } = documentOf(editor);
    const { isTrusted } = vscode.workspace;
    const ofStatements = statements.map((statement) => {
      const lens = isTrusted
        ? this.#statementLens(editor.uri, statement)
        : untrustedLens(translate(SQL_EDITOR_WORDS.untrusted));
      return new vscode.CodeLens(rangeIn(editor, statement.range), lens);
    });
    if (!isTrusted) return ofStatements;
    return [
      ...sources.map((source) => new SourceLens(rangeIn(editor, source.range), editor.uri, source)),
      ...ofStatements,
    ];
  }

  /** VS Code asks for this when it shows the line. */
  async resolveCodeLens(lens: vscode.CodeLens): Promise<vscode.CodeLens> {
    if (lens instanceof SourceLens) lens.command = await this.#sourceLens(lens.document, lens.source);
    return lens;
  }

  #statementLens(uri: vscode.Uri, statement: DocumentStatement): vscode.Command {
    const state = this.#runs.stateOf(uri, statement);
    const command = state?.running === undefined ? 'runStatement' : 'cancelStatement';
    const icon = state?.running === undefined ? 'play' : 'stop-circle';
    const target: LensTarget = { document: uri.toString(), number: statement.number };
    return lensOf(`$(${icon}) ${plainLabel(this.#titleOf(state))}`, command, target);
  }

  #titleOf(state: StatementState | undefined): string {
    if (state?.running !== undefined)
      return translate(SQL_EDITOR_WORDS.cancel, { time: spentText(Date.now() - state.running.since) });
    if (state?.error !== undefined)
      return translate(SQL_EDITOR_WORDS.failed, {
        problem: cut(this.#failures.describe(state.error).message, LONGEST),
      });
    if (state?.last === undefined) return translate(SQL_EDITOR_WORDS.run);
    const { records, isCut, milliseconds } = state.last;
    const time = spentText(milliseconds);
    if (isCut) return translate(SQL_EDITOR_WORDS.againCut, { records: recordsText(records), time });
    return translate(SQL_EDITOR_WORDS.again, { records: recordsText(records), time });
  }

  async #sourceLens(uri: vscode.Uri, source: SourceLine): Promise<vscode.Command> {
    const state = await this.#runs.ports.sources.look(uri, source);
    const target: LensTarget = { document: uri.toString(), source: source.name };
    switch (state.kind) {
      case 'ready': {
        const words = state.isCopy ? SQL_EDITOR_WORDS.copyDownloaded : SQL_EDITOR_WORDS.fileRead;
        return lensOf(translate(words, { age: agoText(state.since.getTime()) }), 'refreshSource', target);
      }
      case 'noCopy':
        return lensOf(translate(SQL_EDITOR_WORDS.noCopy), 'refreshSource', target);
      case 'unread':
        return { title: translate(SQL_EDITOR_WORDS.unread), command: '' };
      case 'refused':
        return { title: `$(warning) ${plainLabel(state.reason)}`, command: '' };
    }
  }
}

/** A text without icons of its own, unless its beginning is ours. */
function lensOf(title: string, name: string, target: LensTarget): vscode.Command {
  return { title, command: `datastoreExplorer.${name}`, arguments: [target] };
}
