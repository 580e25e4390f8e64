import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import type { Reason } from '../../../src/service/resource/reasons.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { type Sidebar, sidebarWith } from '../../support/host/sidebar.ts';

const never = new AbortController().signal;

describe('what couldn’t be opened', () => {
  let sidebar: Sidebar;
  beforeEach(async () => {
    sidebar = await sidebarWith({ 'city.test': new FakeCkan({ resources: {} }) });
  });
  afterEach(() => sidebar.tree.dispose());

  const facts = (row: vscode.TreeItem | undefined) => ({
    label: row?.label,
    description: row?.description,
    icon: (row?.iconPath as vscode.ThemeIcon | undefined)?.id,
    spoken: row?.accessibilityInformation?.label,
  });
  // A file that doesn't exist is refused before it is read.
  const file = `${import.meta.dirname}/failedRows.test.ts`;
  const openFile = async (reason: Reason) => {
    sidebar.broken.set(file, reason);
    const id = await sidebar.localFiles.ask(file);
    await sidebar.localFiles.ensure(id, never).catch(() => undefined);
    return id;
  };

  const REASONS = {
    empty: 'The file is empty.',
    notJson: 'The file is neither an array of objects nor JSON Lines.',
    notObject: "A record isn't an object.",
    permission: "You don't have permission to read the file.",
  } as const;
  for (const [code, text] of Object.entries(REASONS))
    it(`has a row with an error mark and the reason: ${code}`, async () => {
      await openFile({ code: code as Reason['code'] });
      const [row] = await sidebar.rowsUnder('Local files');
      const spoken = `failedRows.test.ts, resource, Couldn't open failedRows.test.ts. ${text}`;
      assert.deepEqual(facts(row), {
        ...{ label: 'failedRows.test.ts', description: "couldn't be opened", icon: 'error', spoken },
      });
      assert.ok(typeof row?.tooltip === 'string' && row.tooltip.includes(text));
    });

  it('has its name in the form, and keeps it in the list of local files', async () => {
    const resourceId = await openFile({ code: 'empty' });
    const resources = await sidebar.localFiles.resources();
    assert.deepEqual(
      resources.map(({ id, name }) => [id, name]),
      [[resourceId, 'failedRows.test.ts']],
    );
  });

  it('loses the mark once it is opened, and its row once it is removed', async () => {
    const id = await openFile({ code: 'empty' });
    sidebar.broken.clear();
    await sidebar.localFiles.ensure(id, never);
    const [row] = await sidebar.rowsUnder('Local files');
    assert.deepEqual([row?.description, facts(row).icon], ['1 record', 'table']);
    await sidebar.localFiles.remove(id);
    await openFile({ code: 'empty' });
    await sidebar.localFiles.remove(id);
    assert.deepEqual(
      (await sidebar.rowsUnder()).map(({ label }) => label),
      ['City'],
    );
  });

  it('is marked under its portal, too, until it is opened', async () => {
    const { portal, store, directory } = sidebar;
    await store.putResource(portal.id, { id: 'trees', name: 'Trees', records: 12 });
    const ref = { portalId: portal.id, resourceId: 'trees' };
    directory.failed(ref, "city.test doesn't let you see this resource: private.");
    const [row] = await sidebar.rowsUnder('City');
    assert.deepEqual(facts(row), {
      ...{ label: 'Trees', description: "couldn't be opened · 12 records", icon: 'error' },
      spoken: "Trees, resource, 12 records, city.test doesn't let you see this resource: private.",
    });
    await directory.answered(ref, 13);
    assert.equal(facts((await sidebar.rowsUnder('City'))[0]).icon, 'table');
  });

  it('is no local file where a panel of one fails: its import says so', async () => {
    sidebar.directory.failed({ portalId: LOCAL_PORTAL_ID, resourceId: 'r' }, 'text');
    assert.deepEqual(
      (await sidebar.rowsUnder()).map(({ label }) => label),
      ['City'],
    );
  });
});
