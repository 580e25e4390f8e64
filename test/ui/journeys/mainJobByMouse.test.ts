/** Someone who has just installed the extension explores records with the mouse, wherever they are, and types only what must be typed. */
import assert from 'node:assert/strict';
import { eventually } from '../../support/drivers/eventually.ts';
import { cell, Explorer, shownRecords } from '../../support/drivers/explorer.ts';
import { until } from '../../../tools/vscode/until.ts';
import { MAIN_JOB_PLACES, type MainJobPlace } from '../../support/journeys/mainJobPlaces.ts';
import { useWorkbench } from '../../support/drivers/useWorkbench.ts';

for (const place of MAIN_JOB_PLACES) describe(`The main job by mouse on ${place.what}`, () => mainJob(place));

function mainJob(place: MainJobPlace): void {
  const { lessons, stations } = place;
  before(() => place.start());
  after(() => place.stop());
  const workbench = useWorkbench({ viewport: { width: 1800, height: 1100 } });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  it('begins with an empty view that offers the sample, a portal and a file', async () => {
    await vsc().showSidebar('Datastore');
    const welcome = vsc().page.locator('.pane', { hasText: 'Resources' }).locator('.welcome-view-content');
    for (const name of ['Explore the Sample', 'Find Dataset…', 'Add Portal…', 'Open Local File…'])
      await welcome.getByRole('button', { name }).waitFor();
  });

  it('repeats none of these buttons in the query form below', async () => {
    const form = (await explorer().form()).locator('.welcome');
    assert.equal(await form.innerText(), 'Add a portal or open a file to search its records.');
    assert.equal(await form.getByRole('button').count(), 0);
  });

  it('opens it: two resources in the tree, the records of the first in the grid', async () => {
    await place.openByMouse(vsc());
    const records = await explorer().records(/^120 matching records · [\d.]+ (ms|sec)$/);
    await (await cell(records, 1, 'title')).filter({ hasText: 'Counting without numbers' }).waitFor();
    await eventually(
      () =>
        vsc()
          .row(/lessons|stations/)
          .allInnerTexts(),
      place.rows,
    );
    await vsc().tab(`${lessons} — Records`).waitFor();
  });

  it('fills the form with the resource that is selected in the tree', async () => {
    const form = await explorer().select(stations);
    assert.equal(await form.locator('#portal').inputValue(), place.portal);
    await explorer().select(lessons);
  });

  it('a filter with two values, and one on a second field, as the fields are chosen from the list', async () => {
    const form = await explorer().form();
    for (const [field, ...values] of [
      ['subject', 'math', 'history'],
      ['stage', '3'],
    ] as const) {
      await form.getByRole('button', { name: 'Add Filter' }).click();
      const row = form.locator('.filter-row').last();
      await row.getByRole('button', { name: 'Show Choices' }).click();
      await row.getByRole('option', { name: field }).click();
      for (const value of values) {
        await vsc().page.keyboard.type(value);
        await vsc().page.keyboard.press('Enter');
      }
    }
    const chips = form.locator('.filter-row').locator('.chip');
    await eventually(() => chips.allInnerTexts(), ['math', 'history', '3']);
  });

  it('shows exactly the request that Run sends: a value has the type of its field', async () => {
    const form = await explorer().form();
    const id = ((await form.locator('#resource-note').textContent()) ?? '').replace(/^ID: /, '');
    const request = [
      'POST /api/action/datastore_search',
      'Content-Type: application/json',
      '',
      JSON.stringify({ resource_id: id, filters: { subject: ['math', 'history'], stage: 3 } }, null, 2),
    ].join('\n');
    await eventually(() => form.locator('.preview').textContent(), request);
  });

  it('Run shows the records that have any of the values and all of the fields', async () => {
    const form = await explorer().form();
    await form.getByRole('button', { name: 'Run' }).click();
    const records = await explorer().records(/^10 matching records · [\d.]+ (ms|sec)$/);
    const columns = async (...names: string[]) =>
      (await shownRecords(records)).map((record) => names.map((name) => record[name]).join(' '));
    await eventually(
      () => columns('_id', 'subject', 'stage'),
      [
        '3 history 3',
        '13 math 3',
        '27 history 3',
        '37 math 3',
        '51 history 3',
        '61 math 3',
        '75 history 3',
        '85 math 3',
        '99 history 3',
        '109 math 3',
      ],
    );
  });

  it('q and limit: the first three of those that contain it, in whatever field and case', async () => {
    const form = await explorer().form();
    await form.getByLabel('Search').click();
    await vsc().page.keyboard.type('RO');
    await form.getByLabel('Limit').click();
    await vsc().page.keyboard.type('3');
    await form.getByRole('button', { name: 'Run' }).click();
    const records = await explorer().records(/^3 of 7 matching records · [\d.]+ (ms|sec)$/);
    await eventually(() => shownRecords(records), SHOWN);
  });

  it('numbers stand to the right, and NULL looks unlike a text', async () => {
    const records = await explorer().records(/^3 of 7 /);
    const look = async (row: number, field: string, property: string) =>
      (await cell(records, row, field)).evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property);
    assert.equal(await look(1, 'hours', 'text-align'), 'right');
    assert.equal(await look(1, 'title', 'text-align'), 'start');
    assert.equal(await look(1, 'note', 'font-style'), 'italic');
    assert.equal(await look(3, 'note', 'font-style'), 'normal');
  });

  it('says what is shown: query, count and place', async () => {
    const records = await explorer().records(/^3 of 7 /);
    const label = `${lessons} · "RO" · subject: math, history · stage: 3 · limit 3`;
    assert.equal(await records.locator('.bar-label').innerText(), lessons);
    assert.equal(await records.locator('.status-server').innerText(), place.server());
    const grid = records.getByRole('grid', { name: label });
    assert.equal(await grid.getAttribute('aria-rowcount'), '4');
    assert.equal(await grid.getAttribute('aria-colcount'), '11');
  });

  it('a double click shows the whole record beside the grid, and the cross closes it', async () => {
    const records = await explorer().records(/^3 of 7 /);
    await (await cell(records, 2, 'title')).dblclick();
    const detail = records.getByRole('complementary', { name: 'Record 2' });
    await eventually(
      () => detail.locator('dd').allInnerTexts(),
      ['13', 'math', '3', '00292', 'Proof by pictures', '9007199254740993', '1.00', '2026-01-21', 'true', 'empty text'],
    );
    await detail.getByRole('button', { name: 'Close Record' }).click();
    await detail.waitFor({ state: 'hidden' });
  });

  it('Export gives exactly these records in a JSON editor, digit for digit', async () => {
    const records = await explorer().records(/^3 of 7 /);
    await records.getByRole('button', { name: 'Export to JSON Editor' }).click();
    await vsc().tab('Untitled-1').waitFor();
    await vsc().page.locator('.statusbar-item', { hasText: 'JSON' }).waitFor();
    assert.equal(await vsc().editorText(), EXPORTED);
  });

  it('the pencil of the panel takes the query back into the form', async () => {
    await explorer().select(stations);
    await vsc().tab(`${lessons} — Records`).click();
    const records = await explorer().records(/^3 of 7 /);
    await records.getByRole('button', { name: 'Edit Query' }).click();
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), lessons);
    assert.equal(await form.locator('#q').inputValue(), 'RO');
    assert.equal(await form.locator('#limit').inputValue(), '3');
    assert.deepEqual(await form.locator('.chip').allInnerTexts(), ['math', 'history', '3']);
  });

  it('the magnifier of the tree searches a resource at once, in a panel of its own', async () => {
    const row = vsc().row(stations).first();
    await row.hover();
    await vsc().inlineAction(row, 'Open Records').click();
    const records = await until(async () => {
      const frame = await explorer().records(/^40 matching records/);
      return (await frame.locator('.bar-label').innerText()) === stations && frame;
    }, 'the records of the stations');
    const [first] = await until(async () => {
      const shown = await shownRecords(records);
      return shown.length > 0 && shown;
    }, 'records');
    assert.deepEqual([first?.['lat'], first?.['passengers']], ['40.000000', '123456789012345678']);
    assert.equal(await vsc().tab('Records').count(), 2);
  });
}

