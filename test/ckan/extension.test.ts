// The main job through the extension, in a real VS Code, on a real CKAN.
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { reading } from '../support/journeys/grid/readings.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { readFixture } from './fixture.ts';
import { RecordingProxy } from './recordingProxy.ts';
import { digitsOf, READING_COUNT, STAFF_COUNT, SUBJECT_COUNT, subjectRecord } from '../support/journeys/subjects.ts';

const fixture = readFixture();
const extensionsDir = process.env['CKAN_EXTENSIONS'];

/** One VS Code with nothing in it, and a portal address of its own that records what is asked. */
function useExplorer() {
  const workbench = useWorkbench(extensionsDir === undefined ? {} : { extensionsDir });
  const proxy = new RecordingProxy(fixture.baseUrl);
  let baseUrl = '';
  before('the proxy starts', async () => {
    baseUrl = await proxy.start();
  });
  beforeEach(() => proxy.requests.splice(0));
  before('the sidebar shows', () => workbench().vsc.showSidebar('Datastore'));
  after('the proxy stops', () => proxy.stop());
  return {
    vsc: () => workbench().vsc,
    explorer: () => new Explorer(workbench().vsc),
    baseUrl: () => baseUrl,
    /** Searches of this test, without those by which the form learns the fields; the panel before may still read on. */
    searches: (resourceId: string) =>
      proxy.requests
        .filter(
          ({ path, body }) =>
            path.endsWith('/datastore_search') && body.includes(resourceId) && !body.includes('"limit":0'),
        )
        .map(({ path, authorization, body }) => ({ path, authorization, body: JSON.parse(body) as object })),
  };
}

/** Waits, because records come after the grid. */
async function assertShows(
  records: Frame,
  row: number,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [field, text] of Object.entries(values)) {
    const target = await cell(records, row, field);
    const shows = async () => (await target.textContent()) === text;
    await until(shows, '', 10_000).catch(() => undefined);
    assert.equal(await target.textContent(), text, `${field} of record ${row}`);
  }
}

describe('A public resource of a real CKAN, anonymously', () => {
  const { vsc, explorer, baseUrl, searches } = useExplorer();

  it('Add Portal takes the pasted address of a resource page, and adds both', async () => {
    const page = `${baseUrl()}/dataset/${fixture.publicDataset}/resource/${fixture.subjects}`;
    await explorer().addPortal(page, 'Test portal');
    await vsc().row('Test portal').waitFor();
    await vsc().row('Subjects').waitFor();
    await explorer().records(/matching records/);
    const form = await explorer().showInForm('Subjects');
    assert.equal(await form.locator('#portal').inputValue(), 'Test portal');
  });

  it('Add Resource takes an id', async () => {
    await vsc().command('Datastore: Add Resource…');
    await vsc().quickInput.enter(fixture.readings);
    await vsc().quickInput.pick('Test portal');
    await vsc().row('Meter readings').waitFor();
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), 'Meter readings');
    await explorer().records(/matching records/);
  });

  it('q, filters and limit run as one request with these members only', async () => {
    await explorer().showInForm('Subjects');
    await explorer().run({
      q: 'pianoforte',
      filters: [{ field: 'stage', values: ['primary', 'college'] }],
      limit: '3',
    });
    const records = await explorer().records(/^3 of 9 matching records/);
    for (const row of [1, 2, 3]) {
      // Ties of a rank come in any order.
      const idCell = await cell(records, row, '_id');
      const id = await until(async () => Number(await idCell.textContent()) || undefined, `record ${row}`);
      const { note, stage } = subjectRecord(id);
      assert.match(note ?? '', /pianoforte/);
      await assertShows(records, row, { note, stage });
    }
    assert.deepEqual(searches(fixture.subjects), [
      {
        path: '/api/action/datastore_search',
        authorization: undefined,
        body: { resource_id: fixture.subjects, q: 'pianoforte', filters: { stage: ['primary', 'college'] }, limit: 3 },
      },
    ]);
  });

  it('a number in a filter finds what a double could not tell apart', async () => {
    await explorer().showInForm('Subjects');
    await explorer().run({ filters: [{ field: 'code', values: [digitsOf(2).code] }] });
    const records = await explorer().records(/^1 matching record/);
    await assertShows(records, 1, { _id: '2', code: digitsOf(2).code });
  });

  it('the grid shows every digit, and tells NULL from empty text', async () => {
    await explorer().showInForm('Subjects');
    await explorer().run({ limit: '5' });
    const records = await explorer().records(/^5 of 1,250 /);
    for (const n of [1, 2, 5]) {
      const { code, hours, weight } = digitsOf(n);
      const { subject, stage } = subjectRecord(n);
      await assertShows(records, n, { _id: String(n), subject, stage, code, 'hours, weekly': hours, weight });
    }
    await assertShows(records, 4, { note: 'NULL' });
    await assertShows(records, 5, { note: '' });
  });

  it('exports exactly the records of the result into a JSON editor, digit for digit', async () => {
    await vsc().command('Datastore: Export Records to JSON Editor');
    const text = await explorer().exportedJson();
    const exported = JSON.parse(text) as Record<string, unknown>[];
    assert.deepEqual(
      exported.map((record) => record['_id']),
      [1, 2, 3, 4, 5],
    );
    assert.deepEqual(Object.keys(exported[0]!), ['_id', ...Object.keys(subjectRecord(1))]);
    const { code, hours, weight } = digitsOf(1);
    for (const member of [`"code": ${code},`, `"hours, weekly": ${hours},`, `"weight": ${weight},`])
      assert.ok(text.includes(member), member);
  });

  it('an empty limit reaches the last record behind CKAN’s cap', async () => {
    await explorer().showInForm('Meter readings');
    await explorer().run({});
    const records = await explorer().records(/^100,000 matching records/);
    const grid = records.locator('.records-grid');
    await grid.focus();
    await grid.press('Control+End');
    const last = await cell(records, READING_COUNT, 'note');
    await last.waitFor();
    await until(async () => (await last.textContent()) === reading(READING_COUNT).note, 'the last record is loaded');
    assert.equal('limit' in searches(fixture.readings)[0]!.body, false);
  });
});

