/** JSON files as portals and programs write them: where their records are, and what was put right to read them. */
import assert from 'node:assert/strict';
import { jsonShape } from '../../../src/service/formats/json/jsonShape.ts';
import fc from 'fast-check';
import { JsonMender } from '../../../src/service/formats/json/jsonMender.ts';
import { isReadLike } from '../../../src/service/process/importTurn.ts';
import { reasonText } from '../../../src/service/resource/reasons.ts';
import type { ReadingChoices } from '../../../src/service/resource/reading.ts';
import { ReadingFolder } from '../reading/readings.ts';

type Rows = readonly (readonly (string | null)[])[];

const AB = ['a', 'b'];
const ROWS: Rows = [
  ['1', 'x'],
  ['2', 'y'],
];
const LIST = '[{"a":1,"b":"x"},{"a":2,"b":"y"}]';
const FIELDS = '[{"id":"_id","type":"int"},{"id":"n","type":"numeric"},{"id":"a","type":"text"}]';
const CKAN = ['_id (2)', 'n', 'a'];
const LONG = `"note":"${'x'.repeat(2 << 20)}"`;
const feature = (a: number) => `{"type":"Feature","geometry":null,"properties":{"a":${String(a)}}}`;
const collection = (a: number) => `{"type":"FeatureCollection","features":[${feature(a)}]}`;