const SHOWN = [
  {
    _id: '3',
    subject: 'history',
    stage: '3',
    code: '00262',
    title: 'Letters from the front',
    catalogue_no: '90071992547410260',
    hours: '3.50',
    starts_on: '2026-03-23',
    online: 'false',
    note: null,
  },
  {
    _id: '13',
    subject: 'math',
    stage: '3',
    code: '00292',
    title: 'Proof by pictures',
    catalogue_no: '9007199254740993',
    hours: '1.00',
    starts_on: '2026-01-21',
    online: 'true',
    note: '',
  },
  {
    _id: '27',
    subject: 'history',
    stage: '3',
    code: '00046',
    title: 'The silk road',
    catalogue_no: '90071992547409060',
    hours: '5.50',
    starts_on: '2026-03-07',
    online: 'false',
    note: '',
  },
];

const EXPORTED = `[
  {
    "_id": 3,
    "subject": "history",
    "stage": 3,
    "code": "00262",
    "title": "Letters from the front",
    "catalogue_no": 90071992547410260,
    "hours": 3.50,
    "starts_on": "2026-03-23",
    "online": false,
    "note": null
  },
  {
    "_id": 13,
    "subject": "math",
    "stage": 3,
    "code": "00292",
    "title": "Proof by pictures",
    "catalogue_no": 9007199254740993,
    "hours": 1.00,
    "starts_on": "2026-01-21",
    "online": true,
    "note": ""
  },
  {
    "_id": 27,
    "subject": "history",
    "stage": 3,
    "code": "00046",
    "title": "The silk road",
    "catalogue_no": 90071992547409060,
    "hours": 5.50,
    "starts_on": "2026-03-07",
    "online": false,
    "note": ""
  }
]
`;