describe('A private resource of a real CKAN, at a base URL with a language', () => {
  const { vsc, explorer, baseUrl, searches } = useExplorer();

  const giveToken = async (token: string): Promise<void> => {
    const { quickInput } = vsc();
    await quickInput.title().filter({ hasText: 'API token for Test portal' }).waitFor();
    assert.equal(await quickInput.box().getAttribute('type'), 'password');
    await quickInput.enter(token);
  };

  it('403 on adding it offers a token, and other ways on', async () => {
    await explorer().addPortal(
      `${baseUrl()}/en/api/3/action/datastore_search?resource_id=${fixture.staff}`,
      'Test portal',
    );
    const toast = vsc()
      .toast(/not authorized to read resource/)
      .first();
    await toast.getByRole('button', { name: 'Set API Token…' }).waitFor();
    await vsc().pressInToast(/not authorized to read resource/, 'Add Anyway');
    await vsc().row(fixture.staff).waitFor();
  });

  it('403 on a run is shown at the form and in the panel, and both offer a token', async () => {
    await explorer().showInForm(fixture.staff);
    const form = await explorer().run({ limit: '10' });
    await form.locator('.message.error').filter({ hasText: 'not authorized to read resource' }).waitFor();
    await form.getByRole('button', { name: 'Set API Token…' }).waitFor();
    const panel = await vsc().webview('.holder');
    await panel.getByRole('button', { name: 'Set API Token…' }).waitFor();
    assert.deepEqual(
      searches(fixture.staff).map(({ path, authorization }) => [path, authorization]),
      [['/en/api/action/datastore_search', undefined]],
    );
  });

  it('a token that may not read it is refused in CKAN’s own words, and asked for again', async () => {
    const form = await explorer().form();
    await form.getByRole('button', { name: 'Set API Token…' }).click();
    await giveToken(fixture.strangerToken);
    await form.locator('.message.error').filter({ hasText: 'User stranger not authorized' }).waitFor();
    await form.getByRole('button', { name: 'Set API Token…' }).waitFor();
    assert.deepEqual(
      searches(fixture.staff).map(({ authorization }) => authorization),
      [fixture.strangerToken],
    );
  });

  it('the right token runs the query again and shows the records', async () => {
    const form = await explorer().form();
    await form.getByRole('button', { name: 'Set API Token…' }).click();
    await giveToken(fixture.memberToken);
    const records = await explorer().records(new RegExp(`^10 of ${STAFF_COUNT} `));
    await assertShows(records, 10, { _id: '10', salary: '10000.00' });
    await form.locator('.message.error').waitFor({ state: 'detached' });
    assert.deepEqual(
      searches(fixture.staff).map(({ path, authorization }) => [path, authorization]),
      [['/en/api/action/datastore_search', fixture.memberToken]],
    );
    await vsc().row('token set').waitFor();
  });

  it('the request shown has a placeholder for the token, and nothing shows the token', async () => {
    const form = await explorer().form();
    const preview = form.locator('.preview').filter({ hasText: 'Authorization: <API token>' });
    await preview.waitFor({ timeout: 5000 });
    for (const frame of vsc().page.frames())
      assert.ok(!(await frame.content().catch(() => '')).includes(fixture.memberToken), frame.url());
  });

  it('Remove API Token takes it back', async () => {
    await vsc().command('Datastore: Remove API Token');
    await vsc().quickInput.pick('Test portal');
    await vsc().dismissToast(/^Removed the API token for /);
    const form = await explorer().run({ limit: '10' });
    await form.locator('.message.error').filter({ hasText: 'not authorized to read resource' }).waitFor();
    assert.equal(searches(fixture.staff)[0]?.authorization, undefined);
  });

  it('with a token, adding it again gives it its name', async () => {
    await vsc().contextMenu(vsc().row(fixture.staff), 'Remove from Saved');
    await vsc()
      .row(new RegExp(`${fixture.staff} ?Test portal`))
      .waitFor();
    await vsc().contextMenu(vsc().row(fixture.staff), 'Remove from Recent');
    await vsc().row(fixture.staff).waitFor({ state: 'detached' });
    await vsc().command('Datastore: Add Resource…');
    await vsc().quickInput.enter(fixture.staff);
    await vsc().quickInput.pick('Test portal');
    await vsc().pressInToast(/not authorized to read resource/, 'Set API Token…');
    await giveToken(fixture.memberToken);
    await vsc().row('Staff').waitFor();
  });
});

