/** From a topic to records: Find Dataset… in a real VS Code. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { FakeCkan, type FakeAnswer } from '../support/fakes/fakeCkan.ts';
import type { FakeDataset } from '../support/fakes/fakeCatalog.ts';
import { findByKeyboard, findByMouse, type FindSubject } from '../support/journeys/findJourney.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { violations } from '../support/pages/violations.ts';
import { themeClasses, type ThemeName } from '../../tools/vscode/vsc.ts';

const themes = Object.keys(themeClasses) as ThemeName[];
const TASKS = ['First task', 'Second task'] as const;
const TOKEN = 'eyJ0eXAi.right-token';
const SAMPLES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3c01';
const STATIONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3c02';
const STAFF = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3c03';

const table = (name: string, count: number, isPrivate = false) => ({
  name,
  isPrivate,
  fields: [
    { id: 'place', type: 'text' },
    { id: 'value', type: 'numeric' },
  ],
  rows: Array.from({ length: count }, (_, index) => [index % 3 === 1 ? 'Delft' : 'Bergen', index]),
});

const DATASETS: readonly FakeDataset[] = [
  // In this order: VS Code itself would put what begins with the words first.
  { name: 'street-water', title: 'Fountains and street water', organization: 'parks' },
  {
    name: 'water-quality',
    title: 'Water quality of lakes',
    organization: 'water-board',
    modified: '2026-05-03T10:00:00',
    resources: [
      { id: 'report', name: 'Report', format: 'PDF' },
      { id: SAMPLES, name: 'Samples', format: 'CSV', datastore_active: true },
      { id: STATIONS, name: 'Stations', format: 'CSV', datastore_active: true },
    ],
  },
  {
    name: 'staff',
    title: 'Salaries of staff',
    isPrivate: true,
    resources: [{ id: STAFF, name: 'Staff', format: 'CSV', datastore_active: true }],
  },
];

const city = () =>
  new FakeCkan({
    title: 'City of Testville',
    token: TOKEN,
    resources: {
      [SAMPLES]: table('Samples', 300),
      [STATIONS]: table('Stations', 7),
      [STAFF]: table('Staff', 12, true),
    },
    catalog: { datasets: DATASETS },
  });

/** A portal of its own, and a VS Code of its own. */
function journey(go: (subject: FindSubject) => void): void {
  const portal = city();
  let address = '';
  before('a portal listens', async () => {
    address = await portal.listen();
  });
  const workbench = useWorkbench();
  after('the portal ends', () => portal.close());
  go({
    vsc: () => workbench().vsc,
    address: () => address,
    portal: 'City of Testville',
    open: {
      word: 'qual',
      dataset: 'Water quality of lakes',
      resource: 'Samples',
      records: 300,
      filter: { field: 'place', value: 'Delft', row: 2, records: 100 },
    },
    closed: { word: 'salaries', dataset: 'Salaries of staff', records: 12, token: TOKEN },
  });
}

describe('From an address to records, by keyboard', () => journey(findByKeyboard));
describe('From an address to records, by mouse', () => journey(findByMouse));

const PICK = '.quick-input-widget';
const TREES = '.pane-body .monaco-list';

