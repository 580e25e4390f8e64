import * as vscode from 'vscode';
import { mapInSteps } from '../base/timeSlice.ts';
import type { DocumentProblem, DocumentStatement, TextRange } from '../document/sqlDocument.ts';
import { Owner } from '../platform/disposables.ts';
import { markIn, TextWatch } from '../platform/openTexts.ts';
import { translate } from '../platform/windowLanguage.ts';
import { documentOf, isSqlDocument, SQL_LANGUAGE } from './openDocument.ts';
import { SQL_EDITOR_WORDS } from './sqlEditorWords.ts';
import type { RunFailure } from './statementRuns.ts';
import { sqlTokens } from '../document/sqlTokens.ts';
import { unknownTables } from './statementTables.ts';

/** Problems in the editor: those of the text at once, those of runs until the text changes. */
export class SqlDiagnostics extends Owner {
  readonly #shown = this.owned.add(vscode.languages.createDiagnosticCollection(SQL_LANGUAGE));
  /** The problems of runs, by document and the statement's number. */
  readonly #ofRuns = new Map<string, ReadonlyMap<number, DocumentProblem>>();
  readonly #ofTexts = new Map<string, readonly DocumentProblem[]>();

  constructor() {
    super();
    const look = (editor: vscode.TextDocument) => this.#look(editor);
    const closed = (uri: vscode.Uri) => this.#forget(uri);
    this.owned.add(new TextWatch({ fits: isSqlDocument, look, changed: (editor) => this.#change(editor), closed }));
  }

  /** Shows why a run failed, unless the text of its statement or source has changed since it began. */
  fail(
    editor: vscode.TextDocument,
    { number, sql }: DocumentStatement,
    text: string,
    { at, source }: Pick<RunFailure, 'at' | 'source'>,
  ): void {
    const { sources, statements } = documentOf(editor);
    const part = source
      ? sources.find(({ name, place }) => name === source.name && place === source.place)?.placeRange
      : statements.find((each) => each.number === number && each.sql === sql)?.range;
    if (part === undefined || editor.isClosed) return;
    const place = source ? { start: 0, end: part.end - part.start } : placeOf(sql, at);
    const problem = { range: { start: part.start + place.start, end: part.start + place.end }, text };
    const uri = editor.uri.toString();
    this.#ofRuns.set(uri, new Map(this.#ofRuns.get(uri)).set(number, problem));
    this.#draw(editor);
  }

  /** Another run of the statement has begun. */
  clear(editor: vscode.TextDocument, number: number): void {
    const uri = editor.uri.toString();
    this.#ofRuns.set(uri, new Map([...(this.#ofRuns.get(uri) ?? [])].filter(([each]) => each !== number)));
    this.#draw(editor);
  }

  #change(editor: vscode.TextDocument): void {
    if (this.#ofRuns.delete(editor.uri.toString())) this.#draw(editor);
  }

  /** Long documents are looked at in steps, so that lenses and typing needn't wait. */
  async #look(editor: vscode.TextDocument): Promise<void> {
    const { version } = editor;
    const { sources, statements, problems } = documentOf(editor);
    const names = new Map(sources.map(({ name }) => [name.toLowerCase(), name] as const));
    const all = [...names.values()].join(', ');
    const unknown = await mapInSteps(statements, ({ sql, range: { start } }) =>
      unknownTables(sql, names).map((token): DocumentProblem => {
        const word = names.size === 0 ? SQL_EDITOR_WORDS.noSources : SQL_EDITOR_WORDS.unknownTable;
        const text = translate(word, { name: token.text, sources: all });
        return { range: { start: start + token.start, end: start + token.end }, text };
      }),
    );
    if (editor.isClosed || editor.version !== version) return;
    this.#ofTexts.set(editor.uri.toString(), [...problems, ...unknown.flat()]);
    this.#draw(editor);
  }

  #draw(editor: vscode.TextDocument): void {
    const uri = editor.uri.toString();
    const all = [...(this.#ofTexts.get(uri) ?? []), ...(this.#ofRuns.get(uri)?.values() ?? [])];
    this.#shown.set(
      editor.uri,
      all.map(({ range, text }) => markIn(editor, range, text)),
    );
  }

  #forget(uri: vscode.Uri): void {
    this.#ofRuns.delete(uri.toString());
    this.#ofTexts.delete(uri.toString());
    this.#shown.delete(uri);
  }
}

/** The word at the place, or the statement's first line if the engine tells no place. */
function placeOf(sql: string, at: number | undefined): TextRange {
  if (at === undefined) return { start: 0, end: /$/m.exec(sql)?.index ?? sql.length };
  const token = [...sqlTokens(sql)].find(({ end }) => end > at);
  return { start: Math.min(at, sql.length), end: Math.max(at + 1, token?.start === at ? token.end : 0) };
}
