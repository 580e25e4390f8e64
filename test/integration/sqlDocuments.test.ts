import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { SourceState, SqlRun, SqlRunResult } from '../../src/platform/ports/sqlPort.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';

const TEXT = `-- @source lessons = lessons.csv
-- @source trees = https://city.test/dataset/x/resource/11111111-2222-5333-8444-555555555555

SELECT stage FROM lessons;

SELECT *
FROM lessons JOIN trees ON true;
`;

describe('a SQL document over files beside it', () => {
  it('tells an error at its column, and once it is mended shows the records of both', async () => {
    const deps = await handles();
    await forgetEverything(deps);
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sql-files-')));
    const write = (name: string, text: string): string => {
      fs.writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    write('lessons.csv', 'stage,hours\n1,0.10\n1,0.20\n2,1\n');
    write('my stages.csv', 'stage,name\n1,first\n2,second\n');
    const text = `-- @source lessons = lessons.csv
-- @source stages = "my stages.csv"
SELECT name, sum(hour) AS hours
FROM lessons JOIN stages USING (stage)
GROUP BY name;
`;
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(write('join.datastore.sql', text)));
    const { uri } = editor.document;
    const problems = () => vscode.languages.getDiagnostics(uri);
    const lens = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 9);
      return lenses.find(({ range }) => range.start.line === 2)?.command?.title ?? '';
    };
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    await until(() => problems().length > 0, 'the error shows');
    const [{ range, message } = assert.fail()] = problems();
    assert.deepEqual([range.start.line, range.start.character, range.end.character], [2, 17, 21], message);
    assert.match(message, /hour/);
    await editor.edit((edit) => edit.insert(range.end, 's'));
    await until(() => problems().length === 0, 'the error is gone');
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    await until(async () => (await lens()).includes(' · 2 records · '), 'the records are counted');
    assert.equal(vscode.window.activeTextEditor?.document, editor.document, 'the focus stays');
    assert.equal(problems().length, 0);
    assert.equal(shown.length, 1);
    await eventually(tabLabels, ['join.datastore.sql', 'join.datastore.sql · 1 — Records']);
    Reflect.deleteProperty(deps.failures, 'show');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });
});

