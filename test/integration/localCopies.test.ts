import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import { ExactNumber, type RecordRow } from '../../src/base/cells.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { cityPortal, forgetEverything } from './handles.ts';

const TOKEN = 'top-s3cret-token';

describe('local copies', () => {
  const signal = new AbortController().signal;
  const digits = new ExactNumber('9007199254740993.10');
  const rowsOf = (count: number): RecordRow[] =>
    Array.from({ length: count }, (_, at) => [`lesson ${String(at)}`, at === 0 ? digits : at]);
  const lessons = {
    name: 'Lessons',
    fields: [
      { id: 'title', type: 'text' },
      { id: 'size', type: 'numeric' },
    ],
    rows: rowsOf(250) as readonly RecordRow[],
    isPrivate: true,
  };
  let isBroken = false;
  const ckan = new FakeCkan({
    resources: { lessons },
    rowsMax: 100,
    token: TOKEN,
    fault: ({ body }, honest) =>
      isBroken && /"offset":(?:19|2)\d/.test(body) ? { status: 500, text: 'out of order' } : honest,
  });
  let deps: Program;
  let portalId: string;
  let told: string[];

  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: 'lessons', name: 'Lessons' }));
    await deps.tokens.set(deps.store.find(portalId)?.baseUrl ?? '', TOKEN);
    deps.failures.show = (_what, error) => {
      const { message, hint } = deps.failures.describe(error);
      told.push(`${message} ${hint}`);
      return Promise.resolve();
    };
  });
  beforeEach(() => {
    told = [];
    lessons.rows = rowsOf(250);
    isBroken = false;
  });
  after(async () => {
    Reflect.deleteProperty(deps.failures, 'show');
    await forgetEverything(deps);
    await ckan.close();
  });

  const keep = () =>
    vscode.commands.executeCommand('datastoreExplorer.keepLocalCopy', { portalId, resourceId: 'lessons' });
  const copy = async () => {
    const [only, ...others] = await deps.copies.list();
    assert.ok(only);
    assert.deepEqual(others, []);
    return only;
  };
  const recordsOf = async (id: string) => {
    const client = await deps.directory.client({ portalId: LOCAL_PORTAL_ID, resourceId: id }, signal);
    return client.search({ resourceId: id, limit: 1000 }, undefined, signal);
  };
  const item = async () => {
    const [local] = await deps.tree.getChildren();
    const [node] = await deps.tree.getChildren(local);
    assert.ok(node);
    return deps.tree.getTreeItem(node);
  };

  it('hold every record of the resource, page by page, as the portal gave it', async () => {
    await keep();
    assert.deepEqual(told, []);
    const { id, name, records, origin } = await copy();
    assert.deepEqual([name, records, origin.resourceId], ['Lessons', 250, 'lessons']);
    const { rows, fields } = await recordsOf(id);
    assert.deepEqual(
      fields.map((field) => field.id),
      ['_id', 'title', 'size'],
    );
    // The extension and this test each have an ExactNumber of their own.
    assert.equal(JSON.stringify(rows), JSON.stringify(lessons.rows.map((values, at) => [at + 1, ...values])));
  });

  it('say in the tree where and when they come from', async () => {
    const { label, description, tooltip, contextValue, accessibilityInformation } = await item();
    const { id, origin } = await copy();
    const host = new URL(origin.baseUrl).host;
    assert.equal(label, 'Lessons');
    assert.equal(contextValue, 'localCopy');
    assert.match(String(description), new RegExp(`^copy of ${host}, \\w+ \\d+, \\d{4}$`));
    assert.match(accessibilityInformation?.label ?? '', /^Lessons, resource, copy of /);
    for (const fact of [origin.baseUrl, 'lessons', '250 records', 'stored', id])
      assert.ok((tooltip as string).includes(fact), fact);
  });

  it('say above their records what they are', async () => {
    const { id } = await copy();
    const notice = await new Promise<string>((resolve) => {
      const watch = deps.directory.records(LOCAL_PORTAL_ID)?.watch(id, {
        notices: ([first]) => {
          watch?.dispose();
          resolve(first?.text ?? '');
        },
        renewed: () => undefined,
      });
    });
    assert.match(notice, /^Copy of 127\.0\.0\.1:\d+, downloaded .+\.$/);
  });

  it('are refreshed in place, and say what was added, removed and changed', async () => {
    const { id } = await copy();
    lessons.rows = [...rowsOf(250).with(1, ['lesson 1', new ExactNumber('1.50')]), ['new', null]];
    const refreshed = await deps.copies.refresh(id);
    assert.ok(refreshed?.changes);
    const { by, added, removed, changed } = refreshed.changes;
    assert.deepEqual([by, added, removed, changed], ['_id', 1, 0, 1]);
    assert.equal((await recordsOf(id)).rows.length, 251);
    await vscode.commands.executeCommand('datastoreExplorer.showCopyChanges', { resourceId: id });
    assert.equal(
      vscode.window.activeTextEditor?.document.getText(),
      '{"change":"changed","_id":2,"before":{"size":1},"after":{"size":1.50}}\n' +
        '{"change":"added","_id":251,"after":{"title":"new","size":null}}\n',
    );
  });

  it('are refreshed by keeping the same resource once more', async () => {
    await keep();
    const { changes } = await copy();
    assert.deepEqual([changes?.removed, changes?.changed], [1, 1]);
    await keep();
    const { added, removed, changed } = (await copy()).changes ?? {};
    assert.deepEqual([added, removed, changed], [0, 0, 0]);
  });

  it('stay as they are when the portal fails half way', async () => {
    const before = await copy();
    isBroken = true;
    lessons.rows = rowsOf(400);
    assert.equal(await deps.copies.refresh(before.id), undefined);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', / answered with an error \(500\).*The copy from .+ is kept\.$/);
    assert.deepEqual(await copy(), before);
    assert.equal((await recordsOf(before.id)).rows.length, 250);
  });

  it('are not made of a resource that can not be read whole', async () => {
    await deps.localFiles.remove((await copy()).id);
    isBroken = true;
    lessons.rows = rowsOf(400);
    await keep();
    assert.match(told.join(), /No copy was saved\.$/);
    assert.deepEqual(await deps.copies.list(), []);
    assert.deepEqual(
      fs.readdirSync(deps.localFiles.directory).filter((name) => name.startsWith('import-')),
      [],
    );
  });

  it('hold no token', async () => {
    await keep();
    const files = fs.readdirSync(deps.localFiles.directory, { recursive: true, withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'latin1'));
    assert.ok(texts.length >= 2);
    assert.ok(texts.every((text) => !text.includes(TOKEN)));
    assert.ok(ckan.calls.every(({ authorization }) => authorization === TOKEN));
  });

  it('outlive their portal', async () => {
    const { id } = await copy();
    await deps.store.remove(portalId);
    assert.equal((await recordsOf(id)).rows.length, 250);
  });
});
