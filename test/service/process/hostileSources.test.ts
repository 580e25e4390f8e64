/** Sources and fields with any names, for statements of documents. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quotedName } from '../../../src/base/quotes.ts';
import { DocumentEngine } from '../../../src/service/engine/duckdb/statement/documentEngine.ts';
import { importFile } from '../../../src/service/reading/importFile.ts';

const never = new AbortController().signal;
const LIMIT_MS = 20_000;
const NAMES =
  'les"sons|r1|t|main|temp|system|memory|public|information_schema|duckdb_tables|sqlite_master|pg_class|pg_sales| 0|answer|' +
  "replace|select|lateral|unnest|😀|a\nb|a.b|a'b|a;b|--|$$|/etc/passwd|x.csv|ÄÖ|İ";
const FIELDS =
  'a"b|select|c0|c1|k0|s|i|t|rowid|_full_text|count|a b|a\tb|日本|__proto__|a;drop|--| 0|\u202e|\u0001|ß|SS|İ'.split(
    '|',
  );

describe('a statement of a document', function () {
  this.timeout(60_000);
  let folder: string;
  let engine: DocumentEngine;
  let plain: string;
  let odd: string;

  const imported = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const places = { directory: path.join(folder, 'data'), workDirectory: path.join(folder, 'work') };
    return (await importFile({ file, ...places, choices: {}, memoryLimitMb: 512 }, () => undefined)).id;
  };
  const answer = (sql: string, sources: Readonly<Record<string, string>>) =>
    engine.answer(
      { sql, sources: Object.entries(sources).map(([name, resourceId]) => ({ name, resourceId })) },
      LIMIT_MS,
      async ({ names, next }) => [names, ...((await next())?.getRows() ?? [])].map((row) => row.map(String)),
      never,
    );

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hostile-sources-'));
    engine = new DocumentEngine({ directory: path.join(folder, 'data'), memoryLimitMb: 512 });
    plain = await imported('plain.csv', 'n\n7\n8\n');
    const cells = FIELDS.map((name) => quotedName(name)).join(',');
    odd = await imported('odd.csv', `${cells}\n${FIELDS.map((_, index) => String(index)).join(',')}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  for (const name of NAMES.split('|'))
    it(`reads a source called ${JSON.stringify(name)}, and nothing else of that name`, async () => {
      const sql = `select sum(n)::varchar as x from ${quotedName(name)}`;
      assert.deepEqual(await answer(sql, { [name]: plain }), [['x'], ['15']]);
      await assert.rejects(answer(sql, { other: plain }), /There is no source/);
    });

  it('reads fields of any names, by their names and by *', async () => {
    const expected = FIELDS.map((_, index) => String(index));
    assert.deepEqual(await answer('select * from odd', { odd }), [FIELDS, expected]);
    for (const [index, name] of FIELDS.entries())
      assert.deepEqual(
        await answer(`select ${quotedName(name)} as x from odd`, { odd }),
        [['x'], [String(index)]],
        name,
      );
  });

  for (const [sql, message] of [
    [`select ${'case when true then '.repeat(1500)}1${' end'.repeat(1500)}`, 'The statement is nested too deeply.'],
    ['select n into x from plain', 'SELECT INTO not supported!'],
    ['select n from plain for update', 'SELECT locking clause is not supported!'],
  ] as const)
    it(`is told why it can't run: ${message}`, () => assert.rejects(answer(sql, { plain }), { message }));
});