describe('SQL documents', () => {
  let deps: Program;
  let folder: string;
  let editor: vscode.TextEditor;
  let shown: string[];
  let looked: string[];
  let prepared: string[];
  let runs: { readonly run: SqlRun; readonly signal: AbortSignal; readonly end: PromiseWithResolvers<SqlRunResult> }[];
  const states: Readonly<Record<string, SourceState>> = {
    lessons: {
      ...{ kind: 'ready', resourceId: 'r1', since: new Date(Date.now() - 7_200_000), isCopy: false },
      fields: [
        { id: 'stage', type: 'int4' },
        { id: 'catalogue no', type: 'numeric' },
      ],
    },
    trees: { kind: 'noCopy' },
  };

  before(async () => {
    deps = await handles();
    const { sources, results } = deps.sql.runs.ports;
    sources.look = (_, { name }) => {
      looked.push(name);
      return Promise.resolve(states[name] ?? { kind: 'refused', reason: 'There is no such file.' });
    };
    sources.prepare = (_, { name }) => {
      prepared.push(name);
      return Promise.resolve(`id of ${name}`);
    };
    results.run = (run, signal) => {
      const end = Promise.withResolvers<SqlRunResult>();
      runs.push({ run, signal, end });
      return end.promise;
    };
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sql-')));
  });
  beforeEach(async () => {
    [shown, looked, prepared, runs] = [[], [], [], []];
    await forgetEverything(deps);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  after(async () => {
    const { sources, results } = deps.sql.runs.ports;
    for (const name of ['look', 'prepare', 'refresh']) Reflect.deleteProperty(sources, name);
    Reflect.deleteProperty(results, 'run');
    Reflect.deleteProperty(deps.failures, 'show');
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });

  let count = 0;
  const open = async (text = TEXT): Promise<vscode.Uri> => {
    const uri = vscode.Uri.file(path.join(folder, `${String((count += 1))}.datastore.sql`));
    fs.writeFileSync(uri.fsPath, text);
    editor = await vscode.window.showTextDocument(uri);
    return uri;
  };
  const lenses = async (resolved = 100): Promise<readonly string[]> => {
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      editor.document.uri,
      resolved,
    );
    // VS Code returns those with a command first.
    const inOrder = all.sort((one, other) => one.range.start.line - other.range.start.line);
    return inOrder.map(({ range, command }) => `${String(range.start.line + 1)} ${command?.title ?? ''}`);
  };
  const problems = () =>
    vscode.languages.getDiagnostics(editor.document.uri).map(({ range: { start, end }, message }) => {
      const place = [start.line + 1, start.character + 1, end.character + 1].join(':');
      return `${place} ${message}`;
    });
  const at = (text: string, behind = 0): vscode.Position =>
    editor.document.positionAt(editor.document.getText().indexOf(text) + behind);
  const putCursor = (text: string) => {
    editor.selection = new vscode.Selection(at(text), at(text));
  };
  const runHere = async () => {
    const before = runs.length;
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    await until(() => runs.length > before, 'the statement runs');
  };
  const replace = async (old: string, text: string) => {
    await editor.edit((edit) => edit.replace(new vscode.Range(at(old), at(old, old.length)), text));
  };

  it('have a language of their own, and lenses on sources and statements', async () => {
    await open();
    assert.equal(editor.document.languageId, 'datastore-sql');
    assert.deepEqual(await lenses(), [
      '1 Read 2 hours ago · Refresh',
      '2 Make Local Copy… · there is none yet',
      '4 $(play) Run',
      '6 $(play) Run',
    ]);
    assert.deepEqual([prepared, runs], [[], []]);
    assert.deepEqual(problems(), []);
  });

  it('run the statement at the cursor, and say how many records it gave; the focus stays', async () => {
    const uri = await open();
    putCursor('JOIN');
    await runHere();
    assert.deepEqual(prepared, ['lessons', 'trees']);
    const [{ run, end } = assert.fail()] = runs;
    assert.equal(run.document.toString(), uri.toString());
    assert.equal(run.number, 2);
    assert.equal(run.sql, 'SELECT *\nFROM lessons JOIN trees ON true');
    assert.deepEqual(Object.fromEntries(run.sources), { lessons: 'id of lessons', trees: 'id of trees' });
    assert.match((await lenses())[3] ?? '', /^6 \$\(stop-circle\) Cancel · running for \d/);
    end.resolve({ records: 1234, isCut: false });
    await until(
      async () => /^6 \$\(play\) Run Again · 1,234 records · 0(\.\d)? sec$/.test((await lenses())[3] ?? ''),
      'a count',
    );
    assert.equal(vscode.window.activeTextEditor, editor);
  });

  it('cancel a run by its lens or by another run', async () => {
    const uri = await open();
    putCursor('stage');
    await runHere();
    await vscode.commands.executeCommand('datastoreExplorer.cancelStatement', { document: uri.toString(), number: 1 });
    assert.equal(runs[0]?.signal.aborted, true);
    await until(async () => (await lenses())[2] === '4 $(play) Run', 'the lens offers to run');
    await runHere();
    await runHere();
    assert.deepEqual(
      runs.map(({ signal }) => signal.aborted),
      [true, true, false],
    );
    await vscode.commands.executeCommand('datastoreExplorer.cancelStatement');
    await until(async () => (await lenses())[2] === '4 $(play) Run', 'the lens offers to run');
    assert.deepEqual(shown, []);
  });

  it('show why a statement failed, until the text changes', async () => {
    await open();
    putCursor('JOIN');
    await runHere();
    runs[0]?.end.reject(new Error('There is no [field](command:x) here.'));
    await until(() => problems().length > 0, 'the problem shows');
    const message = 'Something unexpected happened: There is no [field](command:x) here.';
    assert.deepEqual(problems(), [`6:1:9 ${message.replace('](', ']\u200b(')}`]);
    assert.deepEqual(shown, [message]);
    assert.match((await lenses())[3] ?? '', /^6 \$\(play\) Run Again · Something .* no \[field\]\u200b\(command/);
    await replace('stage', 'Stage');
    await until(() => problems().length === 0, 'the problem is gone');
  });

  it('show problems of the text at once, without looking at a source', async () => {
    await open(TEXT.replace('trees =', 'Lessons ='));
    await until(() => problems().length === 2, 'the problems show');
    assert.deepEqual(problems(), [
      '2:12:19 There is already a source Lessons. Upper and lower case are the same.',
      '7:19:24 There is no source trees. The sources are: lessons.',
    ]);
    await replace('Lessons =', 'trees =');
    await until(() => problems().length === 0, 'the problems are gone');
    assert.deepEqual(prepared, []);
  });

  it('run nothing while their sources are wrong, and say where', async () => {
    await open(TEXT.replace('trees =', 'lessons ='));
    await assertFails(/^Line 2: There is already a source lessons/);
    await open('-- nothing here');
    await assertFails(/^There is no statement here/);
  });
  const assertFails = async (message: RegExp) => {
    shown.length = 0;
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    assert.match(shown.join(), message);
    assert.deepEqual(runs, []);
  };

  const proposals = async (position: vscode.Position, trigger?: string) => {
    const { uri } = editor.document;
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      ...[uri, position, trigger],
    );
    return items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
  };
  const labels = (items: readonly vscode.CompletionItem[]) =>
    items.map(({ label, detail = '', insertText }) => [label, detail, insertText] as const);

  it('complete sources, fields with their types, functions and keywords', async () => {
    await open();
    assert.deepEqual(labels(await proposals(at('FROM ', 5), ' ')), [
      ['lessons', 'lessons.csv', 'lessons'],
      ['trees', 'https://city.test/dataset/x/resource/11111111-2222-5333-8444-555555555555', 'trees'],
    ]);
    const all = labels(await proposals(at('SELECT stage', 7)));
    assert.deepEqual(
      all.filter(([, detail]) => detail.endsWith(' · lessons')),
      [
        ['catalogue no', 'numeric · lessons', '"catalogue no"'],
        ['stage', 'int4 · lessons', 'stage'],
      ],
    );
    const names = all.map(([label]) => label);
    for (const name of ['lessons', 'count', 'SELECT']) assert.ok(names.includes(name), name);
    await replace('stage', 'lessons.');
    assert.deepEqual(
      labels(await proposals(at('lessons. ', 8), '.')).map(([label]) => label),
      ['catalogue no', 'stage'],
    );
  });

  it('have no lenses and problems where an older text of them is shown', async () => {
    const older = vscode.workspace.registerTextDocumentContentProvider('older', {
      provideTextDocumentContent: () => 'SELECT * FROM nothing',
    });
    await open();
    const uri = vscode.Uri.from({ scheme: 'older', path: '/a.datastore.sql' });
    editor = await vscode.window.showTextDocument(uri);
    assert.equal(editor.document.languageId, 'datastore-sql');
    assert.deepEqual(await lenses(), []);
    await setTimeout(400);
    assert.deepEqual(problems(), []);
    await assertFails(/^There is no statement here/);
    older.dispose();
  });

  it('begin with three lines that explain sources, and an example', async () => {
    await vscode.commands.executeCommand('datastoreExplorer.newSqlDocument');
    editor = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(editor.document.languageId, 'datastore-sql');
    assert.equal(editor.document.uri.scheme, 'untitled');
    const [first = '', second = '', third = '', source] = editor.document.getText().split('\n');
    for (const line of [first, second, third]) assert.match(line, /^-- [^@]{40,118}$/);
    assert.equal(source, '-- @source lessons = lessons.csv');
    assert.equal((await lenses()).length, 2);
    await runHere();
    assert.equal(runs[0]?.run.document.scheme, 'untitled');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(() => runs[0]?.signal.aborted, 'the run ends with its document');
  });

  it('have lenses within 100 ms for a thousand statements in a million characters, and ask nothing', async () => {
    const filler = `-- ${'x'.repeat(900)}\n`;
    await open(TEXT + `SELECT stage, count(*) FROM lessons WHERE stage > 1 GROUP BY stage;\n${filler}`.repeat(1000));
    await until(() => editor.document.lineCount > 2000, 'the document is open');
    const tookMs: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      await replace('stage', 'stage ');
      const started = performance.now();
      deps.sql.lenses.provideCodeLenses(editor.document);
      tookMs.push(performance.now() - started);
    }
    const all = await lenses(0);
    // VS Code asks for the state of sources that are in view, and this command for none.
    assert.equal(all.length, 1002);
    // Other processes may take the machine, but not each time.
    assert.ok(Math.min(...tookMs) < 100, tookMs.join());
    assert.deepEqual([prepared, runs], [[], []]);
  });
});
