/** Portals and their resources: found, added, kept in order and removed, from a VS Code that knows none. */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import type { Frame } from 'playwright-core';
import { useExplorer } from '../support/drivers/useExplorer.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';
const BENCHES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b02';
const FOUNTAINS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b03';
const BRIDGES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b04';

const resource = (name: string) => ({
  name,
  fields: [
    { id: 'kind', type: 'text' },
    { id: 'height', type: 'numeric' },
  ],
  rows: ['oak', 'elm', 'oak', 'ash'].map((kind, index) => [kind, index + 0.5]),
});

describe('Portals', () => {
  let isSilent = false;
  const city = new FakeCkan({
    title: 'City of Testville',
    resources: {
      [TREES]: resource('Trees'),
      [BENCHES]: resource('Benches'),
      [FOUNTAINS]: resource('Fountains'),
      [BRIDGES]: resource('Bridges'),
    },
    catalog: {
      datasets: [
        {
          name: 'parks',
          title: 'Parks',
          organization: 'gardens',
          resources: [
            { id: TREES, name: 'Trees', format: 'CSV', datastore_active: true },
            { id: BENCHES, name: 'Benches', format: 'CSV', datastore_active: true },
          ],
        },
      ],
    },
    fault: ({ action }, honest) =>
      isSilent && action === 'resource_show' ? new Promise<FakeAnswer>(() => undefined) : honest,
  });
  const { workbench, vsc, explorer, baseUrl } = useExplorer(city);
  const row = (name: string | RegExp) => vsc().row(name).first();
  const host = () => new URL(baseUrl()).host;

  for (const [command, question, answer] of [
    ['Open Records', 'Open Records', 'Explore the Sample'],
    ['Remove from List', 'Remove from List', 'Add Resource…'],
    ['Export Records to JSON Editor', 'Export Records to JSON Editor', 'Open Local File…'],
    ['Export Records…', 'Export Records', 'Open Local File…'],
    ['Test Connection', 'Test Connection', 'Add Portal…'],
    ['Show Portal Capabilities', 'Show Portal Capabilities', 'Add Portal…'],
    ['Edit Portal…', 'Edit Portal', 'Add Portal…'],
    ['Remove Portal', 'Remove Portal', 'Add Portal…'],
    ['Set API Token…', 'Set API Token', 'Add Portal…'],
    ['Open on Portal Website', 'Open on Portal Website', 'Add Portal…'],
  ] as const)
    it(`from a cold start ${command} asks for what it lacks`, async () => {
      await vsc().command(`Datastore: ${command}`);
      await vsc().quickInput.title().getByText(question, { exact: true }).waitFor();
      await vsc().quickInput.row(answer).waitFor();
      await vsc().quickInput.cancel();
    });

  it('from a cold start Remove API Token says that there is none', async () => {
    await vsc().command('Datastore: Remove API Token');
    await vsc().dismissToast('There are no API tokens.');
  });

  it('Add Portal… takes the pasted page of a resource, proposes the portal’s own name, and adds both', async () => {
    await explorer().addPortal(`${baseUrl()}/en/dataset/parks/resource/${TREES}?view=1`, 'City of Testville');
    await row('City of Testville').waitFor();
    await row('Trees').waitFor();
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), 'Trees');
    assert.equal(await form.locator('#portal').inputValue(), 'City of Testville');
  });

  for (const [what, name, text] of [
    ['an ID', 'Benches', () => BENCHES],
    [
      'an API call',
      'Fountains',
      () => `${baseUrl()}/en/api/3/action/datastore_search?resource_id=${FOUNTAINS}&limit=5`,
    ],
    ['a download', 'Bridges', () => `${baseUrl()}/en/datastore/dump/${BRIDGES}?bom=True`],
    ['the page of a resource that is there already', 'Trees', () => `${baseUrl()}/en/dataset/parks/resource/${TREES}`],
  ] as const)
    it(`Add Resource… takes ${what}`, async () => {
      await vsc().command('Datastore: Add Resource…');
      await vsc().quickInput.title().getByText('Add Resource', { exact: true }).waitFor();
      await vsc().quickInput.enter(text());
      if (what === 'an ID') await vsc().quickInput.pick('City of Testville');
      const form = await explorer().form();
      await eventually(() => form.locator('#resource').inputValue(), name);
      await eventually(() => vsc().row(name).count(), 1);
    });

  const call = () =>
    `${baseUrl()}/en/api/3/action/datastore_search?resource_id=${BRIDGES}&q=ash&filters={"kind":["oak","ash"]}&sort=height desc&fields=kind,height&limit=1&offset=1`;
  const callBody = `{"resource_id":"${BRIDGES}","q":"ash","filters":{"kind":["oak","ash"]},"fields":["kind","height"],"sort":"height desc","limit":2}`;
  const shownQuestion = async () => {
    const form = await explorer().form();
    const inputs = await form.locator('#portal, #resource, #q, #limit').all();
    return [
      ...(await Promise.all(inputs.map((input) => input.inputValue()))),
      ...(await form.locator('.chip, .more-chosen').allInnerTexts()),
    ];
  };
  const question = ['ash', '2', 'oak', 'ash', 'height descending · kind, height'];
  const takeBack = async (form: Frame) => {
    const more = form.locator('#more');
    if ((await more.getAttribute('open')) === null) await form.locator('#more-summary').click();
    for (const what of ['sort by height', 'field kind', 'field height'])
      await form.getByRole('button', { name: `Remove ${what}` }).click();
  };

  it('Open Records runs the question of a pasted API call', async () => {
    await explorer().fill({ portal: 'City of Testville', resource: BENCHES, q: 'typed for benches' });
    await vsc().command('Datastore: Open Records');
    await vsc().quickInput.fill(call());
    await vsc().quickInput.pick(`Add "${baseUrl()}/en/api/3/action/datastore_search"`);
    const records = await explorer().records(/^1 matching record/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['ash']);
    assert.equal(city.searches.at(-1), callBody);
    await eventually(shownQuestion, ['City of Testville', 'Bridges', ...question]);
  });

  it('an API call that is pasted into the form brings its question along', async () => {
    const form = await explorer().fill({ resource: BENCHES, q: 'typed' });
    await takeBack(form);
    await vsc().page.evaluate((text) => navigator.clipboard.writeText(text), call());
    await form.locator('#resource').fill('');
    await form.locator('#resource').press('Control+v');
    await eventually(async () => (await shownQuestion()).toSpliced(1, 1), ['City of Testville', ...question]);
    assert.doesNotMatch(await form.locator('#resource').inputValue(), /limit/);
    city.calls.splice(0);
    await form.locator('#run').click();
    await eventually(() => city.searches.at(-1), callBody);
    await eventually(shownQuestion, ['City of Testville', 'Bridges', ...question]);
  });

  it('one that is typed does so once its box is left, not before', async () => {
    const form = await explorer().fill({ resource: BENCHES });
    await form.locator('#resource').fill(call());
    await form.locator('.preview', { hasText: '"limit": 2' }).waitFor();
    assert.equal(await form.locator('#resource').inputValue(), call());
    await form.locator('#resource').press('Tab');
    await eventually(async () => (await shownQuestion()).toSpliced(1, 1), ['City of Testville', ...question]);
    await takeBack(form);
    await eventually(() => form.locator('.more-chosen').textContent(), '');
  });

  it('Open Pasted Query… asks what the curl command in the clipboard asks, and keeps no token of it', async () => {
    const body = `{"resource_id":"${BRIDGES}","q":"elm","limit":3}`;
    const command = `curl '${baseUrl()}/en/api/action/datastore_search' \\\n  -H 'Authorization: not-a-real-one' \\\n  -d '${body}'`;
    await vsc().page.evaluate((text) => navigator.clipboard.writeText(text), command);
    await vsc().command('Datastore: Open Pasted Query…');
    const records = await explorer().records(/^1 matching record/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['elm']);
    assert.equal(city.searches.at(-1), body);
    assert.equal(city.calls.at(-1)?.authorization, undefined);
    await vsc().dismissToast("The API token in the pasted call isn't kept.");
    const form = await explorer().form();
    await eventually(() => form.locator('#q').inputValue(), 'elm');
    assert.equal(await form.locator('#limit').inputValue(), '3');
  });

  it('Show Details of a row leads to a page of it, and from there to its records by Enter alone', async () => {
    await vsc().contextMenu(row('Benches'), 'Show Details');
    const page = await explorer().details('Benches');
    await page.locator('.sample td', { hasText: 'elm' }).first().waitFor();
    assert.deepEqual(await page.locator('.facts dd').first().innerText(), 'Parks');
    assert.deepEqual(await page.locator('.fields tbody th').allInnerTexts(), ['_id', 'kind', 'height']);
    await workbench().screenshot('details');
    await page.getByRole('button', { name: 'Copy Citation' }).click();
    await eventually(async () => (await vsc().clipboard()).startsWith('Gardens. “Parks” (Benches).'), true);
    await page.getByRole('button', { name: 'Open Records' }).focus();
    await vsc().page.keyboard.press('Enter');
    await explorer().records(/^4 matching records/);
    await vsc().tab('Benches — Records').waitFor();
  });

  it('a run whose limit fits is one request, and its body has only the members that were given', async () => {
    await explorer().select('Trees');
    const form = await explorer().fill({ q: 'o', filters: [{ field: 'kind', values: ['oak'] }], limit: '2' });
    await form.locator('.list-option').first().waitFor({ state: 'hidden' });
    city.calls.splice(0);
    await form.locator('#run').click();
    const records = await explorer().records(/^2 matching records/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['oak', 'oak']);
    assert.deepEqual(
      city.calls.map(({ method, action, body }) => [method, action, body]),
      [['POST', 'datastore_search', `{"resource_id":"${TREES}","q":"o","filters":{"kind":"oak"},"limit":2}`]],
    );
  });

  it('the tree says how many records a resource has, once they were counted', async () => {
    await explorer().run({});
    await explorer().records(/^4 matching records/);
    await row('Trees4 records').waitFor();
  });

  it('a screen reader hears what a row is', async () => {
    await eventually(
      () => row('City of Testville').getAttribute('aria-label'),
      `City of Testville, portal, ${host()}/en`,
    );
    assert.equal(await row('Trees').getAttribute('aria-label'), 'Trees, resource, 4 records');
  });

  it('Copy Resource ID and Copy Base URL', async () => {
    await vsc().contextMenu(row('Trees'), 'Copy Resource ID');
    await eventually(() => vsc().clipboard(), TREES);
    await vsc().contextMenu(row('City of Testville'), 'Copy Base URL');
    await eventually(() => vsc().clipboard(), `${baseUrl()}/en`);
  });

  it('Open on Portal Website opens the portal in the browser', async () => {
    const opened = vsc().page.waitForEvent('popup');
    await vsc().contextMenu(row('City of Testville'), 'Open on Portal Website');
    const website = await opened;
    // This VS Code, being remote, leads addresses of its own machine through itself.
    assert.match(website.url(), new RegExp(`/${new URL(baseUrl()).port}/en$`));
    await website.close();
    await vsc().page.bringToFront();
  });

  it('Test Connection says what answers', async () => {
    await vsc().contextMenu(row('City of Testville'), 'Test Connection');
    await vsc().dismissToast('Connected to City of Testville (CKAN 2.11.0).');
  });

  it('Remove from Saved leaves a resource that was opened under Recent, and Undo puts it back', async () => {
    const remove = async () => {
      await vsc().contextMenu(row('Bridges'), 'Remove from Saved');
      await row(/Bridges ?City of Testville/).waitFor();
    };
    await remove();
    await vsc().pressInToast('Removed "Bridges" from the saved resources.', 'Undo');
    await row(/Bridges ?City of Testville/).waitFor({ state: 'detached' });
    await row('Bridges').waitFor();
    await remove();
    await vsc().dismissToast('Removed "Bridges" from the saved resources.');
  });

  it('Remove from Recent takes it out of the tree', async () => {
    await vsc().contextMenu(row('Bridges'), 'Remove from Recent');
    await row('Bridges').waitFor({ state: 'detached' });
    await vsc().dismissToast('Removed "Bridges" from Recent.');
  });

  it('a resource that was typed into the form is under Recent when it answers; Refresh asks for its name, and can be cancelled', async () => {
    await explorer().run({ resource: BRIDGES, limit: '1' });
    await explorer().records(/^1 of 4 /);
    await row(BRIDGES).waitFor();
    isSilent = true;
    await vsc().command('Datastore: Refresh');
    const looking = vsc().toast('Looking up the names of resources');
    await looking.getByRole('button', { name: 'Cancel' }).click();
    await looking.waitFor({ state: 'detached' });
    isSilent = false;
    await vsc().command('Datastore: Refresh');
    await row('Bridges').waitFor();
  });

  it('its star saves it under its portal, and takes it from there, by mouse and by keyboard', async () => {
    await row('Bridges').hover();
    await vsc().inlineAction(row('Bridges'), 'Save Resource').click();
    await row(/Bridges ?City of Testville/).waitFor({ state: 'detached' });
    assert.equal(await row('Bridges').getAttribute('aria-label'), 'Bridges, resource, 4 records');
    await row('Bridges').click();
    await explorer().records(/^1 of 4 /);
    await vsc().command('Datastore: Remove from Saved');
    await row(/Bridges ?City of Testville/).waitFor();
    await vsc().dismissToast('Removed "Bridges" from the saved resources.');
    await vsc().command('Datastore: Save Resource');
    await row(/Bridges ?City of Testville/).waitFor({ state: 'detached' });
  });

  it('Edit Portal… changes name and address; its resources stay, and open records say where they are from', async () => {
    await vsc().contextMenu(row('City of Testville'), 'Edit Portal…');
    await vsc().quickInput.title().filter({ hasText: 'Edit City of Testville' }).waitFor();
    await vsc().quickInput.enter('My city');
    await explorer().changeProposed(`${baseUrl()}/en`, `${baseUrl()}/fr`);
    await row('My city').waitFor();
    const panel = await explorer().panel();
    const strip = panel.locator('.banner .message', {
      hasText: 'These records are from the former address of My city.',
    });
    await strip.waitFor();
    await workbench().screenshot('moved');
    await strip.getByRole('button', { name: 'Run Again' }).click();
    await strip.waitFor({ state: 'detached' });
    await eventually(() => panel.locator('.status-server').textContent(), 'My city');
    await explorer().select('Trees');
    await explorer().run({ limit: '3' });
    await explorer().records(/^3 of 4 /);
    assert.equal(
      await (
        await explorer().form()
      )
        .locator('.preview')
        .innerText()
        .then((text) => text.split('\n')[0]),
      `POST ${baseUrl()}/fr/api/action/datastore_search`,
    );
  });

  it('Remove Portal asks first; then its panels are gone, and so are its resources', async () => {
    await vsc().contextMenu(row('My city'), 'Remove Portal');
    const question = vsc().dialog('Remove Portal "My city"?');
    await question.getByText('This also deletes its API token and closes its open records.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await vsc().tab('Trees — Records').waitFor();
    await vsc().contextMenu(row('My city'), 'Remove Portal');
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await vsc().tab('Records').first().waitFor({ state: 'detached' });
    await vsc().page.getByRole('button', { name: 'Explore the Sample' }).waitFor();
  });

  describe('Add Portal…', () => {
    it('by keyboard: a public portal is found by its country and not asked, what was typed stands above it, and what was found is said', async () => {
      city.calls.splice(0);
      await vsc().command('Datastore: Add Portal…');
      await vsc().quickInput.row('Australia').waitFor();
      await vsc().page.keyboard.type('thailand');
      await vsc().quickInput.row('Thailand').waitFor();
      await workbench().screenshot('add-portal');
      await vsc().page.keyboard.press('Control+a');
      await vsc().page.keyboard.type(`(${baseUrl()}/en/about).`);
      await vsc().quickInput.row(`Add "(${baseUrl()}/en/about)."`).waitFor();
      assert.deepEqual(city.calls, []);
      await vsc().page.keyboard.press('Enter');
      await explorer().acceptProposed('City of Testville');
      await row('City of Testville').waitFor();
      await vsc().toast('Added "City of Testville": CKAN 2.11.0 · datastore · 1 dataset.').first().waitFor();
      await workbench().screenshot('portal-added');
      await vsc().dismissToast('Added "City of Testville"');
    });

    it('by mouse: the page of a dataset leads to its resources; Show Portal Capabilities says how each thing is known', async () => {
      await vsc().page.locator('.pane-header', { hasText: 'Resources' }).hover();
      await vsc().page.getByRole('button', { name: 'Add Portal…' }).first().click();
      await vsc().quickInput.fill(`${baseUrl()}/dataset/parks`);
      await vsc().quickInput.pick(`Add "${baseUrl()}/dataset/parks"`);
      await explorer().changeProposed('City of Testville', 'Town');
      await vsc().quickInput.row('Benches').waitFor();
      await vsc().quickInput.cancel();
      const added = 'Added "Town": CKAN 2.11.0 · datastore · 1 dataset.';
      await vsc().pressInToast(added, 'Show Portal Capabilities');
      const can = (text: string) => vsc().quickInput.rows().filter({ hasText: text });
      await can('Filters by range').filter({ hasText: 'No · usual for this version' }).waitFor();
      await workbench().screenshot('capabilities');
      await vsc().quickInput.pick('Refresh');
      await can('SQL queries').filter({ hasText: 'No · usual for this version' }).waitFor();
      await vsc().quickInput.cancel();
    });
  });

  it('what was done stands in the log', async () => {
    await vsc().command('Datastore: Show Log');
    await vsc().page.locator('.part.panel', { hasText: 'Output' }).getByText('datastore_search').first().waitFor();
  });
});
