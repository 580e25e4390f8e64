import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { Problem } from '../../../../src/platform/problem.ts';
import type { ResourceRef } from '../../../../src/platform/portal.ts';
import type { EmbeddedDatastore, LocalResource, SqlStatement } from '../../../../src/service/index.ts';
import { SqlResults } from '../../../../src/sources/sql/sqlResults.ts';

const never = new AbortController().signal;

describe('results of SQL documents', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sql-results-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function setUp(values = new Map<string, unknown>()) {
    const state = {
      get: (key: string) => values.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    };
    const ran: SqlStatement[] = [];
    const shown: ResourceRef[] = [];
    const stored = new Map<string, LocalResource>();
    let isCut = false;
    const datastore = {
      runStatement: (statement: SqlStatement) => {
        ran.push(statement);
        const resource = { ...statement.result, records: 7 } as unknown as LocalResource;
        if (!statement.sql.startsWith('select')) return Promise.reject(new Error('No SELECT.'));
        stored.set(resource.id, resource);
        return Promise.resolve({ resource, isCut });
      },
    };
    const served = {
      dispose: () => undefined,
      resources: () => Promise.resolve([...stored.values()]),
      hasData: (id: string) => Promise.resolve(stored.has(id)),
      importedAt: () => Promise.resolve(1),
      remove: (id: string) => Promise.resolve(stored.delete(id)),
    };
    const results = new SqlResults({
      ...{ datastore, folder, state, serve: () => served as unknown as EmbeddedDatastore },
      show: (ref) => shown.push(ref),
    });
    const document = vscode.Uri.file('/work/join.datastore.sql');
    const sources = new Map([['lessons', 'id']]);
    const run = (sql = 'select 1', number = 2) => results.run({ document, number, sql, sources }, never);
    const cut = () => (isCut = true);
    return { results, run, ran, shown, values, cut };
  }
  const noticesOf = (results: SqlResults, id: string) => {
    const texts: string[] = [];
    const notices = (all: readonly { readonly text: string }[]) => texts.push(...all.map(({ text }) => text));
    results.watch(id, { notices, renewed: () => undefined }).dispose();
    return texts;
  };

  it('are shown under the name of document and statement, each in one place', async () => {
    const { results, run, ran, shown } = setUp();
    assert.equal(await results.ownPortal(), undefined);
    assert.deepEqual(await run(), { records: 7, isCut: false });
    await run();
    await run('select 2', 1);
    const [first, again, other] = shown;
    assert.ok(first && other);
    assert.deepEqual(first, again);
    assert.notEqual(first.resourceId, other.resourceId);
    assert.deepEqual(results.names(first), { resource: 'join.datastore.sql · 2', server: 'SQL results' });
    assert.deepEqual(ran[0]?.sources, [{ name: 'lessons', resourceId: 'id' }]);
    assert.equal((await results.ownPortal())?.resources.length, 2);
    assert.deepEqual(noticesOf(results, first.resourceId), []);
  });

  it('say that they were cut', async () => {
    const { results, run, shown, cut } = setUp();
    cut();
    await run();
    assert.match(noticesOf(results, shown[0]?.resourceId ?? '').join(), /more records than the 7 shown/);
  });

  it('stay as they were when a statement fails, which shows nothing', async () => {
    const { results, run, shown } = setUp();
    await run();
    await assert.rejects(run('drop table x'), /No SELECT/);
    assert.equal(shown.length, 1);
    await results.ensure(shown[0]?.resourceId ?? '');
  });

  it('are gone with their window, and those of windows that ended are removed', async () => {
    const dead = path.join(folder, 'results-4194304-1-0123abcd');
    fs.mkdirSync(dead);
    fs.mkdirSync(path.join(folder, 'local'));
    const { results, run, shown, values } = setUp();
    assert.ok(fs.existsSync(dead));
    await run();
    const [own, ...others] = fs.readdirSync(folder).filter((name) => name.startsWith('results-'));
    assert.ok(own !== undefined && own !== path.basename(dead) && others.length === 0);
    results.dispose();
    assert.deepEqual(fs.readdirSync(folder), ['local']);
    const [ref] = shown;
    assert.ok(ref);
    const { results: next } = setUp(values);
    assert.equal(next.names(ref).resource, 'join.datastore.sql · 2');
    assert.equal(await next.isGone(), false);
    await assert.rejects(next.ensure(ref.resourceId), (error) => {
      assert.ok(error instanceof Problem);
      assert.match(`${error.message} ${error.hint}`, /discarded.*Run statement 2 of join\.datastore\.sql again/);
      assert.equal(error.actions[0]?.command, 'vscode.open');
      return true;
    });
    next.dispose();
  });
});
