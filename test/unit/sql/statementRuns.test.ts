import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Uri } from 'vscode';
import { readSqlDocument } from '../../../src/document/sqlDocument.ts';
import { Problem } from '../../../src/platform/problem.ts';
import type { SqlRun, SqlRunResult } from '../../../src/platform/ports/sqlPort.ts';
import { RunFailure, StatementRuns } from '../../../src/sql/statementRuns.ts';
import { StatementRefused } from '../../../src/service/index.ts';
import { EventEmitter, Uri as FakeUri } from '../../support/host/vscode.ts';

const document = FakeUri.file('/d/a.datastore.sql') as unknown as Uri;
const { sources, statements } = readSqlDocument(
  '-- @source a = a.csv\n-- @source b = b.csv\nselect * from a; select * from A join b on true',
);
const [first, second] = statements as [(typeof statements)[0], (typeof statements)[0]];

const fixture = () => {
  const prepared: string[] = [];
  const running: { run: SqlRun; signal: AbortSignal; end: PromiseWithResolvers<SqlRunResult> }[] = [];
  const refusing = new Map<string, Error>();
  const runs = new StatementRuns({
    sources: {
      onDidChange: new EventEmitter<void>().event as never,
      look: () => Promise.resolve({ kind: 'unread' }),
      prepare: (_, { name }) => {
        prepared.push(name);
        const error = refusing.get(name);
        return error ? Promise.reject(error) : Promise.resolve(`id-${name}`);
      },
      refresh: () => Promise.resolve(),
    },
    results: {
      run: (run, signal) => {
        const end = Promise.withResolvers<SqlRunResult>();
        running.push({ run, signal, end });
        return end.promise;
      },
    },
  });
  return { runs, prepared, running, refusing };
};
const soon = async () => {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
};

describe('running a statement', () => {
  it('prepares the sources that it names, and no others, and keeps how many records it gave', async () => {
    const { runs, prepared, running } = fixture();
    const run = runs.run(document, first, sources);
    await soon();
    assert.deepEqual(prepared, ['a']);
    assert.deepEqual([...(running[0]?.run.sources ?? [])], [['a', 'id-a']]);
    assert.ok(runs.stateOf(document, first)?.running);
    running[0]?.end.resolve({ records: 3, isCut: false });
    await run;
    const { last, running: still } = runs.stateOf(document, first) ?? {};
    assert.equal(last?.records, 3);
    assert.equal(still, undefined);
    assert.equal(runs.stateOf(document, { ...first, sql: 'select 2' }), undefined, 'another text has not run');
    runs.dispose();
  });

  it('again cancels the run before, whose end changes nothing', async () => {
    const { runs, running } = fixture();
    const before = runs.run(document, first, sources);
    await soon();
    const again = runs.run(document, first, sources);
    await before;
    await soon();
    assert.deepEqual(
      running.map(({ signal }) => signal.aborted),
      [true, false],
    );
    running[0]?.end.resolve({ records: 1, isCut: false });
    await soon();
    assert.ok(runs.stateOf(document, first)?.running);
    running[1]?.end.resolve({ records: 2, isCut: true });
    await again;
    assert.equal(runs.stateOf(document, first)?.last?.records, 2);
    runs.dispose();
  });

  it('leaves another statement of the document running', async () => {
    const { runs, running } = fixture();
    void runs.run(document, first, sources);
    void runs.run(document, second, sources);
    await soon();
    assert.deepEqual(
      running.map(({ signal }) => signal.aborted),
      [false, false],
    );
    runs.dispose();
    assert.deepEqual(
      running.map(({ signal }) => signal.aborted),
      [true, true],
    );
  });

  it('that is cancelled or fails keeps the count of the run before', async () => {
    const { runs, running } = fixture();
    const run = async (end: (resolvers: PromiseWithResolvers<SqlRunResult>) => unknown) => {
      const work = runs.run(document, first, sources);
      await soon();
      end(running.at(-1)!.end);
      await work.catch(() => undefined);
      return runs.stateOf(document, first);
    };
    await run(({ resolve }) => resolve({ records: 7, isCut: false }));
    const cancelled = await run(() => runs.cancel(document, 1));
    assert.deepEqual([cancelled?.last?.records, cancelled?.running], [7, undefined]);
    const failed = await run(({ reject }) => reject(new StatementRefused({ code: 'several', details: [] }, 4)));
    assert.equal(failed?.last?.records, 7);
    assert.match(String(failed.error), /one at a time/);
    runs.dispose();
  });

  it('tells the source that cannot be read, and runs nothing then', async () => {
    const { runs, running, refusing } = fixture();
    refusing.set('b', new Problem('b.csv: file not found.'));
    const failure: unknown = await runs.run(document, second, sources).catch((error: unknown) => error);
    assert.ok(failure instanceof RunFailure);
    assert.equal(failure.source?.name, 'b');
    assert.equal((failure.cause as Problem).message, 'b.csv: file not found.');
    assert.deepEqual(running, []);
    runs.dispose();
  });
});
