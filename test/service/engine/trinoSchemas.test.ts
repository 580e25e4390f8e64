/** The schemas of a Trino catalog that are served together, comments, and estimates; a real Trino: test/trino. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { shownResource } from '../../../src/service/api/datasetActions.ts';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';

type Rows = readonly (readonly (string | number | null)[])[];

const { signal } = new AbortController();

const TABLES: Rows = [
  ['pupils', 'BASE TABLE', 'school'],
  ["it's", 'VIEW', 'Schule "ü".x'],
];
const COLUMNS: Rows = [
  ['name', 'varchar', 'In full'],
  ['age', 'integer', ''],
];

describe('the schemas of a Trino catalog', () => {
  let server: Server;
  let origin: string;
  let asked: string[];
  /** Rows by what a statement contains. All others are refused. */
  let answers: Readonly<Record<string, Rows>>;

  before(async () => {
    server = createServer((request, response) => {
      void text(request).then((sql) => {
        asked.push(sql);
        const data = Object.entries(answers).find(([part]) => sql.includes(part))?.[1];
        const error = { message: 'hush', errorName: 'PERMISSION_DENIED', errorType: 'USER_ERROR' };
        response.end(JSON.stringify(data === undefined ? { error } : { data }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => server.close());
  beforeEach(() => {
    asked = [];
    answers = {
      'information_schema.tables': TABLES,
      'information_schema.columns': COLUMNS,
      table_comments: [['school', 'pupils', 'Everyone, "in" <b>class</b>']],
      'show stats': [
        ['name', null, null, null, null],
        [null, null, null, null, 123_456.0],
      ],
    };
  });

  const open = (schema: string) =>
    openTrino({ origin, user: 'ada', password: undefined, scannedBytes: undefined, catalog: 'lake', schema });

  it('are listed together by *, without the schema that Trino adds', async () => {
    const listed = await (await open('*')).list();
    assert.deepEqual(
      listed.map(({ schema, name }) => [schema, name]),
      [
        ['school', 'school.pupils'],
        ['Schule "ü".x', `"Schule ""ü"".x".it's`],
      ],
    );
    assert.deepEqual(
      asked.filter((sql) => !sql.includes("schema <> 'information_schema'")).length,
      1,
      asked.join('\n'),
    );
    assert.equal(asked.filter((sql) => sql.includes("schema_name <> 'information_schema'")).length, 1);
  });

  it('hold the same resources as each of them alone', async () => {
    const [together] = await (await open('*')).list();
    const [alone] = await (await open('school')).list();
    assert.deepEqual([alone?.id, alone?.name], [together?.id, 'pupils']);
    assert.ok(asked.some((sql) => sql.includes("table_schema = 'school'")));
  });

  it('are asked for the table of the one schema', async () => {
    const datastore = await open('*');
    const table = await datastore.open(`"Schule ""ü"".x".it's`, signal);
    assert.ok(asked.at(-1)?.includes(`table_schema = 'Schule "ü".x' and table_name = 'it''s'`), asked.at(-1));
    assert.deepEqual(
      table?.fields.map(({ id, info }) => [id, info]),
      [
        ['name', { notes: 'In full' }],
        ['age', undefined],
      ],
    );
    await (await datastore.facts('school.pupils', signal))?.records();
    assert.ok(asked.includes('show stats for "lake"."school"."pupils"'), asked.join('\n'));
  });

  it('have comments and estimates that were asked already', async () => {
    const datastore = await open('school');
    const shown = async (): Promise<readonly unknown[]> => {
      const [first] = (await datastore.list()).map(shownResource);
      return [first?.['description'], first?.['x_estimated_records']];
    };
    assert.deepEqual(await shown(), ['Everyone, "in" <b>class</b>', undefined]);
    await (await datastore.facts('pupils', signal))?.records();
    const { now } = Date;
    try {
      Date.now = () => now() + 60_000;
      assert.deepEqual(await shown(), ['Everyone, "in" <b>class</b>', 123_456]);
    } finally {
      Date.now = now;
    }
    assert.equal(asked.filter((sql) => sql.includes('table_comments')).length, 1, 'comments are kept for longer');
  });

  it('are listed without comments if these are refused', async () => {
    const { table_comments: _, ...others } = answers;
    answers = others;
    const listed = await (await open('*')).list();
    assert.deepEqual(
      listed.map(({ description }) => description),
      [undefined, undefined],
    );
  });
});
