/** What people write by hand into query documents, and what is said of each mistake. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fillQuery, parameterJson } from '../../../../src/document/kept/fillQuery.ts';
import { rangeOfMember, readQueryDocument } from '../../../../src/document/kept/readQueryDocument.ts';
import { anyKept } from './keptArbitrary.ts';
import { scattered } from './scatteredDocument.ts';

const ofPortal = (members: string): string =>
  `{"queries": {"a": {"base_url": "https://data.example.org/en", "resource_id": "r"${members && `, ${members}`}}}}`;

describe('a query of a document', function () {
  this.timeout(30_000);

  const text = `{ // Kept questions
    "queries": {
      "open-in-city": {
        "base_url": "data.example.org/en", "resource_id": "2b4604b2",
        "q": { "name": "road" },
        "filters": { "city": "\${city}", "state": ["open", "new"], "id": 9007199254740993, "amount": { "gte": 1.50, "lt": 5 } },
        "fields": "id,city", "sort": ["id desc", "name"], "limit": 100, "distinct": false,
        "parameters": { "city": { "type": "text", "default": "Bern", "description": "Where" } },
        "summarize": { "by": ["city", "day:month", "amount:0.5"], "measures": ["sum:a:b"], "top": 20 },
        "chart": { "kind": "bars" },
        "expect": { "records": { "min": 1 }, "unique": ["id"], },
      },
      "file": { "file": "cases.csv", "reading": { "encoding": "windows-1252", "headerRow": 4 } },
    }
  }`;

  it('is read with its place, its parameters and every digit', () => {
    const { queries, problems } = readQueryDocument(text);
    assert.deepEqual(problems, []);
    const [query, file] = queries;
    assert.deepEqual(query?.place, { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: '2b4604b2' });
    assert.deepEqual(query.parameters, [{ name: 'city', type: 'text', defaultJson: '"Bern"', description: 'Where' }]);
    assert.deepEqual(query.expect, { records: { min: 1 }, unique: ['id'] });
    assert.deepEqual(query.chart, { kind: 'bars' });
    assert.deepEqual(fillQuery(query, new Map()), {
      query: {
        ...{ resourceId: '2b4604b2', q: 'road', qField: 'name', fields: ['id', 'city'], distinct: false, limit: 100 },
        filters: [
          { kind: 'values', field: 'city', values: [{ type: 'text', text: 'Bern' }], list: false },
          {
            ...{ kind: 'values', field: 'state', list: true },
            values: ['open', 'new'].map((each) => ({ type: 'text', text: each })),
          },
          { kind: 'values', field: 'id', values: [{ type: 'number', text: '9007199254740993' }], list: false },
          {
            ...{ kind: 'range', field: 'amount' },
            bounds: [
              { comparison: 'gte', value: { type: 'number', text: '1.50' } },
              { comparison: 'lt', value: { type: 'number', text: '5' } },
            ],
          },
        ],
        sort: [
          { field: 'id', descending: true },
          { field: 'name', descending: false },
        ],
        summary: {
          groups: [{ field: 'city' }, { field: 'day', unit: 'month' }, { field: 'amount', width: '0.5' }],
          measures: [{ calculate: 'sum', field: 'a:b' }],
          top: 20,
        },
      },
    });
    assert.deepEqual(file?.place, {
      ...{ kind: 'file', path: 'cases.csv' },
      choices: { encoding: 'windows-1252', headerLine: 4 },
    });
  });

  it('shows each member in the text', () => {
    const [query] = readQueryDocument(text).queries;
    assert.ok(query);
    const shown = (...path: (string | number)[]): string => {
      const { start, end } = rangeOfMember(query, path);
      return text.slice(start, end);
    };
    assert.equal(shown('expect', 'unique', 0), '"id"');
    assert.equal(shown('expect', 'records', 'min'), '"min": 1');
    assert.equal(shown('expect', 'records'), '"records"');
    assert.equal(shown('expect', 'range', 'amount'), '"expect"');
    assert.equal(shown('nothing'), '"open-in-city"');
  });

  const mistakes: readonly (readonly [document: string, place: string, text: string])[] = [
    ['', '', 'Invalid JSON.'],
    ['{"queries": {', '', 'Invalid JSON. } is missing here.'],
    ['{"queries": {"a": {"file": "a.csv" "limit": 1}}}', '"limit"', 'Invalid JSON. , is missing here.'],
    ['[]', '[]', 'A query document is an object with the member "queries", for example {"queries": {"open": {…}}}.'],
    ['{"queries": []}', '"queries"', '"queries" must be an object in braces.'],
    ['{"queries": {"a": 1}}', '"a"', '"a" must be an object in braces.'],
    ['{"queries": {"a": {}}}', '"a"', 'Name a portal with "base_url" and "resource_id", or a file with "file".'],
    ['{"queries": {"": {"file": "a.csv"}}}', '""', 'Give the query a name.'],
    [
      '{"queries": {"a": {"file": "a.csv", "resource_id": "r"}}}',
      '"file": "a.csv"',
      'A query has either a "file" or a "base_url" and "resource_id".',
    ],
    [
      '{"queries": {"a": {"file": "https://data.example.org/a.csv"}}}',
      '"file": "https://data.example.org/a.csv"',
      '"file" is a path in the folder of the document, for example "cases.csv".',
    ],
    [
      '{"queries": {"a": {"file": "a.csv", "reading": {"headerRow": "x"}}}}',
      '"reading"',
      'Reading options: "x" isn\'t a row.',
    ],
    [
      '{"queries": {"a": {"base_url": "https://ada:secret@data.example.org", "resource_id": "r"}}}',
      '"base_url": "https://ada:secret@data.example.org"',
      'Remove user names, passwords and tokens from the address. Set an API token instead.',
    ],
    [
      '{"queries": {"a": {"base_url": "https://data.example.org/dataset/x", "resource_id": "r"}}}',
      '"base_url": "https://data.example.org/dataset/x"',
      'Write the address of the portal alone, https://data.example.org, and name the resource with "resource_id".',
    ],
    [ofPortal('"reading": {}'), '"reading"', '"reading" describes a "file", and there is none.'],
    [
      ofPortal('"q": 1'),
      '"q": 1',
      '"q" must be a text, or an object with one field and its text, for example {"name": "road"}.',
    ],
    [
      ofPortal('"q": {"a": "x", "b": "y"}'),
      '"q"',
      '"q" can search one field. Write further ones into "filters", for example {"name": {"contains": "road"}}.',
    ],
    [
      ofPortal('"q": "oak", "q_mode": "words"'),
      '"q_mode": "words"',
      '"q_mode" can only be "starts-with". For an expression, write "plain": false.',
    ],
    [ofPortal('"q": "!", "q_mode": "starts-with"'), '"q": "!"', 'Enter a letter or a digit to search for.'],
    [ofPortal('"filters": "city = 1"'), '"filters": "city = 1"', '"filters" must be an object in braces.'],
    [ofPortal('"fields": [1]'), '"fields"', '"fields" must be a list of texts, for example ["id", "city"].'],
    [ofPortal('"sort": "a desc,, b"'), '"sort": "a desc,, b"', '"sort" has the form "year desc, name".'],
    [ofPortal('"distinct": "yes"'), '"distinct": "yes"', '"distinct" must be true or false.'],
    [ofPortal('"limit": "10"'), '"limit": "10"', '"limit" must be a whole number, 0 or more.'],
    [ofPortal('"limit": 9007199254740993'), '"limit": 9007199254740993', '"limit" must be a whole number, 0 or more.'],
    [ofPortal('"offset": 3'), '"offset": 3', 'A query has no "offset". It gets all records up to its "limit".'],
    [ofPortal('"summarize": {"by": "city"}'), '"by": "city"', '"summarize.by" must be a list in brackets.'],
    [
      ofPortal('"summarize": {"measures": ["total:x"]}'),
      '"total:x"',
      'A measure is "count", "share", or one of distinct, sum, mean, median, min, max with a field, for example "sum:amount".',
    ],
    [ofPortal('"summarize": {"top": 0}'), '"top": 0', '"summarize.top" must be a whole number from 1 to 10,000.'],
    [
      ofPortal('"summarize": {"time_zone": "Mars"}'),
      '"time_zone": "Mars"',
      'There is no time zone "Mars". Use a name such as Europe/Zurich or UTC.',
    ],
    [
      ofPortal('"chart": {"kind": "pie"}'),
      '"kind": "pie"',
      '"chart.kind" must be one of "bars", "stacked", "grouped", "line", "histogram", "scatter".',
    ],
    [
      ofPortal('"expect": {"records": {"min": "1"}}'),
      '"min": "1"',
      '"expect.records.min" must be a whole number, 0 or more.',
    ],
    [ofPortal('"expect": {"unique": "id"}'), '"unique": "id"', '"expect.unique" must be a list in brackets.'],
    [
      ofPortal('"expect": {"oneOf": {"state": [["open"]]}}'),
      '["open"]',
      '"expect.oneOf.state.0" must be a text, a number, true, false or null.',
    ],
    [
      ofPortal('"expect": {"range": {"amount": {"min": true}}}'),
      '"min": true',
      '"expect.range.amount.min" must be a number or a text, for example "2024-01-31".',
    ],
    [
      ofPortal('"expect": {"updatedWithin": "31 days"}'),
      '"updatedWithin": "31 days"',
      '"expect.updatedWithin" must be a duration, for example "P31D" or "PT36H".',
    ],
    [
      ofPortal('"parameters": {"a b": {}}'),
      '"a b"',
      'The name of a parameter has letters, digits, _ and - only, and begins with a letter.',
    ],
    [
      ofPortal('"parameters": {"n": {"type": "number", "default": "1"}}'),
      '"default": "1"',
      'The parameter "n" must be a number.',
    ],
    [
      ofPortal('"parameters": {"n": {"type": "date"}}'),
      '"type": "date"',
      '"parameters.n.type" must be one of text, number, boolean, list.',
    ],
    [
      ofPortal('"filters": {"a": "${city}"}'),
      '"a": "${city}"',
      'There is no parameter "city". Add it to "parameters", or write $${city} for this very text.',
    ],
    [
      ofPortal('"parameters": {"n": {"type": "number", "default": -1}}, "limit": "${n}"'),
      '"limit": "${n}"',
      '"limit" must be a whole number, 0 or more.',
    ],
    [
      ofPortal('"parameters": {"id": {}}, "expect": {"unique": ["${id}"]}'),
      '"${id}"',
      'A parameter can\'t stand in "expect.unique.0".',
    ],
  ];
  for (const [document, place, words] of mistakes)
    it(`is refused, as in ${document}`, () => {
      const { problems } = readQueryDocument(document);
      assert.deepEqual(
        problems.map(({ range, text: said, severity }) => [document.slice(range.start, range.end), said, severity]),
        [[place, words, 'error']],
      );
    });

  const remarks: readonly (readonly [document: string, place: string, text: string])[] = [
    ['{"version": 2, "queries": {}}', '"version": 2', 'This document has the version 2. Only version 1 is understood.'],
    [ofPortal('"note": "x"'), '"note": "x"', '"note" isn\'t used here. It stays in the document.'],
    [ofPortal('"expect": {"future": 1}'), '"future": 1', '"expect.future" isn\'t used here. It stays in the document.'],
    [
      ofPortal('"expect": {"range": {"a": {"mn": 1}}}'),
      '"mn": 1',
      '"expect.range.a.mn" isn\'t used here. It stays in the document.',
    ],
    [
      ofPortal('"expect": {"fields": {"constructor": "int"}}'),
      '"constructor": "int"',
      '"expect.fields.constructor" isn\'t used here. It stays in the document.',
    ],
    [
      ofPortal('"filters": {"city": {"contain": "B"}}'),
      '"city"',
      '"filters.city" is sent as it is, because it has other operators than eq, gt, gte, lt, lte, contains, notContains, startsWith, not, empty, or other values.',
    ],
    [ofPortal('"q": "a", "q": "b"'), '"q": "b"', '"q" is here twice. The last one is used.'],
    [
      '{"queries": {"a": {"file": "1.csv"}, "a": {"file": "2.csv"}}}',
      '"a"',
      '"queries.a" is here twice. The last one is used.',
    ],
    [
      ofPortal('"parameters": {"city": {}}, "q": "road ${city}"'),
      '"q": "road ${city}"',
      'A parameter replaces a whole value. In a part of a text, ${city} stays as it is.',
    ],
  ];
  for (const [document, place, words] of remarks)
    it(`can be asked, although something is odd, as in ${document}`, () => {
      const { problems } = readQueryDocument(document);
      assert.deepEqual(
        problems.map(({ range, text: said, severity }) => [document.slice(range.start, range.end), said, severity]),
        [[place, words, 'warning']],
      );
    });

  it('is read before a mistake, and not behind it', () => {
    const { queries } = readQueryDocument('{"queries": {"a": {"file": "a"}, "b": {"file" "b"}, "c": {"file": "c"}}}');
    assert.deepEqual(
      queries.map(({ name }) => name),
      ['a'],
    );
  });

  it('is read from any text without an error, in time that grows with its length', () => {
    fc.assert(
      fc.property(
        anyKept.chain((keep) => scattered(keep)),
        fc.nat(),
        fc.string(),
        ({ text: whole }, place, more) => {
          const at = place % whole.length;
          for (const broken of [whole.slice(0, at), whole.slice(0, at) + more + whole.slice(at + more.length)])
            for (const kept of readQueryDocument(broken).queries) fillQuery(kept, new Map());
        },
      ),
      { numRuns: 100 },
    );
    const texts = [
      '['.repeat(1 << 25),
      '{"queries":'.repeat(100_000),
      `{"queries":{${'"a":{"file":"a","x":1},'.repeat(10_000)}}}`,
    ];
    for (const long of texts) assert.ok(readQueryDocument(long).problems.length <= 200);
    assert.deepEqual(
      texts.map((long) => readQueryDocument(long).problems[0]?.text),
      [
        'This document is longer than 16 million characters.',
        'This document has more than 64 levels.',
        '"queries.a" is here twice. The last one is used.',
      ],
    );
  });
});

describe('parameters of a query', () => {
  const parameters =
    '"parameters": {"t": {}, "n": {"type": "number"}, "b": {"type": "boolean", "default": true}, "l": {"type": "list"}}';
  const [query] = readQueryDocument(
    ofPortal(
      `${parameters}, "filters": {"t": "\${t}", "l": "\${l}", "m": ["\${n}", "$\${t}"]}, "limit": "\${n}", "distinct": "\${b}"`,
    ),
  ).queries;
  const fill = (values: Readonly<Record<string, string>>) => {
    assert.ok(query);
    return fillQuery(query, new Map(Object.entries(values)));
  };

  it('replace whole values, typed and exact', () => {
    assert.deepEqual(fill({ t: '"a ${n}"', n: '1e2', l: '[1.50, null, "x"]' }), {
      problem: '"limit" must be a whole number, 0 or more.',
    });
    const text = (each: string) => ({ type: 'text', text: each });
    assert.deepEqual(fill({ t: '"a ${n}"', n: '100', l: '[1.50, null, "x"]', other: '1' }), {
      query: {
        ...{ resourceId: 'r', distinct: true, limit: 100 },
        filters: [
          { kind: 'values', field: 't', values: [text('a ${n}')], list: false },
          {
            ...{ kind: 'values', field: 'l', list: true },
            values: [{ type: 'number', text: '1.50' }, { type: 'null', text: '' }, text('x')],
          },
          { kind: 'values', field: 'm', values: [{ type: 'number', text: '100' }, text('${t}')], list: true },
        ],
      },
    });
  });

  const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, 'The parameter "t" has no value. Give it a "default".'],
    [{ t: '1', n: '1', l: '[]' }, 'The parameter "t" must be a text.'],
    [{ t: '""', n: '"1"', l: '[]' }, 'The parameter "n" must be a number.'],
    [{ t: '""', n: '1, "x": 2', l: '[]' }, 'The parameter "n" must be a number.'],
    [{ t: '""', n: '1', b: '0', l: '[]' }, 'The parameter "b" must be true or false.'],
    [{ t: '""', n: '1', l: '[[1]]' }, 'The parameter "l" must be a list, for example ["open", "new"].'],
  ];
  for (const [values, problem] of refused)
    it(`are refused, as in ${JSON.stringify(values)}`, () => {
      assert.deepEqual(fill(values), { problem });
    });

  it('are read from typed texts by their types', () => {
    assert.equal(parameterJson({ type: 'text' }, ' 1 '), '" 1 "');
    assert.equal(parameterJson({ type: 'number' }, ' 1.50 '), '1.50');
    assert.equal(parameterJson({ type: 'list' }, '["a"]'), '["a"]');
  });
});
