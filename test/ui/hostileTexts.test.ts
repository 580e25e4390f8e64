/** A portal that names itself, its resources and its errors so that VS Code would make links and icons of them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { type FakeAnswer, FakeCkan, type FakeCall, refusal, success } from '../support/fakes/fakeCkan.ts';
import { assertNoneWasHostile, HOSTILE, KEPT, NAME, watchForHostileTexts } from '../support/samples/hostileTexts.ts';
import { until } from '../../tools/vscode/until.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b71';
/** VS Code's own file dialog would make an icon of one. */
const FILE = `${NAME} [in](command:mallory.act).csv`;

describe('A hostile text is shown as text', () => {
  /** Instead of the honest answer to an action. */
  const lies = new Map<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>();
  const portal = new FakeCkan({
    title: HOSTILE,
    resources: {
      [TREES]: { name: HOSTILE, fields: [{ id: HOSTILE.replace('\n', ''), type: 'text' }], rows: [['oak']] },
    },
    catalog: {
      datasets: [
        {
          name: 'parks',
          title: HOSTILE,
          organization: HOSTILE.replace('\n', ''),
          resources: ['one', 'two'].map((id) => ({ id, name: HOSTILE, format: HOSTILE })),
        },
      ],
    },
    fault: (call, honest) => lies.get(call.action)?.(call) ?? honest,
  });
  const { workbench, vsc, baseUrl } = useExplorer(portal);
  const quickInput = () => vsc().quickInput;
  const explorer = () => new Explorer(vsc());
  const row = (index: number) => vsc().row(NAME).nth(index);
  const toast = (text: string | RegExp) => vsc().toast(text).filter({ hasText: NAME }).first();
  /** Until `release` is called nothing comes from this action. */
  const hold = (action: string): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    lies.set(action, () =>
      promise.then(() => refusal(404, 'Not Found Error', { message: `${HOSTILE} ${'and on '.repeat(400)}` })),
    );
    return () => {
      resolve(undefined);
      lies.delete(action);
    };
  };
  before('the page is watched', () => watchForHostileTexts(workbench().page, baseUrl()));
  afterEach('there was no link, no icon and no character that hides', () => assertNoneWasHostile(workbench().page));

  it('the title of a web page, when it is no portal', async () => {
    lies.set('status_show', () => ({ status: 200, text: `<!DOCTYPE html><title>${HOSTILE}</title>` }));
    await vsc().command('Datastore: Add Portal…');
    await quickInput().enter(baseUrl());
    await vsc().dismissToast(/web page instead of data: Mallory/);
    lies.clear();
  });

  it('what was typed as an address', async () => {
    await vsc().command('Datastore: Add Portal…');
    await quickInput().fill(`http://${HOSTILE}`);
    await quickInput().rows().filter({ hasText: NAME }).waitFor();
    await quickInput().cancel();
  });

  it('a portal’s own name, as it is proposed and kept', async () => {
    await vsc().command('Datastore: Add Portal…');
    await quickInput().enter(`${baseUrl()}/dataset/parks/resource/${TREES}`);
    await explorer().acceptProposed(KEPT);
    await row(1).waitFor();
    for (const place of [0, 1])
      await until(
        async () => (await row(place).textContent())?.includes('](') === false,
        'the row is broken where it would be a link',
      );
  });

  it('a resource’s name when the pointer is on it in the tree', async () => {
    await vsc().tooltip(row(1), NAME);
  });

  it('the names in a list to choose from, and what was typed there', async () => {
    await vsc().command('Datastore: Open Records');
    await quickInput().rows().filter({ hasText: TREES }).filter({ hasText: NAME }).waitFor();
    await quickInput().cancel();
    await vsc().command('Datastore: Edit Portal…');
    await quickInput().rows().filter({ hasText: NAME }).waitFor();
    await quickInput().fill(`${HOSTILE}/x`);
    await quickInput().rows().filter({ hasText: 'Add "Mallory' }).waitFor();
    await quickInput().cancel();
  });

  it('a dataset, its organization and its resources', async () => {
    await vsc().contextMenu(row(0), 'Find Dataset…');
    await quickInput().title().filter({ hasText: NAME }).waitFor();
    await quickInput().rows().filter({ hasText: '2 resources' }).click();
    await quickInput().rows().filter({ hasText: 'Files and links' }).click();
    await quickInput().row('Open on Portal Website').waitFor();
    await quickInput().cancel();
  });

  it('the title of a question, and of a dialog', async () => {
    await vsc().contextMenu(row(0), 'Edit Portal…');
    await quickInput().title().filter({ hasText: NAME }).waitFor();
    await quickInput().cancel();
    await vsc().contextMenu(row(0), 'Remove Portal');
    const dialog = vsc().dialog(NAME);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('what goes on, and the version that a portal says it has', async () => {
    const release = hold('status_show');
    await vsc().contextMenu(row(0), 'Test Connection');
    await toast('Testing the connection').waitFor();
    release();
    await vsc().dismissToast(/doesn't have this resource.*Mallory.*… Check the resource ID/);
    lies.set('status_show', () => success({ site_title: 'City', ckan_version: HOSTILE, extensions: ['datastore'] }));
    await vsc().contextMenu(row(0), 'Test Connection');
    await vsc().dismissToast(/\(CKAN Mallory/);
    lies.clear();
  });

  it('what goes on, in the status bar, while notifications are off', async () => {
    await vsc().command('Notifications: Toggle Do Not Disturb Mode');
    const release = hold('status_show');
    await vsc().contextMenu(row(0), 'Test Connection');
    await workbench().page.locator('.statusbar-item', { hasText: NAME }).waitFor();
    release();
    await vsc().command('Notifications: Toggle Do Not Disturb Mode');
    await vsc().command('Notifications: Clear All Notifications');
  });

  it('a server’s own words, when it refuses an export', async () => {
    const release = hold('datastore_search');
    await vsc().contextMenu(row(1), 'Export Records to JSON Editor');
    await toast('Exporting records').waitFor();
    release();
    await vsc().dismissToast(/doesn't have this resource.*Mallory.*… Check the resource ID/);
  });

  it('the name of a tab, and in the list of all tabs', async () => {
    await explorer().select(KEPT);
    await explorer().run({});
    await explorer().records(/^1 matching record/);
    await vsc().tooltip(vsc().tab(/Mallory.* — Records/), NAME);
    await vsc().command('View: Show All Editors By Most Recently Used');
    await quickInput().rows().filter({ hasText: NAME }).first().waitFor();
    await quickInput().cancel();
  });

  it('the name of a local copy, and of what is lost with it', async () => {
    await vsc().contextMenu(row(1), 'Download Local Copy');
    await vsc().dismissToast(/Downloaded .*Mallory/);
    await vsc().command('Datastore: Clear Local Data…');
    const listed = quickInput().rows().filter({ hasText: NAME });
    await vsc().tooltip(listed.getByText(new URL(baseUrl()).host), new URL(baseUrl()).host);
    await listed.locator('.monaco-checkbox').first().click();
    await quickInput().accept();
    const dialog = vsc().dialog(/Can't be loaded again:.*Mallory/s);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('the name of a file, and what is in it', async () => {
    const file = path.join(workbench().folder, FILE);
    fs.writeFileSync(file, `${KEPT},b\n${KEPT},2\n`);
    await vsc().command('Datastore: Open Local File…');
    await quickInput().openFile(file, FILE);
    const options = await explorer().importOptions(FILE);
    await options.locator('.first-rows td', { hasText: `${NAME} [in]` }).waitFor();
    assert.equal(await options.locator('main a, main img').count(), 0);
    await options.locator('#accept').click();
    await explorer().records(/^1 matching record/);
    const name = vsc()
      .row(/Mallory.*\.csv/)
      .first();
    await eventually(async () => (await name.textContent())?.replaceAll('\u200b', '').startsWith(FILE), true);
    assert.ok(await name.isVisible());
  });
});
