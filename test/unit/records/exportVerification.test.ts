import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { verifyExport } from '../../../src/records/export/exportVerification.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { MOST_EXPORTS, type SavedExport, SavedExports } from '../../../src/records/export/savedExports.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { type Hosting, hostWith } from '../../support/host/twoPortals.ts';
import { people, Uri, window } from '../../support/host/vscode.ts';

describe('Verify Export', () => {
  let folder: string;
  let file: string;
  let host: Hosting;
  let ask: () => Promise<void>;
  beforeEach(async () => {
    people.forget();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verify-'));
    file = path.join(folder, 'r.csv');
    host = await hostWith({ 'old.test': new FakeCkan({ resources: { r: itemsResource(20) } }) });
    const recordsExport = new RecordsExport({ ...host, portals: host.directory });
    const exported = { portalId: host.portal.id, query: { resourceId: 'r' } };
    await recordsExport.run(exported, { format: 'csv', to: Uri.file(file) as never });
    people.asked.length = 0;
    people.pick = () => ({ row: 'r.csv' });
    ask = () => verifyExport(host.savedExports);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const said = () => people.asked.map(({ text }) => text).join();

  it('offers what was exported, and keeps no more than it needs', async () => {
    await ask();
    const [row] = people.rows;
    assert.deepEqual([row?.label, row?.description], ['r.csv', folder]);
    assert.match(row?.detail ?? '', /^20 records · \d+ bytes · /);
    const content = fs.readFileSync(file);
    const [kept] = host.savedExports.items;
    assert.deepEqual(
      { ...kept, ended: 0 },
      {
        file,
        records: 20,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        isComplete: true,
        ended: 0,
      },
    );
  });

  const changes: readonly (readonly [string, () => void, RegExp])[] = [
    ['is whole', () => undefined, /r\.csv is intact: 20 records, \d+ bytes, exactly as exported on /],
    [
      'was made longer',
      () => fs.appendFileSync(file, 'x'),
      /r\.csv has changed since it was exported on .*\. It had \d+ bytes, and has \d+ now\.$/,
    ],
    [
      'was changed in one place',
      () => fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('item 7', 'item 8')),
      /r\.csv has changed .* Its size is the same, but its content is different\.$/,
    ],
    ['is gone', () => fs.rmSync(file), /r\.csv, exported on .*, isn't there anymore\.$/],
    [
      'had doubtful records',
      () => void host.savedExports.add({ ...host.savedExports.items[0]!, isComplete: false }),
      /is intact: .* The export warned that records may be missing or repeated\.$/,
    ],
  ];
  for (const [what, change, message] of changes)
    it(`says of a file that it ${what}`, async () => {
      change();
      await ask();
      assert.match(said(), message);
    });

  it('knows nothing about another file', async () => {
    people.pick = () => ({ row: 'Other File…' });
    window.showOpenDialog = () => Promise.resolve([Uri.file('/elsewhere/r.csv')]);
    await ask();
    assert.equal(said(), "/elsewhere/r.csv can't be verified. Only the last 100 exports to files can.");
  });

  it('says nothing when people leave its questions', async () => {
    people.pick = () => undefined;
    await ask();
    people.pick = () => ({ row: 'Other File…' });
    window.showOpenDialog = () => Promise.resolve(undefined);
    await ask();
    assert.equal(said(), '');
  });
});

describe('exports that can be verified', () => {
  const saved = (file: string): SavedExport => ({
    ...{ file, records: 1, bytes: 2, sha256: 'ab', isComplete: true },
    ended: 0,
  });
  const memento = (values = new Map<string, unknown>()) => ({
    get: (key: string) => values.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  });

  it('are the last ones, one a file, the newest first', async () => {
    const exports = new SavedExports(memento());
    for (let index = 0; index <= MOST_EXPORTS; index += 1) await exports.add(saved(String(index)));
    await exports.add(saved('50'));
    const files = exports.items.map(({ file }) => file);
    assert.deepEqual([files.length, files[0], files[1], files.at(-1)], [MOST_EXPORTS, '50', '100', '1']);
    assert.equal(files.filter((file) => file === '50').length, 1);
  });

  it('are read without those of another shape', () => {
    const list = [saved('a'), null, { ...saved('b'), bytes: -1 }];
    assert.deepEqual(new SavedExports(memento(new Map([['exports', list]]))).items, [saved('a')]);
    assert.deepEqual(new SavedExports(memento(new Map([['exports', 7]]))).items, []);
  });
});
