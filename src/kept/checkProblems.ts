import * as vscode from 'vscode';
import { findingText } from '../document/check/checkResult.ts';
import { queryText } from '../datastore/query/query.ts';
import { rangeOfMember } from '../document/kept/readQueryDocument.ts';
import { markIn } from '../platform/openTexts.ts';
import { Owner } from '../platform/disposables.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import { CHECK_EDITOR_WORDS as WORDS } from './checkWords.ts';
import type { CheckOutcome } from './keptChecks.ts';
import { type OpenQuery, QUERY_DOCUMENTS } from './openQueries.ts';

interface CheckProblem {
  readonly diagnostic: vscode.Diagnostic;
  /** Absent where no query finds the records. */
  readonly showsRecords?: { readonly portalId: string; readonly query: string };
}

/** Marks expectations that don't hold in the text until it changes, each with a way to the records. */
export class CheckProblems extends Owner implements vscode.CodeActionProvider {
  readonly #shown = this.owned.add(vscode.languages.createDiagnosticCollection('datastore-checks'));
  readonly #problems = new Map<string, ReadonlyMap<string, readonly CheckProblem[]>>();

  constructor() {
    super();
    const { workspace } = vscode;
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#forget(document.uri);
      }),
    );
    this.owned.add(vscode.languages.registerCodeActionsProvider(QUERY_DOCUMENTS, this));
  }

  /** Replaces the marks of a query. */
  show({ editor, kept }: OpenQuery, { ref, results }: CheckOutcome): void {
    const problems = results.flatMap(({ expectation, finding }): readonly CheckProblem[] => {
      if (finding === undefined) return [];
      const severity = finding.outcome === 'differs' ? 'error' : 'warning';
      const range = rangeOfMember(kept, expectation.path);
      const diagnostic = markIn(editor, range, findingText(finding, windowLanguage), severity);
      const query = finding.offending && queryText(finding.offending);
      return [{ diagnostic, ...(query !== undefined && { showsRecords: { portalId: ref.portalId, query } }) }];
    });
    const uri = editor.uri.toString();
    const all = new Map(this.#problems.get(uri)).set(kept.name, problems);
    this.#problems.set(uri, all);
    this.#shown.set(
      editor.uri,
      [...all.values()].flat().map(({ diagnostic }) => diagnostic),
    );
  }

  provideCodeActions({ uri }: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const problems = [...(this.#problems.get(uri.toString())?.values() ?? [])].flat();
    return problems.flatMap(({ diagnostic, showsRecords }) => {
      if (showsRecords === undefined || diagnostic.range.intersection(range) === undefined) return [];
      const title = translate(WORDS.showRecords);
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.command = { title, command: 'datastoreExplorer.showUnexpectedRecords', arguments: [showsRecords] };
      return [action];
    });
  }

  #forget(uri: vscode.Uri): void {
    if (this.#problems.delete(uri.toString())) this.#shown.delete(uri);
  }
}
