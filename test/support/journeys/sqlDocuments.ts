/** A person with SQL joins incidents with a file beside the document, mends an error, and exports the answer. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { VSC } from '../../../tools/vscode/vsc.ts';
import { eventually } from '../drivers/eventually.ts';
import { Explorer, shownRecords } from '../drivers/explorer.ts';
import { INCIDENTS } from './incidents.ts';

export interface JoinSubject {
  readonly vsc: () => VSC;
  /** The folder that is open in VS Code, in which `writeJoin` has written. */
  readonly folder: string;
  /** Answers what is asked before a source is read for the first time. */
  readonly consent?: () => Promise<void>;
}

export const DOCUMENT = 'incidents.datastore.sql';
const REGIONS: Readonly<Record<string, string>> = { Zürich: 'north', Bern: 'middle', Vaud: 'west', Uri: 'middle' };
const WRONG = 'where i.reportde >= ';
const RIGHT = 'where i.reported >= ';
const LINES = (place: string, condition: string): readonly string[] => [
  `-- @source incidents = ${place}`,
  '-- @source regions = regions.csv',
  '',
  'select r.region, count(*) as incidents, sum(i.damage) as damage',
  'from incidents i join regions r on r.canton = i.canton',
  `${condition}date '2022-01-01'`,
  'group by r.region',
  'order by damage desc;',
  '',
  'select count(*) as all_incidents from incidents',
];

/** Writes the document, usually with an error, and the file of regions. `place` is that of the incidents. */
export function writeJoin(folder: string, place: string, { isRight = false } = {}): void {
  const regions = Object.entries(REGIONS).map(([canton, region]) => `${canton},${region}`);
  fs.writeFileSync(path.join(folder, 'regions.csv'), ['canton,region', ...regions, ''].join('\n'));
  fs.writeFileSync(path.join(folder, DOCUMENT), `${LINES(place, isRight ? RIGHT : WRONG).join('\n')}\n`);
}

/** What the mended statement answers, by the damage from high to low. */
export function joinedRecords(): readonly (readonly [region: string, incidents: number, damage: string])[] {
  const since2022 = INCIDENTS.filter(({ canton, reported }) => reported >= '2022' && canton in REGIONS);
  const groups = Map.groupBy(since2022, ({ canton }) => REGIONS[canton] ?? '');
  return [...groups]
    .map(([region, all]) => ({ region, all, cents: all.reduce((sum, { damage = 0 }) => sum + damage, 0) }))
    .sort((one, other) => other.cents - one.cents)
    .map(({ region, all, cents }) => [
      region,
      all.length,
      `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`,
    ]);
}

/** Opens the document of the folder, and puts the cursor into its first statement. */
export async function openJoin({ page, quickInput }: VSC): Promise<void> {
  await quickInput.goToFile(DOCUMENT);
  await page
    .locator('.codelens-decoration a', { hasText: /^\s*Run$/ })
    .first()
    .waitFor();
  await quickInput.goToLine('4');
}

const ANSWERED = /^3 matching records/;

export function joinByKeyboard({ vsc, folder, consent }: JoinSubject): void {
  const explorer = () => new Explorer(vsc());
  const editor = () => vsc().page.locator(`.monaco-editor[data-uri$="${DOCUMENT}"]`);
  const lens = (text: RegExp) => editor().locator('.codelens-decoration a', { hasText: text });
  const position = () => vsc().page.locator('#status\\.editor\\.selection').innerText();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await vsc().page.keyboard.press(key);
  };
  const goTo = async (place: string) => {
    await vsc().quickInput.goToLine(place);
    await eventually(position, `Ln ${place.replace(':', ', Col ')}`);
  };

  it('opens the document, which says at its statements that they can be run', async () => {
    await openJoin(vsc());
    await eventually(() => lens(/^\s*Run$/).count(), 2);
  });

  it('shows the error of a statement at its column', async () => {
    await goTo('4:1');
    await press('Control+Enter');
    await consent?.();
    await lens(/Run Again · .*reportde/).waitFor();
    await press('F8');
    await editor().locator('.marker-widget', { hasText: 'reportde' }).waitFor();
    await eventually(position, `Ln 6, Col ${String(WRONG.indexOf('i.reportde') + 1)}`);
    await press('Escape');
  });

  it('answers the mended statement, while the focus stays in the text', async () => {
    await goTo('6:1');
    await press('Shift+End');
    await vsc().page.keyboard.insertText(`${RIGHT}date '2022-01-01'`);
    await press('Control+Enter');
    const records = await explorer().records(ANSWERED);
    const shown = async () =>
      (await shownRecords(records)).map((row) => [row['region'], row['incidents'], row['damage']]);
    await eventually(
      shown,
      joinedRecords().map((row) => row.map(String)),
    );
    await lens(/Run Again · 3 records/).waitFor();
    assert.equal(await editor().locator('.squiggly-error').count(), 0);
    assert.equal(await editor().locator('textarea:focus, .native-edit-context:focus').count(), 1);
  });

  it('exports the answer', async () => {
    const file = path.join(folder, 'answer.csv');
    await press('Control+2');
    await vsc().command('Datastore: Export Records…');
    await vsc().quickInput.pick('CSV');
    await vsc().quickInput.pick('File…');
    await vsc().quickInput.saveTo(file, '.csv');
    await vsc().dismissToast(/Saved 3 /);
    const rows = joinedRecords().map((row, at) => [at + 1, ...row]);
    const expected = [['_id', 'region', 'incidents', 'damage'], ...rows].map((row) => row.join(','));
    assert.equal(fs.readFileSync(file, 'utf8').trim().replaceAll('\r\n', '\n'), expected.join('\n'));
  });
}
