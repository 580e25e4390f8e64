import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failures } from '../../../../src/platform/failures.ts';
import { Log } from '../../../../src/platform/log.ts';
import type { LocalFiles } from '../../../../src/sources/local/localFiles.ts';
import { writeSchemaFile } from '../../../../src/sources/local/schemaFile.ts';
import type { LocalResource } from '../../../../src/service/resource/localResource.ts';
import type { Inspection, ReadingChoices } from '../../../../src/service/resource/reading.ts';
import { until } from '../../../../tools/vscode/until.ts';
import { people } from '../../../support/host/vscode.ts';

const inspection: Inspection = {
  reading: { format: 'csv', compression: 'none', unreadable: 'refuse' },
  fields: ['amount', 'day'],
  sample: [],
  columns: [
    {
      reading: { field: 'amount', kind: 'number', decimal: ',', thousands: '.', sign: '' },
      ...{ source: 'guess', values: 2, fitting: 2, sample: [] },
    },
    {
      reading: { field: 'day', kind: 'date', order: 'dmy', separator: '.' },
      ...{ source: 'guess', values: 2, fitting: 2, sample: [] },
    },
  ],
};

describe('a schema file', () => {
  let file: string;
  let schema: string;
  let asked: ReadingChoices[];
  let adopted: unknown[];
  beforeEach(() => {
    people.forget();
    asked = [];
    adopted = [];
    file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'schema-')), 'sales.csv');
    schema = `${file}.schema.json`;
    fs.writeFileSync(file, 'amount;day\n1,5;24.07.2020\n');
  });
  afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

  const write = (read?: Partial<LocalResource>, found = inspection): Promise<void> => {
    const inspect: LocalFiles['inspect'] = (_, choices) => {
      asked.push(choices);
      return Promise.resolve(found);
    };
    const adoptSchema: LocalFiles['adoptSchema'] = (id) => {
      adopted.push([id, fs.existsSync(schema)]);
      return Promise.resolve();
    };
    const listed = { id: 'id', file, ...(read && { read: read as LocalResource }) };
    return writeSchemaFile(listed, { inspect, adoptSchema }, new Failures(new Log()));
  };
  const types = (): unknown => {
    const { fields } = JSON.parse(fs.readFileSync(schema, 'utf8')) as {
      fields: readonly { name: string; type: string }[];
    };
    return fields.map(({ name, type }) => [name, type]);
  };

  it('has the columns as the file is read, and can be opened', async () => {
    people.answer = () => 'Open';
    const reading = { ...inspection.reading, delimiter: ';' };
    await write({ reading });
    assert.deepEqual(asked, [reading]);
    assert.deepEqual(adopted, [['id', true]]);
    assert.deepEqual(types(), [['amount', 'number'], ['day', 'date']]); // prettier-ignore
    await until(() => people.editors.length > 0, 'the schema file is open');
    assert.deepEqual(people.asked, [
      {
        text: 'Saved the column types of sales.csv to sales.csv.schema.json.',
        ...{ isModal: false, buttons: ['Open'] },
      },
    ]);
    assert.deepEqual(people.editors, [schema]);
  });

  it('that can’t be opened is an error like any other', async () => {
    people.answer = () => {
      fs.rmSync(schema, { force: true });
      return 'Open';
    };
    await write();
    const told = await until(() => people.asked[1], 'people are told');
    assert.match(told.text, /ENOENT/);
  });

  it('has text for a column that the import left as text, and a type for one with values that became NULL', async () => {
    const misfit = { values: 2, fitting: 1, record: 2, text: 'x' };
    await write({
      misfits: [
        { field: 'amount', kind: 'number', became: 'text', ...misfit },
        { field: 'day', kind: 'date', became: 'null', ...misfit },
      ],
    });
    assert.deepEqual(types(), [['amount', 'string'], ['day', 'date']]); // prettier-ignore
  });

  it('has columns as text that can be read in two ways', async () => {
    const readings = [
      { field: 'amount', kind: 'number', decimal: '.' },
      { field: 'amount', kind: 'number', decimal: ',' },
    ] as const;
    await write({ ambiguous: [{ field: 'amount', text: '1.234', readings }] });
    assert.deepEqual(types(), [['amount', 'string'], ['day', 'date']]); // prettier-ignore
  });

  it('replaces another one only after a question', async () => {
    fs.writeFileSync(schema, 'mine');
    await write();
    assert.equal(fs.readFileSync(schema, 'utf8'), 'mine');
    assert.deepEqual(people.asked, [
      {
        text: "Replace sales.csv.schema.json? This overwrites the schema file. sales.csv itself isn't changed.",
        ...{ isModal: true, buttons: ['Replace'] },
      },
    ]);
    people.answer = () => 'Replace';
    await write();
    assert.deepEqual(types(), [['amount', 'number'], ['day', 'date']]); // prettier-ignore
  });

  it('is not written for files that say their types themselves', async () => {
    const found = { ...inspection, reading: { ...inspection.reading, format: 'parquet' } } as const;
    await assert.rejects(write(undefined, found), {
      message: 'Schema files describe CSV files.',
      hint: 'sales.csv already has types.',
    });
    assert.equal(fs.existsSync(schema), false);
  });

  it('says why it could not be written, or that the file is gone', async () => {
    fs.mkdirSync(schema);
    people.answer = () => 'Replace';
    await assert.rejects(write(), /^Problem: Couldn't write sales\.csv\.schema\.json \(EISDIR/);
    fs.rmSync(file);
    await assert.rejects(write(), /sales\.csv no longer exists\./);
  });
});
