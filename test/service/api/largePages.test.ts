/** DuckDB makes large pages and JavaScript small ones. A large page has the same bytes as its small ones. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { declaredType } from '../declaredType.ts';
import { typeRules } from '../../../src/service/types/fieldTypes.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ckanTable } from '../ckanTable.ts';
import { TestDatastore } from '../datastore.ts';
import { writeTable } from '../typedTable.ts';

/** Number of values up to which JavaScript makes a page. */
const FEW = 10_000;
const FORMATS = ['objects', 'lists', 'csv', 'tsv'] as const;
type Format = (typeof FORMATS)[number];

/** Recorded texts by their declared types. */
function recordedTexts(): ReadonlyMap<string, readonly string[]> {
  const file = path.join(projectRoot, 'test/service/postgres/values.json');
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly [string, string, unknown])[];
  const shown = cases.flatMap(([type, , given]) =>
    typeof given === 'string' && given !== 'null' ? [[type, given] as const] : [],
  );
  return new Map(
    [...new Set(shown.map(([type]) => type))].map((type) => [
      type,
      shown.flatMap(([name, given]) => (name === type ? [storedText(type, given)] : [])),
    ]),
  );
}

/** The stored text of a JSON value. NaN and infinities are returned as texts. */
function storedText(type: string, given: string): string {
  const short = declaredType(type)?.type ?? 'text';
  const isJson = typeRules(short).wire === 'json' && !/^"-?(NaN|Infinity)"$/.test(given);
  return isJson ? given : (JSON.parse(given) as string);
}

const CONTROLS = Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code));
const ODD = [
  ...CONTROLS,
  CONTROLS.slice(1).join(''),
  '',
  ' ',
  '\\.',
  '\\u000B',
  '\\\u000b"\\',
  '\\\\u001F\u001f',
  '\ufeffbom',
  '\u2028\u2029',
  '😀 \u{10ffff}',
  'e\u0301',
  'NaN',
  'null',
  '-Infinity',
  '{"a": 1}',
  '1.50',
  '/',
  'a,b\t"c"\r\nd',
];

describe('a large page', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({});
  });
  after(() => datastore.close());

  /** The text of `records` as received. */
  const recordsOf = async (body: object): Promise<string> => {
    const reply = await datastore.post('datastore_search', body);
    assert.equal(reply.status, 200, reply.text);
    const mark = '"records":';
    return reply.text.slice(reply.text.lastIndexOf(mark) + mark.length, -2);
  };

  const inSmallPages = async (body: object, total: number, width: number, format: Format) => {
    const limit = Math.floor(FEW / width);
    const pages: string[] = [];
    for (let offset = 0; offset < total; offset += limit) pages.push(await recordsOf({ ...body, offset, limit }));
    const isText = format === 'csv' || format === 'tsv';
    const inner = pages.map((page) => (isText ? (JSON.parse(page) as string) : page.slice(1, -1)));
    return isText ? JSON.stringify(inner.join('')) : `[${inner.join(',')}]`;
  };

  const compare = async (resource_id: string, total: number, width: number, queries: readonly object[]) => {
    for (const query of queries)
      for (const records_format of FORMATS) {
        const body = { ...query, resource_id, records_format };
        const large = await recordsOf({ ...body, limit: 32_000 });
        const small = await inSmallPages(body, total, width, records_format);
        assert.ok(large.length > 1000);
        // The message of equal() would show megabytes.
        if (large !== small) assert.fail(difference(large, small, JSON.stringify(body)));
      }
  };

  it('of every type', async () => {
    const types = [...recordedTexts()];
    const RECORDS = 700;
    const fields = types.map(([type], at) => ({
      id: `${String(at)} '${type}' ü`,
      ...(declaredType(type) ?? assert.fail(type)),
    }));
    const records = Array.from({ length: RECORDS }, (_, row) =>
      types.map(([, values]) => (row % 7 === 6 ? null : (values[row % values.length] ?? null))),
    );
    assert.ok(types.length > 20, String(types.length));
    const resource_id = randomUUID();
    await writeTable(datastore.data, { id: resource_id, fields, records });
    const names = fields.map(({ id }) => id);
    await compare(resource_id, RECORDS, types.length + 1, [{}, { sort: '_id desc' }, { fields: names.reverse() }]);
  });

  const texts = (): readonly string[] => {
    const random = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 2500, seed: 7 });
    // Files can't contain half a surrogate pair, and PostgreSQL can't store NUL.
    return [...ODD, ...random].map((text) => text.toWellFormed());
  };

  for (const type of ['text', 'json'])
    it(`of odd texts as ${type}`, async () => {
      const all = texts().map((text) => text.replaceAll('\0', ''));
      const records = all.map((text, at) => ({
        a: type === 'json' ? { [text]: [text, at, null] } : text,
        b: all.at(-at) ?? null,
        c: at % 3 === 0 ? null : text,
        d: String(at),
        e: '',
        f: text,
        g: text,
      }));
      const names = 'a b c d e f g'.split(' ');
      const fields = names.map((id) => ({ id, type: id === 'a' ? type : 'text' }));
      const id = randomUUID();
      await writeTable(datastore.data, ckanTable({ fields, records }, id));
      await compare(id, all.length, names.length + 1, [{}]);
    });

  it('of a file with odd texts, of exact numbers and nested values', async () => {
    const name = (place: number): string => `field "${String(place)}"\n'ü' \u001f\\u000B`;
    const rows = texts().map((text, at) => {
      const json = JSON.stringify(text);
      const values = [
        json,
        `${String(at)}.10e-3`,
        at % 2 === 0 ? 'null' : `{"a":[${json},"\\u000B",1.0]}`,
        at % 5 === 0 ? 'null' : String(at % 2 === 0),
        `"2020-01-0${String((at % 9) + 1)}T00:00:00Z"`,
        '1e400',
        `[${String(at)}, 123456789012345678901234567890.10]`,
      ];
      return `{${values.map((value, place) => `${JSON.stringify(name(place))}:${value}`).join(',')}}`;
    });
    const file = path.join(datastore.folder, 'odd.jsonl');
    await writeFile(file, `${rows.join('\n')}\n`);
    await datastore.import(file);
    await compare(datastore.id('odd.jsonl'), rows.length, 8, [
      {},
      { sort: '_id desc' },
      { distinct: true, fields: [...[0, 1, 3, 4, 5].map(name), '_id'] },
    ]);
  });
});

function difference(large: string, small: string, what: string): string {
  let at = 0;
  while (large[at] === small[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${what}: ${around(large)} is not ${around(small)}`;
}
