import * as vscode from 'vscode';
import { mapInSteps } from '../base/timeSlice.ts';
import { type CheckFinding, findingText } from '../document/check/checkResult.ts';
import { expectationLabel, listExpectations } from '../document/check/expectation.ts';
import type { KeptQuery } from '../document/kept/keptQuery.ts';
import { rangeOfMember } from '../document/kept/readQueryDocument.ts';
import { rangeIn, TextWatch, markIn } from '../platform/openTexts.ts';
import { Owner } from '../platform/disposables.ts';
import { type Failures, inOneMessage } from '../platform/failures.ts';
import { plain, plainLabel } from '../platform/plain.ts';
import { commandAction, Problem } from '../platform/problem.ts';
import { abortSignal } from '../platform/progress.ts';
import { translate, windowLanguage } from '../platform/windowLanguage.ts';
import { CHECK_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { type CheckOutcome, type KeptChecks, requireCheckable } from './keptChecks.ts';
import {
  isQueryDocument,
  openQuery,
  queriesIn,
  QUERY_ENDING,
  queryNamed,
  type OpenQuery,
  QUERY_DOCUMENTS,
} from './openQueries.ts';
import { queryText } from '../datastore/query/query.ts';

const PATTERN = `**/*${QUERY_ENDING}`;
/** The most documents of a workspace whose checks are listed. */
const MOST_DOCUMENTS = 500;

/** The queries of documents in the Test Explorer, with one test for each expectation. */
export class CheckTests extends Owner {
  readonly #checks: KeptChecks;
  readonly #failures: Failures;
  readonly #problems = this.owned.add(new CheckProblems());
  readonly #controller = this.owned.add(
    vscode.tests.createTestController('datastoreExplorer.checks', translate(WORDS.tests)),
  );

  constructor(checks: KeptChecks, failures: Failures) {
    super();
    this.#checks = checks;
    this.#failures = failures;
    const look = (editor: vscode.TextDocument) => this.#look(() => this.#list(editor));
    this.owned.add(new TextWatch({ fits: isQueryDocument, look }));
    this.#controller.resolveHandler = () => this.#find();
    const run = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
      await this.#run(request, token);
    };
    this.#controller.createRunProfile(translate(WORDS.runProfile), vscode.TestRunProfileKind.Run, run, true);
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#find()));
    const watcher = this.owned.add(vscode.workspace.createFileSystemWatcher(PATTERN));
    const read = (uri: vscode.Uri): void => void (isQueryDocument({ uri }) && this.#read(uri));
    this.owned.add(watcher.onDidCreate(read));
    this.owned.add(watcher.onDidChange(read));
    this.owned.add(watcher.onDidDelete((uri) => this.#controller.items.delete(uri.toString())));
  }

  /** Checks the query of a lens, or the one at the cursor, as its tests do. Throws Problem. */
  async check(argument: unknown): Promise<void> {
    const { editor, kept } = requireCheckable(openQuery(argument));
    const { name } = kept;
    const expectations = listExpectations(kept.expect ?? {});
    if (expectations.length === 0) {
      const target = { document: editor.uri.toString(), name };
      const write = commandAction(translate(WORDS.writeExpectations), 'datastoreExplorer.writeExpectations', target);
      throw new Problem(translate(WORDS.expectsNothing, { name }), '', { actions: [write] });
    }
    await this.#list(editor);
    const item = this.#controller.items.get(editor.uri.toString())?.children.get(name);
    if (item === undefined) return;
    const { holding, all, failure } = await this.#run(new vscode.TestRunRequest([item]));
    if (failure !== undefined) throw failure;
    if (all === 0) return;
    if (holding === all) {
      this.#failures.offer('Check', 'information', translate(WORDS.holds, { name, all }), []);
      return;
    }
    const show = { label: translate(WORDS.showProblems), run: () => vscode.commands.executeCommand(SHOW_PROBLEMS) };
    this.#failures.offer('Check', 'warning', translate(WORDS.differs, { name, holding, all }), [show]);
  }

  async #find(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    for (const uri of await vscode.workspace.findFiles(PATTERN, undefined, MOST_DOCUMENTS)) await this.#read(uri);
  }

  /** A document that can't be read, such as one that is too large for VS Code, hides no other. */
  #read(uri: vscode.Uri): Promise<void> {
    return this.#look(async () => this.#list(await vscode.workspace.openTextDocument(uri)));
  }

  async #look(list: () => Promise<void>): Promise<void> {
    await list().catch((error: unknown) => void this.#failures.log('Checks', error));
  }

  /** Long documents are listed in steps, so that typing needn't wait. */
  async #list(editor: vscode.TextDocument): Promise<void> {
    const { uri, version } = editor;
    const items = await mapInSteps(queriesIn(editor).queries, (kept) => this.#itemOf(editor, kept));
    if (editor.version !== version) return;
    const queries = items.filter((item) => item !== undefined);
    if (queries.length === 0) {
      this.#controller.items.delete(uri.toString());
      return;
    }
    const label = plainLabel(vscode.workspace.asRelativePath(uri));
    const item =
      this.#controller.items.get(uri.toString()) ?? this.#controller.createTestItem(uri.toString(), label, uri);
    item.children.replace(queries);
    this.#controller.items.add(item);
  }

  #itemOf(editor: vscode.TextDocument, kept: KeptQuery): vscode.TestItem | undefined {
    const expectations = listExpectations(kept.expect ?? {});
    if (expectations.length === 0) return undefined;
    const create = (id: string, label: string, range: vscode.Range): vscode.TestItem => {
      const item = this.#controller.createTestItem(id, plainLabel(label), editor.uri);
      item.range = range;
      return item;
    };
    const item = create(kept.name, kept.name, rangeIn(editor, kept.nameRange));
    for (const expectation of expectations) {
      const range = rangeIn(editor, rangeOfMember(kept, expectation.path));
      item.children.add(create(JSON.stringify(expectation.path), expectationLabel(expectation), range));
    }
    return item;
  }

  /** One query after the other, so that people are asked about one portal at a time. */
  async #run(request: vscode.TestRunRequest, token?: vscode.CancellationToken): Promise<RunOutcome> {
    const run = this.#controller.createTestRun(request);
    const signal = AbortSignal.any([abortSignal(run.token), ...(token ? [abortSignal(token)] : [])]);
    let outcome: RunOutcome = { holding: 0, all: 0 };
    try {
      if (request.include === undefined) await this.#find();
      for (const [query, tests] of chosenTests(request, this.#controller.items)) {
        if (signal.aborted) break;
        outcome = sum(outcome, await this.#runQuery(run, query, tests, signal));
      }
    } finally {
      run.end();
    }
    return outcome;
  }

  async #runQuery(
    run: vscode.TestRun,
    { uri, id: name }: vscode.TestItem,
    tests: readonly vscode.TestItem[],
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    for (const test of tests) run.started(test);
    try {
      const editor = uri && (await vscode.workspace.openTextDocument(uri));
      const kept = editor && queryNamed(editor, name);
      if (editor === undefined || kept === undefined) throw new Problem(translate(WORDS.expectsNothing, { name }));
      const ids = new Map(tests.map((test) => [test.id, test] as const));
      const { version } = editor;
      const isChosen = ({ path }: { readonly path: readonly unknown[] }): boolean => ids.has(JSON.stringify(path));
      const outcome = await this.#checks.check({ editor, kept }, isChosen, signal);
      if (outcome === undefined) return skip();
      const isWhole = kept.expect !== undefined && outcome.results.length === listExpectations(kept.expect).length;
      if (isWhole && editor.version === version && !editor.isClosed) this.#problems.show({ editor, kept }, outcome);
      return report(run, ids, outcome);
    } catch (error) {
      if (signal.aborted) return skip();
      const text = plain(inOneMessage(this.#failures.describe(error)));
      for (const test of tests) run.errored(test, new vscode.TestMessage(text));
      return { holding: 0, all: tests.length, ...(error instanceof Error && { failure: error }) };
    }

    function skip(): RunOutcome {
      for (const test of tests) run.skipped(test);
      return { holding: 0, all: 0 };
    }
  }
}

const SHOW_PROBLEMS = 'workbench.actions.view.problems';

interface RunOutcome {
  readonly holding: number;
  readonly all: number;
  /** Why a query couldn't be asked. */
  readonly failure?: Error;
}

function sum(one: RunOutcome, other: RunOutcome): RunOutcome {
  return { ...one, ...other, holding: one.holding + other.holding, all: one.all + other.all };
}

function report(
  run: vscode.TestRun,
  tests: ReadonlyMap<string, vscode.TestItem>,
  { results }: CheckOutcome,
): RunOutcome {
  let holding = 0;
  for (const { expectation, finding } of results) {
    const test = tests.get(JSON.stringify(expectation.path));
    if (test === undefined) continue;
    if (finding === undefined) {
      holding += 1;
      run.passed(test);
    } else if (finding.outcome === 'differs') run.failed(test, messageOf(finding, test));
    else run.errored(test, messageOf(finding, test));
  }
  return { holding, all: results.length };
}

function messageOf(finding: CheckFinding, { uri, range }: vscode.TestItem): vscode.TestMessage {
  const message = new vscode.TestMessage(plain(findingText(finding, windowLanguage)));
  if (uri !== undefined && range !== undefined) message.location = new vscode.Location(uri, range);
  return message;
}

/** The chosen expectations by their queries. */
function chosenTests(
  { include, exclude = [] }: vscode.TestRunRequest,
  items: vscode.TestItemCollection,
): ReadonlyMap<vscode.TestItem, readonly vscode.TestItem[]> {
  const chosen = new Map<vscode.TestItem, Set<vscode.TestItem>>();
  const add = (item: vscode.TestItem): void => {
    if (exclude.includes(item)) return;
    if (item.children.size > 0) {
      item.children.forEach(add);
      return;
    }
    const { parent } = item;
    if (parent !== undefined) chosen.set(parent, (chosen.get(parent) ?? new Set()).add(item));
  };
  if (include === undefined) items.forEach(add);
  else include.forEach(add);
  return new Map([...chosen].map(([query, tests]) => [query, [...tests]] as const));
}

interface CheckProblem {
  readonly diagnostic: vscode.Diagnostic;
  /** Absent where no query finds the records. */
  readonly showsRecords?: { readonly portalId: string; readonly query: string };
}

/** Marks expectations that don't hold in the text until it changes, each with a way to the records. */
class CheckProblems extends Owner implements vscode.CodeActionProvider {
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