describe('a lenient reading of JSON', () => {
  const mended = (text: string, cut: number): readonly [text: string, isChanged: boolean] => {
    const mender = new JsonMender();
    const bytes = Buffer.from(text);
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].map((piece) => mender.push(piece));
    return [Buffer.concat([...pieces, mender.finish() ?? Buffer.alloc(0)]).toString('utf8'), mender.isChanged];
  };

  it('changes no strict text, however it is written and cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(200), fc.boolean(), (value, cut, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : undefined);
        const [same, isChanged] = mended(text, cut);
        assert.deepEqual([JSON.parse(same), isChanged], [JSON.parse(text), false]);
      }),
    );
  });

  it('reads single quotes, names without quotes, comments and commas too many as they were meant', () => {
    const loose = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map((each) => `${loose(each)}/*,]*/,`).join('\n')}]`;
      if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      const name = (key: string): string => (/^[a-z_]+$/i.test(key) ? key : loose(key));
      return `{${Object.entries(value).map(([key, each]) => `${name(key)}: ${loose(each)}, // }\n`).join('')}}`;
    }; // prettier-ignore
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(200), (value, cut) => {
        assert.deepEqual(JSON.parse(mended(loose(value), cut)[0]), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('lists one a line', () => {
  for (const name of ['a.jsonl', 'a.ndjson.gz', 'a.jsonl.zst', 'A.JSONL.ZST'])
    it(`${name}: each is a record`, () => assert.equal(jsonShape('[[1],2]\n[[3],4]\n', name).isRecordList, true));
  it('a.json.zst: the first is the list of records', () =>
    assert.equal(jsonShape('[[1],2]\n', 'a.json.zst').isRecordList, false));
});

describe('JSON files of portals and programs', () => {
  let folder: ReadingFolder;
  before(async () => {
    folder = await ReadingFolder.open();
  });
  after(() => folder.close());

  const reads = (
    what: string,
    content: string | Buffer,
    fields: readonly string[],
    records: Rows,
    choices: ReadingChoices = {},
    name = 'file.json',
  ): void => {
    it(what, async () => {
      const imported = await folder.import(name, content, choices);
      assert.deepEqual([imported.fields, imported.records], [fields, records]);
    });
  };

  reads('records under a key', `{"data":${LIST},"paging":{"next":null}}`, AB, ROWS);
  reads('records below other keys', `{"x":{"y":[1],"z":{"rows":${LIST}}}}`, AB, ROWS);
  reads('records behind a long text', `{${LONG},"x":1}`, ['note', 'x'], [['x'.repeat(2 << 20), '1']]);
  reads('records before a long text', `{"value":${LIST},${LONG}}`, AB, ROWS);
  reads('a key that is written with an escape', `{"d\\u0061ta":${LIST}}`, AB, ROWS);
  reads('the longest of two lists', `{"errors":[{"c":1}],"items":${LIST}}`, AB, ROWS);
  reads('the chosen one of two lists', `{"errors":[{"c":1}],"items":${LIST}}`, ['c'], [['1']], { records: 'errors' });
  reads('a chosen key with a point', `{"a.b":${LIST},"c":[{"d":1}]}`, AB, ROWS, { records: 'a.b' });
  reads('the object itself, if chosen', `{"a":1,"b":[{"c":2}]}`, AB, [['1', '[{"c":2}]']], { records: '' });
  reads('lists within records stay values', '[{"a":1,"b":[{"c":2}]}]', AB, [['1', '[{"c":2}]']]);
  reads(
    'JSON Lines whose records have lists',
    '{"a":[{"b":1}]}\n{"a":[{"b":2}]}',
    ['a'],
    [['[{"b":1}]'], ['[{"b":2}]']],
  );
  reads('one line of JSON Lines', '{"a":[{"b":1}]}\n', ['a'], [['[{"b":1}]']], {}, 'one.jsonl');
  reads('the chosen key of each line', '{"a":[{"b":1}]}\n{"a":[{"b":2}]}', ['b'], [['1'], ['2']], { records: 'a' });
  reads(
    'a list too deep to be found',
    `{"a":{"b":{"c":{"d":{"e":${LIST}}}}}}`,
    ['a'],
    [[`{"b":{"c":{"d":{"e":${LIST}}}}}`]],
  );

  reads("a portal's dump", `{"fields":${FIELDS},"records":[[1,1.50,"x"],[2,null,"y"]]}`, CKAN, [
    ['1', '1.50', 'x'],
    ['2', null, 'y'],
  ]);
  reads("a portal's dump without records", `{"fields":${FIELDS},"records":[\n]}`, CKAN, []);
  reads(
    "a portal's answer, with its fields behind the records",
    `{"help":"h","success":true,"result":{"records":[{"a":"x","_id":1,"n":1.50},{"a":"y","_id":2,"n":null}],"fields":${FIELDS},"_links":{"start":"/"},"total":2}}`,
    CKAN,
    [
      ['1', '1.50', 'x'],
      ['2', null, 'y'],
    ],
  );
  reads(
    "a portal's answer of lists that is longer than the beginning",
    `{"result":{"records":[["x","${'y'.repeat(1 << 20)}"],["x","y"]],"fields":[{"id":"b"},{"id":"a"}]}}`,
    ['b', 'a'],
    [
      ['x', 'y'.repeat(1 << 20)],
      ['x', 'y'],
    ],
  );
  reads("a portal's answer without records", `{"success":true,"result":{"fields":${FIELDS},"records":[]}}`, CKAN, []);
  reads("pandas' split", '{"columns":["a","b"],"index":[0,1],"data":[[1,"x"],[2,"y"]]}', AB, ROWS);
  reads(
    "pandas' table",
    `{"schema":{"fields":[{"name":"b","type":"string"},{"name":"a"}]},"data":${LIST}}`,
    ['b', 'a'],
    [
      ['x', '1'],
      ['y', '2'],
    ],
  );
  reads(
    'Socrata',
    '{"meta":{"view":{"id":"x","columns":[{"id":-1,"name":"sid","fieldName":":sid"},{"id":2,"name":"Count"}],"tags":["t"]}},"data":[["r1","12"],["r2",null]]}',
    ['sid', 'Count'],
    [
      ['r1', '12'],
      ['r2', null],
    ],
  );
  reads(
    'ArcGIS',
    '{"fieldAliases":{"b":"B"},"fields":[{"name":"b"},{"name":"a","type":"x"}],"features":[{"attributes":{"a":1.10,"b":"x"},"geometry":{"x":1,"y":2}},{"attributes":{"a":2,"b":null}}]}',
    ['b', 'a', 'geometry'],
    [
      ['x', '1.10', '{"x":1,"y":2}'],
      [null, '2', null],
    ],
  );
  reads('the World Bank', `[{"page":1,"x":[1,2]},${LIST}]`, AB, ROWS);
  reads('a chosen list in a list', `{"x":[{"y":[]},{"y":${LIST}}]}`, AB, ROWS, { records: 'x.1.y' });
  reads('texts that a sheet has as lists', '{"range":"A1:B3","values":[["a","b"],["1","x"]]}', AB, [['1', 'x']]);

  reads('lists with names', '[["a","b"],[1,"x"],[2,"y"]]', AB, ROWS);
  reads('lists without names', '[[1,"x"],[2,"y"]]', ['field 1', 'field 2'], ROWS);
  reads('lists whose first values are texts', '[["x",1],["y",2]]', ['field 1', 'field 2'], [
    ['x', '1'],
    ['y', '2'],
  ]); // prettier-ignore
  reads('lists with years as names', '[["a",2024,2025],["x",1.50,null]]', ['a', '2024', '2025'], [['x', '1.50', null]]);
  reads('lists with names that are chosen to be data', '[["a","b"],["x","y"]]', ['field 1', 'field 2'], [
    ['a', 'b'],
    ['x', 'y'],
  ], { header: false }); // prettier-ignore
  reads('lists of several lengths', '[["a","b"],[1],[2,"y",[3]]]', ['a', 'b', 'field 3'], [
    ['1', null, null],
    ['2', 'y', '[3]'],
  ]); // prettier-ignore
  reads('a list on each line', '["a","b"]\n[1,"x"]\n[2,"y"]\n', AB, ROWS);
  reads('lists in lists', '[["a"],[[[1]]],[{"b":"]"}]]', ['a'], [['[[1]]'], ['{"b":"]"}']]);

  reads(
    'joined lines with a mark each, and an old end',
    '\ufeff{"a":1,"b":"x"}\n\ufeff{"a":2,"b":"y"}\n\u001a',
    AB,
    ROWS,
    {},
    'file.jsonl',
  );
  reads('joined lists with a mark each', '\ufeff[{"a":1,"b":"x"}]\n\ufeff[{"a":2,"b":"y"}]\n', AB, ROWS);
  reads('a sequence of texts', '\u001e{"a":1,"b":"x"}\n\u001e{"a":2,\n"b":"y"}\n', AB, ROWS, {}, 'file.geojsons');
  reads('arrays one after the other', '[{"a":1,"b":"x"}]\n[]\n[{"a":2,"b":"y"}]', AB, ROWS);
  reads('collections one after the other', `${collection(1)}\n${collection(2)}`, ['a', 'geometry'], [
    ['1', null],
    ['2', null],
  ]); // prettier-ignore
  reads('an empty list', ' [ ]', [], []);
  reads('an empty list under a usual key', '{"count":0,"results":[]}', [], []);
  reads('an empty list that is chosen', '{"a":1,"b":[]}', [], [], { records: 'b' });
  reads('a collection without features', '{"type":"FeatureCollection","features":[]}', [], []);

  const nested = '[{"a":1,"b":{"c":{"d":"2"},"e":[{"f":1}],"g":{}}},{"b":null,"a":3.50},{"b":{"c":"x"}}]';
  reads(
    'members of nested objects as fields, if chosen',
    nested,
    ['a', 'b.c.d', 'b.e', 'b.g', 'b', 'b.c'],
    [
      ['1', '2', '[{"f":1}]', '{}', null, null],
      ['3.50', null, null, null, null, null],
      [null, null, null, null, null, 'x'],
    ],
    { nested: 'fields' },
  );
  reads('members of properties, but not of the geometry', '{"type":"Feature","geometry":{"type":"Point"},"properties":{"a":{"b":1}}}', ['a.b', 'geometry'], [['1', '{"type":"Point"}']], { nested: 'fields' }); // prettier-ignore
  reads('members of fields that the file names', '{"fields":[{"id":"b"},{"id":"a"}],"records":[{"a":{"c":1},"b":2}]}', ['b', 'a.c'], [['2', '1']], { nested: 'fields' }); // prettier-ignore
  reads('nested objects stay values', '[{"a":{"b":1}}]', ['a'], [['{"b":1}']]);
  it('says that there are nested objects', async () => {
    assert.equal((await folder.inspect('nested.json', nested)).hasNested, true);
    assert.equal((await folder.inspect('flat.json', LIST)).hasNested, undefined);
  });

  const mends = (what: string, content: string, records: Rows, ...notices: readonly string[]): void => {
    it(`${what}: read, and said`, async () => {
      const imported = await folder.import(`${what.replaceAll(/\W/g, '')}.json`, content);
      assert.deepEqual(imported.fields, AB);
      assert.deepEqual(imported.records, records);
      assert.deepEqual(
        imported.resource.notices?.map((why) => reasonText(why)),
        notices,
      );
      const { fields, columns } = await folder.inspect('file.json', content);
      assert.deepEqual([fields, columns.length], [AB, 2]);
    });
  };
  const loose = (line: number, what: string): string =>
    `Line ${String(line)} has ${what}, which JSON doesn't allow. It was read as it was meant.`;
  mends('a comma too many', '[{"a":1,"b":"x"},\n{"a":2,"b":"y",},\n]', ROWS, loose(2, 'a comma at the end'));
  mends('commas between lines', '{"a":1,"b":"x"},\n{"a":2,"b":"y"},\n', ROWS, loose(1, 'a comma at the end'));
  mends('comments', '// "[{\n[/* {"a":0}, */{"a":1,"b":"x"},\n# z\n{"a":2,"b":"y"}]', ROWS, loose(1, 'a comment'));
  mends('single quotes', `[{'a':1,'b':"x"},{'a':2,'b':'y'}]`, ROWS, loose(1, 'single quotes'));
  mends('quotes in quotes', `{"a":1,"b":"/*'*/"}\n{'a':2,'b':'"\\'\\x41\\n"'}`, [['1', "/*'*/"], ['2', '"\'A\n"']], loose(2, 'single quotes')); // prettier-ignore
  mends('names without quotes', '[{a:1,b:"x"},\n{a: 2, b:"y"}]', ROWS, loose(1, 'a name without quotes'));
  mends('words of Python', `{'a': True, 'b': None}\n{'a': False, 'b': 'y'}`, [['true', null], ['false', 'y']], loose(1, 'single quotes')); // prettier-ignore
  mends('several kinds, under a key', `{data:[{a:1,'b':"x"},{a:2,b:"y",}]}`, ROWS, loose(1, 'a name without quotes'));
  mends(
    'NaN and infinities',
    '[{"a":1,"b":"NaN"},{"a":NaN,"b":"y"},{"a":-Infinity,"b":Infinity}]',
    [
      ['1', 'NaN'],
      [null, 'y'],
      [null, null],
    ],
    '3 values are NaN or infinite, which JSON has no numbers for. They became NULL.',
  );
  mends('a fault behind the beginning', `[${`{"a":1,"b":"x"},${' '.repeat(500)}\n`.repeat(4000)}{"a":NaN,"b":"y"}]`,
    [...Array<Rows[0]>(4000).fill(['1', 'x']), [null, 'y']],
    '1 value is NaN or infinite, which JSON has no numbers for. It became NULL.'); // prettier-ignore

  it('lenient reading skips a record that it can not read either', async () => {
    const content = `{"a":1}\n{"a":01}\n{'a':2}\n{"a":"\n{a:3}\n`;
    const { records, skipped } = await folder.import('skip.jsonl', content, { unreadable: 'skip' });
    assert.deepEqual(records, [['1'], ['2'], ['3']]);
    assert.deepEqual(skipped.map(({ line }) => line), [2, 4]); // prettier-ignore
  });

  it('a lenient reading counts only if it finds more records', async () => {
    const content = `{"a":1}\n{"a":[/ /*}\n{"a":2}\n*/{"a":3}\n{"a":4}\n`;
    const { records, skipped } = await folder.import('more.jsonl', content, { unreadable: 'skip' });
    assert.deepEqual(records, [['1'], ['2'], ['4']]);
    assert.deepEqual(skipped.map(({ line }) => line), [2, 4]); // prettier-ignore
  });

  it('strict files have no notices', async () => {
    const { resource } = await folder.import('strict.json', LIST);
    assert.deepEqual([resource.notices, resource.reading?.records], [undefined, undefined]);
  });

  it('says which list has the records, and which others there are', async () => {
    const content = `{"errors":[{"c":1}],"result":{"items":${LIST}}}`;
    const { resource } = await folder.import('several.json', content);
    assert.equal(resource.reading?.records, 'result.items');
    assert.deepEqual(resource.notices?.map((why) => reasonText(why)), [
      'The records are those of "result.items". The file has other lists: "errors".',
    ]); // prettier-ignore
    const { reading, recordLists } = await folder.inspect('several.json', content);
    assert.equal(reading.records, 'result.items');
    assert.deepEqual(recordLists, ['result.items', 'errors']);
  });

  it("says that pandas' names of rows are left out, unless they only count", async () => {
    const content = '{"columns":["a"],"index":["x","y"],"data":[[1],[2]]}';
    const { resource } = await folder.import('index.json', content);
    assert.deepEqual(resource.notices?.map((why) => reasonText(why)), [
      'The list "index" beside the records was left out.',
    ]); // prettier-ignore
  });

  it('an unchanged file that an earlier version read stays as it is, unless people choose otherwise', async () => {
    const { resource } = await folder.import('old.json', `{"data":${LIST}}`);
    const guessed = resource.reading;
    assert.ok(guessed !== undefined);
    const { records: _, ...reading } = guessed;
    const old = { ...resource, reading };
    assert.ok(isReadLike(resource, guessed, {}) && isReadLike(old, guessed, {}));
    assert.ok(!isReadLike(old, guessed, { records: 'data' }));
    assert.ok(isReadLike(old, { ...guessed, encoding: 'utf-16le' }, {}));
    assert.ok(!isReadLike(resource, { ...guessed, records: '' }, { records: '' }));
  });

  for (const [name, content, message, choices = {}] of [
    ['the list of records twice', `{"data":${LIST},"data":${LIST}}`, /field "data": A record has this key twice\.$/],
    ['no list of that name', `{"a":${LIST}}`, /The file has no list "b"\.$/, { records: 'b' }],
    ['a list of that name on no level', `{"a":{"b":${LIST}}}`, /The file has no list "b"\.$/, { records: 'b' }],
    ['cut off below a key', `{"data":${LIST.slice(0, -1)}`, /The array never ends\. The file may be incomplete\.$/],
    ['a list among objects', '[{"a":1},[2]]', /line 1: A record isn't an object\.$/],
    ['an object among lists', '[["a"],\n{"a":1}]', /line 2: A record isn't a list\.$/],
    ['a comment that never ends', '[{"a":1} /* ]', /A comma is missing between two records\.$/],
    ['a single quote that never ends', "[{'a':'x}]", /line 1: The file ends in the middle of a record\.$/],
    [
      'half of a surrogate pair in a list',
      '[["a"],["\\ud800"]]',
      /line 1, field "field 1": A text has half of a surrogate/,
    ],
    ['a key twice in a lenient object', "{'a':1,a:2}", /line 1, field "a": A record has this key twice\.$/],
    [
      'other columns in the next text',
      '{"columns":["a"],"data":[[1]]}{"columns":["b"],"data":[[1]]}',
      /The texts of the file name different fields\.$/,
      { records: 'data' },
    ],
    [
      'a name like that of a member',
      '{"a.b":1,"a":{"b":2}}',
      /field "a\.b": A record has this key twice\.$/,
      { nested: 'fields' },
    ],
    ['nesting before the records', `{"a":${'['.repeat(1e6)}`, /The array never ends|ends in the middle|nested/],
    ['nesting of lists', `[${'['.repeat(1e6)}`, /line 1: Values are nested more than 64 levels deep\.$/],
    ['nesting of lenient objects', '{a:'.repeat(1e6), /line 1: Values are nested more than 64 levels deep\.$/],
  ] as const satisfies readonly (readonly [string, string, RegExp, ReadingChoices?])[])
    // prettier-ignore
    it(`${name}: refused`, () => assert.rejects(folder.import('refused.json', content, choices), message));

  it('names that mean something elsewhere, and a huge key', async () => {
    const content = `{"${'k'.repeat(3 << 20)}":[],"__proto__":{"constructor":[{"__proto__":1,"toString":2}]}}`;
    const { fields, records } = await folder.import('names.json', content, { records: '__proto__.constructor' });
    assert.deepEqual([fields, records], [['__proto__', 'toString'], [['1', '2']]]);
    const [found] = [await folder.import('proto.json', `{"__proto__":${LIST}}`)];
    assert.deepEqual([found.fields, found.records], [AB, ROWS]);
  });
});
