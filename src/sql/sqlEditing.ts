/** SQL documents in VS Code's own editor: what runs, and what shows in the text. */
import * as vscode from 'vscode';
import { oneLine } from '../base/oneLine.ts';
import { quotedName } from '../base/quotes.ts';
import { readStored } from '../base/stored.ts';
import { type DocumentStatement, statementAt, type TextRange } from '../document/sqlDocument.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import { invalidLine } from '../platform/openTexts.ts';
import { Problem, requireTrusted } from '../platform/problem.ts';
import { openInEditor } from '../platform/textPlaces.ts';
import { translate } from '../platform/windowLanguage.ts';
import { documentOf, LensTarget, openDocument, SQL_LANGUAGE } from './openDocument.ts';
import { SqlCompletion } from './sqlCompletion.ts';
import { SqlDiagnostics } from './sqlDiagnostics.ts';
import { SQL_EDITOR_WORDS } from './sqlEditorWords.ts';
import { SqlLenses } from './sqlLenses.ts';
import { type RunPorts, RunFailure, StatementRuns } from './statementRuns.ts';

/** Longest line of a source in UTF-16 units. */
const LONGEST_SOURCE = 20_000;

interface StatementCall {
  readonly editor: vscode.TextDocument;
  readonly statement: DocumentStatement;
}

export class SqlEditing extends Owner {
  readonly runs: StatementRuns;
  readonly lenses: SqlLenses;
  readonly #failures: Failures;
  readonly #diagnostics = this.owned.add(new SqlDiagnostics());

  constructor(ports: RunPorts, failures: Failures) {
    super();
    this.#failures = failures;
    this.runs = this.owned.add(new StatementRuns(ports));
    this.lenses = this.owned.add(new SqlLenses(this.runs, failures));
    this.owned.add(new SqlCompletion(ports.sources));
    this.owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.runs.forget(uri.toString())));
  }

  async create(): Promise<void> {
    const key = process.platform === 'darwin' ? 'Cmd+Enter' : 'Ctrl+Enter';
    await openInEditor(translate(SQL_EDITOR_WORDS.newDocument, { key }), SQL_LANGUAGE);
  }

  /** Opens a statement in a new document, which calls the places of its sources by these names. */
  async open(sql: string, sources: readonly { readonly name: string; readonly place: string }[]): Promise<void> {
    const lines = sources.map(({ name, place }) => `-- @source ${quotedName(name)} = ${quotedName(place)}`);
    await openInEditor([...lines.map((line) => oneLine(line, LONGEST_SOURCE)), sql].join('\n'), SQL_LANGUAGE);
  }

  /** Runs the statement of a lens, or the one at the cursor. Resolves when it has begun: grids wait for commands. */
  run(argument: unknown): void {
    const { editor, statement } = meantBy(argument);
    requireTrusted(translate(SQL_EDITOR_WORDS.untrusted));
    const { sources, statements, problems } = documentOf(editor);
    const isElsewhere = ({ start }: TextRange): boolean =>
      statements.some(({ number, range }) => number !== statement.number && range.start <= start && start < range.end);
    const problem = problems.find(({ range }) => !isElsewhere(range));
    if (problem !== undefined) throw invalidLine(editor, problem);
    this.#diagnostics.clear(editor, statement.number);
    this.runs.run(editor.uri, statement, sources).catch((thrown: unknown) => {
      const failure = thrown instanceof RunFailure ? thrown : new RunFailure(thrown);
      this.#diagnostics.fail(editor, statement, this.#failures.describe(failure.cause).message, failure);
      return this.#failures.show('SQL', failure.cause);
    });
  }

  cancel(argument: unknown): void {
    const { editor, statement } = meantBy(argument);
    this.runs.cancel(editor.uri, statement.number);
  }

  /** Reads the source of a lens again, or copies it. */
  async refresh(argument: unknown): Promise<void> {
    const { document = '', source: name } = readStored(LensTarget, argument) ?? {};
    const editor = openDocument(document);
    const source = editor && documentOf(editor).sources.find((each) => each.name === name);
    if (editor === undefined || source === undefined || !vscode.workspace.isTrusted) return;
    const { sources } = this.runs.ports;
    const { kind } = await sources.look(editor.uri, source);
    if (kind === 'noCopy') await sources.prepare(editor.uri, source, new AbortController().signal);
    else await sources.refresh(editor.uri, source);
  }
}

/** Throws a Problem if no statement is meant. */
function meantBy(argument: unknown): StatementCall {
  const { document, number } = readStored(LensTarget, argument) ?? {};
  const { activeTextEditor: active } = vscode.window;
  const editor = openDocument(document ?? active?.document.uri.toString() ?? '');
  const parsed = editor && documentOf(editor);
  const atCursor = active && editor?.offsetAt(active.selection.active);
  const statement =
    number === undefined
      ? parsed && atCursor !== undefined && statementAt(parsed, atCursor)
      : parsed?.statements.find((each) => each.number === number);
  if (!editor || !statement) throw new Problem(translate(SQL_EDITOR_WORDS.noStatement));
  return { editor, statement };
}