describe('What a real CKAN refuses', () => {
  const { explorer, baseUrl } = useExplorer();

  it('an unknown filter field is shown at the filters, in CKAN’s own words; the last records stay', async () => {
    await explorer().addPortal(`${baseUrl()}/fr/datastore/dump/${fixture.subjects}`, 'Test portal');
    await explorer().showInForm('Subjects');
    await explorer().run({ limit: '7' });
    await explorer().records(/^7 of 1,250 /);
    const form = await explorer().run({ filters: [{ field: 'no such field', values: ['x'] }], limit: '7' });
    const problem = await explorer().problem('filters');
    await problem.filter({ hasText: 'filters: invalid value "no such field"' }).waitFor();
    assert.equal(await form.locator('#limit').inputValue(), '7');
    const records = await explorer().records(/^7 of 1,250 /);
    await records.locator('.banner').getByText('invalid value "no such field"').waitFor();
    await assertShows(records, 7, { _id: '7' });
  });

  it('a text for a number is a problem of the filters before anything is sent', async () => {
    const form = await explorer().run({ filters: [{ field: 'code', values: ['many'] }] });
    await form.locator('.filter-row .message.error').waitFor();
  });

  it('an unknown resource is shown at the resource', async () => {
    await explorer().run({ resource: '00000000-0000-4000-8000-000000000000', limit: '1' });
    const problem = await explorer().problem('resource');
    await problem.filter({ hasText: "doesn't have this resource" }).waitFor();
    assert.match(await problem.innerText(), new RegExp(`Test portal|${new URL(baseUrl()).host}`));
  });

  it('the form works again afterwards', async () => {
    await explorer().run({ resource: fixture.subjects, limit: '2' });
    await explorer().records(new RegExp(`^2 of ${SUBJECT_COUNT.toLocaleString('en')} `));
  });
});