describe('Find Dataset…', () => {
  let village: 'up' | 'down' | 'slow' = 'up';
  const held: (() => void)[] = [];
  const portals = {
    city: city(),
    village: new FakeCkan({
      title: 'Village',
      resources: {},
      catalog: { datasets: [{ name: 'wells', title: 'Water wells' }] },
      fault: ({ action }, honest) => {
        if (action !== 'package_search' || village === 'up') return honest;
        if (village === 'down') return { status: 503, text: 'down for maintenance' };
        return new Promise<FakeAnswer>((resolve) => held.push(() => resolve(honest)));
      },
    }),
  };
  const addresses = { city: '', village: '' };
  before('two portals listen', async () => {
    addresses.city = await portals.city.listen();
    addresses.village = await portals.village.listen();
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'find-'));
  const tasks = TASKS.map((label) => ({ label, command: 'true', detail: 'What VS Code says under it' }));
  fs.mkdirSync(path.join(folder, '.vscode'));
  fs.writeFileSync(path.join(folder, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
  const workbench = useWorkbench({ folder });
  after(() => fs.rmSync(folder, { recursive: true }));
  after('the portals end', () => Promise.all([portals.city.close(), portals.village.close()]));
  const vsc = () => workbench().vsc;
  const quickInput = () => vsc().quickInput;
  const type = (text: string) => vsc().page.keyboard.type(text, { delay: 30 });
  const open = async () => {
    await vsc().command('Datastore: Find Dataset…');
    await quickInput().title().filter({ hasText: 'Find Dataset' }).waitFor();
    for (const { calls } of Object.values(portals)) calls.splice(0);
  };
  /** Rows as a screen reader says them. */
  const spoken = () =>
    quickInput()
      .rows()
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  /** The rules that axe finds broken in a part of the window, and the colours of what can't be read well. */
  const complaints = async (part: string) => {
    await vsc().page.mouse.move(0, 0);
    const found = await violations(vsc().page, undefined, part);
    return new Set(
      found.map((violation) => {
        const [rule = ''] = violation.split(':');
        const [colours = ''] = /foreground color: \S+ background color: \S+/.exec(violation) ?? [];
        return `${rule} ${colours}`;
      }),
    );
  };
  const asked = (portal: FakeCkan) =>
    portal.calls.map(({ action, body }) => [action, (JSON.parse(body) as { q?: string }).q]);

  it('leads to Add Portal where there is none', async () => {
    await vsc().showSidebar('Datastore');
    await vsc().page.locator('.welcome-view-content').getByRole('button', { name: 'Find Dataset…' }).click();
    await quickInput().title().filter({ hasText: 'Add Portal' }).waitFor();
    await quickInput().cancel();
    await new Explorer(vsc()).addPortal(addresses.city, 'City of Testville');
    await new Explorer(vsc()).addPortal(addresses.village, 'Village');
    await vsc().row('Village').first().waitFor();
  });

  it('asks each portal once for what was typed, and keeps its order; all of it is spoken', async () => {
    await open();
    assert.deepEqual(asked(portals.city), []);
    await type('wat');
    await quickInput().row('Water wells').waitFor();
    await quickInput().row('Water quality of lakes').waitFor();
    for (const portal of Object.values(portals)) assert.deepEqual(asked(portal), [['package_search', '(wat OR wat*)']]);
    const rows = await spoken();
    const ofCity = rows.filter((row) => row?.includes('Water wells') !== true);
    assert.deepEqual(ofCity, [
      'file  Fountains and street water, Parks, no resources · updated Jan 2, 2026, City of Testville (2)',
      'table  Water quality of lakes, Water board, CSV, PDF · 3 resources · 2 with records · updated May 3, 2026',
    ]);
    await quickInput().cancel();
  });

  for (const theme of themes) {
    it(`${theme}: axe says nothing of the tree that it doesn't say of VS Code's own`, async () => {
      await vsc().setTheme(theme);
      await vsc().showSidebar('Explorer');
      await vsc().row('.vscode').first().waitFor();
      const usual = await complaints(TREES);
      await vsc().showSidebar('Datastore');
      for (const branch of ['City of Testville', 'Datasets', 'Recently Updated']) await vsc().expand(branch);
      await vsc().row('Water quality of lakes').first().waitFor();
      await workbench().screenshot(`${theme} tree`);
      // What a row says begins with its label; axe wants the description right behind it, without the space of any sentence.
      const rows = await vsc()
        .row('')
        .evaluateAll((all) =>
          all.map((row) => [
            row.getAttribute('aria-label') ?? '',
            row.querySelector('.label-name')?.textContent ?? 'nothing',
          ]),
        );
      assert.ok(rows.length > 8);
      for (const [said = '', seen = ''] of rows) assert.ok(said.startsWith(seen), `${said}: ${seen}`);
      const usually = [...usual, 'label-content-name-mismatch '];
      assert.deepEqual(
        [...(await complaints(TREES))].filter((found) => !usually.includes(found)),
        [],
      );
    });

    it(`${theme}: axe says nothing of it that it doesn't say of VS Code's own pick`, async () => {
      await vsc().setTheme(theme);
      // Rows of this pick resemble ours: a second line, a separator, buttons.
      await vsc().command('Tasks: Run Task');
      await quickInput().row(TASKS[0]).waitFor();
      const usual = await complaints(PICK);
      await quickInput().cancel();
      const own = async () => [...(await complaints(PICK))].filter((found) => !usual.has(found));
      await open();
      await type('wat');
      await quickInput().row('Water wells').waitFor();
      await quickInput().row('Water quality of lakes').waitFor();
      await workbench().screenshot(`${theme} find`);
      assert.deepEqual(await own(), []);
      await quickInput().pick('Water quality of lakes');
      await quickInput().row('Stations').waitFor();
      await workbench().screenshot(`${theme} find resources`);
      assert.deepEqual(await own(), []);
      await quickInput().cancel();
    });
  }

  it('a portal that fails is a row with its reason, and is asked again there; one that is slow keeps nobody waiting', async () => {
    village = 'down';
    await open();
    await type('water');
    const failure = quickInput().rows().filter({ hasText: 'Try Again' });
    await failure.filter({ hasText: 'Village' }).waitFor();
    await quickInput().row('Water quality of lakes').waitFor();
    village = 'up';
    await failure.click();
    await quickInput().row('Water wells').waitFor();
    village = 'slow';
    await quickInput().fill('wells');
    await eventually(() => held.length, 1);
    await quickInput().fill('lakes');
    await quickInput().row('Water quality of lakes').waitFor();
    for (const release of held.splice(0)) release();
    village = 'up';
    await quickInput().cancel();
  });

  it('leads back from the resources of a dataset to where people were', async () => {
    await open();
    await type('water');
    await quickInput().pick('Water quality of lakes');
    await quickInput().row('Stations').waitFor();
    await quickInput().button('Back').click();
    await eventually(() => quickInput().box().inputValue(), 'water');
    await quickInput().rows().and(vsc().page.locator('.focused')).filter({ hasText: 'Water quality' }).waitFor();
    await quickInput().pick('Water quality of lakes');
    await quickInput().fill('stat');
    await quickInput().pick('Stations');
    await new Explorer(vsc()).records(/^7 matching records/);
    const form = await new Explorer(vsc()).form();
    await eventually(() => form.locator('#resource').inputValue(), 'Stations');
    assert.equal(await form.locator('#portal').inputValue(), 'City of Testville');
  });
});
