import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ExactNumber } from '../../../src/base/cells.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import { readChoice, storedChoice } from '../../../src/records/export/exportChoice.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { tamper } from '../../support/fakes/fakeResult.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people, Uri, window } from '../../support/host/vscode.ts';

describe('export of values that a file has in a spelling of its own', () => {
  const fields = [
    { id: '_id', type: 'int' },
    { id: 'amount', type: 'numeric', x_file_texts: true },
    { id: 'open', type: 'bool', x_file_texts: true },
  ];
  const records = [{ _id: 1, amount: ['17.308,50', new ExactNumber('17308.50')], open: ['ja', true] }];
  let ask: (query?: Partial<DatastoreQuery>) => Promise<void>;
  let titles: string[];
  beforeEach(async () => {
    people.forget();
    titles = [];
    const sourceTexts = tamper((result) => ({ ...result, fields, records, total: 1 }));
    const host = await hostWith(
      {
        '127.0.0.1:1': new FakeCkan({
          resources: { f: { fields: [{ id: 'amount', type: 'numeric' }], rows: [[0]] } },
          fault: (call, honest, index) => (call.body.includes('"fields"') ? honest : sourceTexts(call, honest, index)),
        }),
      },
      {
        portal: { name: 'Local files' },
        partial: () => undefined,
        ensure: () => Promise.resolve(),
        edition: () => Promise.resolve(undefined),
        refresh: () => Promise.resolve(),
        access: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1' }),
      },
    );
    const recordsExport = new RecordsExport({ ...host, portals: host.directory });
    ask = (query) => recordsExport.ask({ portalId: LOCAL_PORTAL_ID, query: { resourceId: 'f', ...query } });
  });
  const pick = (...rows: readonly string[]) => {
    const left = [...rows];
    people.pick = (title) => {
      titles.push(title);
      const row = left.shift();
      return row === undefined ? undefined : { row };
    };
  };

  it('asks how values are written: as in the file', async () => {
    pick('JSON Lines', 'As in the File', 'Clipboard');
    await ask();
    assert.equal(people.clipboard, '{"_id":1,"amount":"17.308,50","open":"ja"}');
  });

  it('or by their types', async () => {
    for (const [format, text] of [
      ['JSON Lines', '{"_id":1,"amount":17308.50,"open":true}'],
      ['CSV', '_id,amount,open\r\n1,17308.50,true'],
    ] as const) {
      pick(format, 'Typed Values', 'Clipboard');
      await ask();
      assert.equal(people.clipboard, text);
    }
  });

  it('or by their types, in a file', async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'values-')), 'f.jsonl');
    window.showSaveDialog = () => Promise.resolve(Uri.file(file));
    pick('JSON Lines', 'Typed Values', 'File…');
    await ask();
    assert.equal(fs.readFileSync(file, 'utf8'), '{"_id":1,"amount":17308.50,"open":true}\n');
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  it('keeps that choice until the export ends', () => {
    for (const choice of [
      { format: 'csv', to: 'clipboard', values: 'typed' },
      { format: 'json', to: 'editor' },
    ] as const)
      assert.deepEqual(readChoice(storedChoice(choice)), choice);
  });

  it('does nothing when people leave that question', async () => {
    pick('CSV');
    await ask();
    assert.deepEqual([titles.length, people.editors, people.clipboard], [2, [], '']);
  });

  it('asks nothing where only other fields are exported', async () => {
    pick('CSV');
    await ask({ fields: ['_id'] });
    assert.deepEqual(people.rows.map(({ label }) => label).includes('New Editor'), true);
  });

  it('leaves out _id, which the file does not have', async () => {
    pick('All Fields Except _id…', 'JSON Lines', 'Typed Values', 'Clipboard');
    await ask({ fields: ['_id', 'amount'] });
    assert.deepEqual([people.clipboard, titles.length], ['{"amount":0}', 4]);
  });

  for (const only of ['_id', 'amount'])
    it(`does not offer that where only ${only} is exported`, async () => {
      pick();
      await ask({ fields: [only] });
      const labels = people.rows.map(({ label }) => label);
      assert.deepEqual([labels.includes('JSON Lines'), labels.includes('All Fields Except _id…')], [true, false]);
    });
});
