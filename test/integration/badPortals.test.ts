/** Portals that answer badly, over real HTTP in VS Code's own tree: each is named, no row waits, and none goes. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import type { TreeNode } from '../../src/tree/resourceNode.ts';
import type { FakeDataset } from '../support/fakes/fakeCatalog.ts';
import { type FakeAnswer, FakeCkan, type FakeCkanOptions, NOT_FOUND, refusal } from '../support/fakes/fakeCkan.ts';
import { HOSTILE, KEPT } from '../support/samples/hostileTexts.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, forgetEverything } from './handles.ts';

type Fault = NonNullable<FakeCkanOptions['fault']>;

const TREES: FakeDataset = {
  name: 'trees',
  title: 'Trees',
  modified: '2026-05-03T10:00:00',
  resources: [{ id: 'r1', name: 'Every tree', format: 'CSV', datastore_active: true }],
};
const PARKS: FakeDataset = { name: 'parks', title: 'Parks', modified: '2026-01-01T00:00:00', resources: [] };
const LARGE: FakeDataset = {
  name: 'large',
  title: 'Large',
  modified: '2025-12-01T00:00:00',
  resources: Array.from({ length: 5000 }, (_, place) => ({ id: `large-${place}`, name: `Part ${place}` })),
};
const HOSTILE_ONE: FakeDataset = {
  ...{ name: 'hostile', title: HOSTILE, modified: '2025-11-01T00:00:00', organization: 'mallory' },
  resources: [{ id: 'h1', name: HOSTILE, format: HOSTILE, datastore_active: true }],
};
const TITLES = ['Trees', 'Parks', 'Large', KEPT];

const page = (title: string): string => `<!DOCTYPE html><title>${title}</title>`;
const textOf = (label: vscode.TreeItem['label']): string => (typeof label === 'object' ? label.label : (label ?? ''));
const changed = ({ text }: FakeAnswer, change: (result: Record<string, unknown>) => void): FakeAnswer => {
  const body = JSON.parse(text) as { result: Record<string, unknown> };
  change(body.result);
  return { status: 200, text: JSON.stringify(body) };
};

describe('a portal in VS Code that', () => {
  let fault: Fault | undefined;
  const ckan = new FakeCkan({
    catalog: { datasets: [TREES, PARKS, LARGE, HOSTILE_ONE] },
    resources: { r1: { name: 'Every tree', fields: [{ id: 'kind', type: 'text' }], rows: [['lime'], ['oak']] } },
    files: { '/files/report.csv': 'street,trees\nHigh Street,12\nLow Street,9\n' },
    fault: (...call) => fault?.(...call) ?? call[1],
  });
  let deps: Program;
  let baseUrl = '';
  let portalId = '';
  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan));
    baseUrl = deps.store.find(portalId)?.baseUrl ?? '';
  });
  beforeEach(async () => {
    fault = undefined;
    await deps.store.remove(portalId);
    ({ id: portalId } = await deps.store.add('City', baseUrl));
  });
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  const item = (node: TreeNode): vscode.TreeItem => deps.tree.getTreeItem(node);
  const rows = async (...labels: readonly string[]): Promise<readonly TreeNode[]> => {
    let node: TreeNode | undefined;
    for (const label of labels) {
      node = (await deps.tree.getChildren(node)).find((row) => labelOf(row) === label);
      assert.ok(node, label);
    }
    return deps.tree.getChildren(node);
  };
  /** The label as people see it: invisible characters keep VS Code from reading links and icons into it. */
  const labelOf = (node: TreeNode): string => textOf(item(node).label).replaceAll('\u200b', '');
  const labels = async (...way: readonly string[]): Promise<readonly string[]> =>
    (await rows('City', 'Datasets', ...way)).map(labelOf);
  const updated = (): Promise<readonly string[]> => labels('Recently Updated');
  const click = async (node: TreeNode | undefined): Promise<void> => {
    const { command = '', arguments: given = [] } = (node && item(node).command) ?? {};
    await vscode.commands.executeCommand(command, ...(given as readonly unknown[]));
  };
  /** The row of the resource Trees. */
  const tree = (): Promise<TreeNode> =>
    until(
      async () =>
        (await rows('City', 'Datasets', 'Recently Updated', 'Trees')).find((row) => labelOf(row) === 'Every tree'),
      'the resource is listed',
    );
  const answered = (): Promise<readonly string[]> =>
    until(async () => {
      const found = await updated();
      return found.includes('Loading…') ? undefined : found;
    }, 'the portal has answered');

  const faults: readonly (readonly [what: string, fault: Fault, words: RegExp])[] = [
    [
      'answers HTML',
      () => ({ status: 200, text: page('Welcome to the city') }),
      /returned a web page instead of data: Welcome to the city\./,
    ],
    [
      'redirects in a loop',
      ({ action }) => ({ status: 308, text: '', headers: { location: `/api/action/${action}` } }),
      /redirects in a loop\./,
    ],
    [
      'wants a login everywhere',
      () => refusal(403, 'Authorization Error', { message: 'Sign in' }),
      /doesn't let you see its datasets: Sign in\./,
    ],
    ['is down', () => ({ status: 503, text: page('Maintenance') }), /answered with an error \(503\)/],
    ['answers half of its JSON', () => ({ status: 200, text: '{"success": true, "resu' }), /^The response from/],
    ['answers JSON of something else', () => ({ status: 200, text: '{"ok": 1}' }), /has no datastore API/],
    ['is another web site', () => NOT_FOUND, /has no datastore API/],
  ];
  for (const [what, bad, words] of faults)
    it(`${what} is called by its name, and lists its datasets once it works again`, async () => {
      fault = bad;
      const [message, ...others] = await answered();
      assert.match(message ?? '', words);
      assert.ok(message?.includes('City'), message);
      assert.deepEqual(others, []);
      fault = undefined;
      await click((await rows('City', 'Datasets', 'Recently Updated'))[0]);
      assert.deepEqual(await answered(), TITLES);
    });

  for (const [what, bad, words] of faults)
    it(`${what} after it had answered loses no row: what is wrong stands above them`, async () => {
      assert.deepEqual(await answered(), TITLES);
      fault = bad;
      deps.tree.reload();
      const shown = await until(async () => {
        const found = await updated();
        return found.length > TITLES.length ? found : undefined;
      }, 'the failure is a row');
      assert.match(shown[0] ?? '', words);
      assert.deepEqual(shown.slice(1), TITLES);
    });

  it('has no catalog says so, and offers to add a resource by its ID', async () => {
    fault = ({ action }, honest) =>
      action === 'package_search'
        ? { status: 400, text: '"Bad request - Action name not known: package_search"' }
        : honest;
    assert.deepEqual(await answered(), ['This portal has no catalog to search', 'Add Resource by ID…']);
  });

  it('hides its version lists its datasets, and opens records', async () => {
    fault = ({ action }, honest) =>
      action === 'status_show' ? changed(honest, (result) => delete result['ckan_version']) : honest;
    await answered();
    const resource = await tree();
    await click(resource);
    await until(() => deps.panels.active?.controller.running.screen.state.kind === 'ready', 'its records');
  });

  it('answers late shows that it is loading, then its rows', async () => {
    const late = Promise.withResolvers<undefined>();
    fault = async (_call, honest) => {
      await late.promise;
      return honest;
    };
    assert.deepEqual(await updated(), ['Loading…']);
    late.resolve(undefined);
    assert.deepEqual(await answered(), TITLES);
  });

  for (const count of [0, 3, 1_000_000, -1, '12', null])
    it(`says that there are ${JSON.stringify(count)} datasets lists those that come`, async () => {
      fault = ({ action }, honest) =>
        action === 'package_search' ? changed(honest, (result) => (result['count'] = count)) : honest;
      assert.deepEqual((await answered()).slice(0, 4), TITLES);
      const more = (await rows('City', 'Datasets', 'Recently Updated'))[4];
      if (more !== undefined) await click(more);
      const listed = async () => (await updated()).filter((label) => label !== 'Loading…');
      await until(async () => (await listed()).length === TITLES.length, 'the end is found, and More… is gone');
    });

  it('has a dataset of 5,000 resources lists all of them, page by page', async () => {
    await answered();
    const way = ['Recently Updated', 'Large'] as const;
    for (let shown = 500; shown < 5000; shown += 500) {
      const listed = await until(async () => {
        const found = await rows('City', 'Datasets', ...way);
        return found.length > shown ? found : undefined;
      }, `${shown} resources and More…`);
      assert.equal(listed.length, shown + 1);
      await click(listed.at(-1));
    }
    assert.deepEqual((await labels(...way)).at(-1), 'Part 4999');
    assert.equal((await labels(...way)).length, 5000);
  });

  it('has titles with markup, commands, and characters that hide or turn: each is one line of text', async () => {
    await answered();
    const [dataset] = (await rows('City', 'Datasets', 'Recently Updated')).slice(3);
    assert.ok(dataset);
    const resource = await until(
      async () => (await deps.tree.getChildren(dataset)).find((row) => labelOf(row) !== 'Loading…'),
      'its resource',
    );
    for (const node of [dataset, resource]) {
      const { label, description = '', tooltip = '', accessibilityInformation } = item(node);
      const texts = [label, description, tooltip, accessibilityInformation?.label ?? ''].map(String);
      for (const text of texts) assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      assert.equal(labelOf(node), KEPT);
      assert.doesNotMatch(textOf(label), /[\]$]\(/);
    }
  });

  it('has removed a resource meanwhile: the panel names it, and the list stays', async () => {
    await answered();
    const resource = await tree();
    fault = ({ action }, honest) =>
      action === 'datastore_search'
        ? refusal(404, 'Not Found Error', { message: 'Not found: Resource was not found.' })
        : honest;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await click(resource);
    const state = await until(() => {
      const { screen } = deps.panels.active?.controller.running ?? {};
      return screen?.state.kind === 'failed' ? screen.state : undefined;
    }, 'the panel says so');
    assert.match(JSON.stringify(state.problem), /doesn't have this resource/);
    assert.deepEqual(await updated(), TITLES);
  });

  const askHowToRead = (value: 'never' | undefined) =>
    vscode.workspace.getConfiguration().update('datastoreExplorer.local.askHowToRead', value, true);
  after(() => askHowToRead(undefined));

  it('has a file for a resource without records: it is downloaded, and opens as a local file', async () => {
    const file = { portalId, resourceId: 'report', name: 'report', format: 'CSV' };
    const url = `${baseUrl}/files/report.csv`;
    await askHowToRead('never');
    await vscode.commands.executeCommand('datastoreExplorer.openResourceFile', { ...file, url });
    const [local] = await until(async () => {
      const found = await deps.localFiles.resources();
      return found.length > 0 ? found : undefined;
    }, 'it is in the list');
    const ref = { portalId: LOCAL_PORTAL_ID, resourceId: local?.id ?? '' };
    await until(() => deps.panels.shows(ref), 'its records are open');
  });
});
