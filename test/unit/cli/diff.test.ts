/** `datastore-explorer diff` of files and of a portal's resource: what it writes, its counts and exit codes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const RESOURCE = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b41';
const OLD = 'id,city,amount,note\n1,Bern,1.50,a\n2,Basel,2,\n3,Zug,12345678901234567890.5,""\n';
const NEW = 'id,city,amount,extra\n1,Bern,1.5,x\n2,Basel,2.5,x\n11,Chur,,x\n';

describe('diff', function () {
  this.timeout(60_000);

  const city = new FakeCkan({
    title: 'City of Testville',
    resources: {
      [RESOURCE]: {
        name: 'Cities',
        fields: [
          { id: 'id', type: 'int4' },
          { id: 'city', type: 'text' },
        ],
        rows: [
          [1, 'Bern'],
          [2, 'Biel'],
          [3, 'Zug'],
        ],
      },
    },
  });
  let folder = '';
  let url = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diff-'));
    const files = {
      ...{ 'old.csv': OLD, 'new.csv': NEW, 'twice.csv': 'id\n1\n1\n' },
      ...{ 'list.csv': 'field,old\na,1\nb,\n', 'list2.csv': 'field,old\na,2\nb,\n' },
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    url = await city.listen();
  });
  after(async () => {
    await city.close();
    await rm(folder, { recursive: true });
  });

  const diff = (...args: readonly string[]) =>
    runCli(['diff', ...args.map((arg) => (arg.endsWith('.csv') ? path.join(folder, arg) : arg))]);
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

  it('lists the cells that differ, by the first key, and says which fields only one file has', async () => {
    const { code, stdout, stderr } = await diff('old.csv', 'new.csv', '--format', 'csv', '--out-lf');
    assert.equal(
      stdout,
      [
        'change,id,field,old,new',
        'changed,2,amount,2,2.5',
        'removed,3,city,Zug,',
        'removed,3,amount,12345678901234567890.5,',
        'added,11,city,,Chur',
        '',
      ].join('\n'),
    );
    assert.match(stderr, /1 field only on the old side: note\.\n1 field only on the new side: extra\./);
    assert.equal(lastLine(stderr), 'Compared by id: 1 added, 1 removed, 1 changed (1 cell).');
    assert.equal(code, 1);
  });

  it('keeps the names of its own columns, whatever the key is called', async () => {
    const { stdout } = await diff('list.csv', 'list2.csv', '--format', 'csv', '--out-lf');
    assert.equal(stdout, 'change,field (2),field,old,new\nchanged,a,old,1,2\n');
  });

  it('compares a resource of a portal, by its address, with a file', async () => {
    const { code, stdout, stderr } = await diff(`${url}/datastore/dump/${RESOURCE}`, 'old.csv', '--format', 'ndjson');
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      '{"change":"changed","id":2,"field":"city","old":"Biel","new":"Basel"}',
    ]);
    assert.equal(lastLine(stderr), 'Compared by id: 0 added, 0 removed, 1 changed (1 cell).');
    assert.equal(code, 1);
  });

  it('ends with 0 for equal files, and 2 for a key that repeats or is missing', async () => {
    const runs = [
      ['old.csv', 'old.csv'],
      ['old.csv', 'twice.csv', '--key', 'id'],
      ['old.csv', 'new.csv', '--key', 'note'],
      ['list.csv', 'list2.csv', '--key', 'old'],
      ['old.csv', 'none.csv'],
    ].map(async (args) => {
      const { code, stderr } = await diff(...args);
      return [code, lastLine(stderr)];
    });
    assert.deepEqual(await Promise.all(runs), [
      [0, 'Compared by id: 0 added, 0 removed, 0 changed.'],
      [2, 'The key id repeats on the new side: 2 records have 1. Choose another one.'],
      [2, 'Both sides need the field "note" to be compared by it.'],
      [2, 'The key old has no value on the old side (records: 1). Choose another one.'],
      [2, "none.csv: The file doesn't exist."],
    ]);
  });
});
