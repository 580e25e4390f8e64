import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseExact } from '../../../src/base/exactJson.ts';
import { JsonWriter, NdjsonWriter } from '../../../src/export/jsonWriter.ts';
import type { RecordWriter } from '../../../src/export/recordWriter.ts';
import { TableWriter } from '../../../src/export/tableWriter.ts';
import { CsvWriter, MarkdownWriter, SqlListWriter, TsvWriter } from '../../../src/export/textWriters.ts';
import { ExactNumber, type RecordRow } from '../../../src/base/cells.ts';

const fields = [
  { id: '_id', type: 'int' },
  { id: 'a, b', type: 'text' },
  { id: 'n', type: 'numeric' },
  { id: 'js', type: 'json' },
];
const rows: RecordRow[] = [
  [1, 'say "hi"\nthere', new ExactNumber('1.50'), { k: [new ExactNumber('9007199254740993'), []] }],
  [2, '', null, null],
  [3, '=1+1', new ExactNumber('-0'), true],
];

function text(
  writer: RecordWriter,
  batches: readonly (readonly RecordRow[])[] = [rows.slice(0, 1), [], rows.slice(1)],
) {
  return writer.begin(fields) + batches.map((batch) => writer.rows(batch)).join('') + writer.end();
}

describe('JSON writer', () => {
  it('writes an array of objects in field order, every digit kept, as JSON.stringify lays it out', () => {
    const written = text(new JsonWriter());
    assert.ok(written.includes('"n": 1.50') && written.includes('9007199254740993') && written.includes('"n": -0'));
    const plain = JSON.parse(
      written.replaceAll('1.50', '1.5').replaceAll('-0', '0').replaceAll('9007199254740993', '9'),
    ) as unknown;
    const digits = JSON.stringify(plain, null, 2)
      .replaceAll('1.5', '1.50')
      .replaceAll('"n": 0', '"n": -0')
      .replace(/\b9\b/, '9007199254740993');
    assert.equal(written, `${digits}\n`);
  });

  it('writes an empty array for no records', () => {
    assert.equal(text(new JsonWriter(), []), '[]\n');
    assert.equal(text(new JsonWriter(), [[]]), '[]\n');
  });

  it('is the same text however the records come in batches', () => {
    const one = text(new JsonWriter(), [rows]);
    fc.assert(
      fc.property(fc.array(fc.nat(3)), (cuts) => {
        const edges = [0, ...cuts.sort(), 3];
        const batches = edges.slice(1).map((edge, index) => rows.slice(edges[index], edge));
        assert.equal(text(new JsonWriter(), batches), one);
      }),
    );
  });

  it('gives a field that was asked for twice one key', () => {
    const writer = new JsonWriter();
    const twice = [fields[0]!, fields[0]!];
    assert.equal(writer.begin(twice) + writer.rows([[1, 1]]) + writer.end(), '[\n  {\n    "_id": 1\n  }\n]\n');
  });

  it('writes a __proto__ field as a key', () => {
    const writer = new JsonWriter();
    const written = writer.begin([{ id: '__proto__', type: 'text' }]) + writer.rows([['x']]) + writer.end();
    assert.equal(written, '[\n  {\n    "__proto__": "x"\n  }\n]\n');
  });
});

describe('NDJSON writer', () => {
  it('writes one object a line', () => {
    const lines = text(new NdjsonWriter()).split('\n');
    assert.equal(lines.pop(), '');
    assert.equal(lines[0], '{"_id":1,"a, b":"say \\"hi\\"\\nthere","n":1.50,"js":{"k":[9007199254740993,[]]}}');
    assert.deepEqual(
      lines.map((line) => Object.values(parseExact(line) as Record<string, unknown>)),
      rows,
    );
  });
});

describe('CSV writer', () => {
  it('writes RFC 4180: NULL as nothing, empty text in quotes, JSON for what is nested, formulas untouched', () => {
    assert.equal(
      text(new CsvWriter()),
      '_id,"a, b",n,js\r\n' +
        '1,"say ""hi""\nthere",1.50,"{""k"":[9007199254740993,[]]}"\r\n' +
        '2,"",,\r\n' +
        '3,=1+1,-0,true\r\n',
    );
  });

  it('is read back by another program, value by value', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', '\r\n', '\n', ' a ', 'NULL', '\u{1f600}'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (records) => {
        const writer = new CsvWriter();
        const header = [
          { id: 'a', type: 'text' },
          { id: 'b', type: 'text' },
        ];
        const csv = writer.begin(header) + writer.rows(records);
        assert.deepEqual(parse(csv, { record_delimiter: '\r\n' }), [['a', 'b'], ...records]);
      }),
    );
  });
});

describe('CSV writer with options', () => {
  for (const delimiter of [',', ';', '\t', '|'] as const)
    it(`is read back with ${JSON.stringify(delimiter)}, whatever the values`, () => {
      const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', ';', '|', '\t', '\r\n', '\n', '=1+1'));
      fc.assert(
        fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (records) => {
          const writer = new CsvWriter({ csv: { delimiter, bom: true, lineEnd: 'lf' } });
          const csv = writer.begin(fields.slice(0, 2)) + writer.rows(records);
          const read = parse(csv, { delimiter, bom: true, record_delimiter: '\n' });
          assert.deepEqual(read, [['_id', 'a, b'], ...records]);
        }),
      );
    });

  it('begins with a byte order mark once, and ends lines in LF', () => {
    assert.equal(text(new CsvWriter({ csv: { bom: true, lineEnd: 'lf' } }), []), '\ufeff_id,"a, b",n,js\n');
  });

  const safe = { csv: { safe: true } } as const;
  for (const [value, written] of [
    ['=HYPERLINK("http://a.test","x")', '"\'=HYPERLINK(""http://a.test"",""x"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t=1+1"],
    ['\r=1+1', '"\'\r=1+1"'],
    ['\n=1+1', '"\'\n=1+1"'],
    [' =1+1', "' =1+1"],
    ['\ufeff=1+1', "'\ufeff=1+1"],
    ['＝1+1', "'＝1+1"],
    [' a', ' a'],
    ["'=1+1", "'=1+1"],
    ['a=1', 'a=1'],
    ['', '""'],
    [-1, '-1'],
    [new ExactNumber('-1.50'), '-1.50'],
    [null, ''],
  ] as const)
    it(`safe for spreadsheets, writes ${JSON.stringify(value)} as ${written}`, () => {
      const writer = new CsvWriter(safe);
      writer.begin([{ id: 'v', type: 'text' }]);
      assert.equal(writer.rows([[value]]), `${written}\r\n`);
      const isChanged = typeof value === 'string' && !value.startsWith("'") && /^"?'/.test(written);
      assert.deepEqual(writer.notes, isChanged ? [{ kind: 'prefixed', field: 'v', count: 1 }] : []);
    });

  it('safe for spreadsheets, has no value that one would run, names of fields included', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string()).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), ([names, ...records]) => {
        const writer = new CsvWriter(safe);
        const csv = writer.begin(names!.map((id) => ({ id, type: 'text' }))) + writer.rows(records);
        const read = parse(csv, { record_delimiter: '\r\n' });
        for (const value of read.flat()) assert.doesNotMatch(value, /^[=+@\t\r-]/);
      }),
    );
  });
});

describe('table writer', () => {
  it('aligns columns, numbers to the right, and escapes what could drive a terminal', () => {
    const records: RecordRow[] = [
      [1, 'a\u001b[31m\tb', new ExactNumber('1.50'), 'x'.repeat(50)],
      [10, null, new ExactNumber('100000000000000000000000000000000000000000000001.5'), '\u009b\u202e'],
    ];
    assert.deepEqual(text(new TableWriter(), [records]).split('\n'), [
      '_id  a, b                                                             n  js',
      `───  ${'─'.repeat(14)}  ${'─'.repeat(50)}  ${'─'.repeat(40)}`,
      `  1  a\\u001b[31m\\tb  ${'1.50'.padStart(50)}  ${'x'.repeat(39)}…`,
      ' 10  NULL            100000000000000000000000000000000000000000000001.5  \\u009b\\u202e',
      '',
    ]);
  });

  it('keeps its columns over batches, and never cuts a number', () => {
    const lines = text(new TableWriter(), [[[1, 'a', 2, null]], [[12345, 'b', 3, null]]]).split('\n');
    assert.deepEqual(lines.slice(2), ['  1  a     2  NULL', '12345  b     3  NULL', '']);
  });

  it('shows the fields of nothing', () => {
    assert.equal(text(new TableWriter(), []).split('\n')[0], '_id  a, b  n  js');
  });
});

describe('TSV writer', () => {
  it('quotes only what would break a row, keeps every digit, and writes NULL as nothing', () => {
    assert.equal(
      text(new TsvWriter()),
      '_id\ta, b\tn\tjs\n' +
        '1\t"say ""hi""\nthere"\t1.50\t"{""k"":[9007199254740993,[]]}"\n' +
        '2\t\t\t\n' +
        '3\t=1+1\t-0\ttrue\n',
    );
  });

  it('is read back by others as it was written', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((each) => !each.startsWith('\ufeff'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (table) => {
        const written = new TsvWriter().rows(table);
        const read = parse(written, { delimiter: '\t', recordDelimiter: '\n', relax_column_count: false });
        assert.deepEqual(read, table);
      }),
    );
  });
});

describe('Markdown writer', () => {
  it('writes a table with numbers to the right, in which no value is markup', () => {
    const written = new MarkdownWriter();
    assert.equal(
      written.begin([
        { id: 'a|b', type: 'text' },
        { id: 'n', type: 'int4' },
      ]) + written.rows([['<b>*x*</b>\r\nnext', new ExactNumber('1.50')]]),
      '| a\\|b | n |\n| --- | ---: |\n| \\<b\\>\\*x\\*\\</b\\><br>next | 1.50 |\n',
    );
  });
});

describe('SQL list writer', () => {
  const list = (...given: readonly RecordRow[]) => {
    const writer = new SqlListWriter();
    return writer.begin() + writer.rows(given.slice(0, 1)) + writer.rows(given.slice(1)) + writer.end();
  };

  it('writes each value once, texts quoted, numbers as they are, NULL not at all', () => {
    assert.equal(list(["it's"], [new ExactNumber('1.50')], [null], ["it's"], [true]), "('it''s', 1.50, true)");
  });

  it('writes records of several fields as rows', () => {
    assert.equal(list(['a', 1], ['b', null], ['c', 2]), "(('a', 1), ('c', 2))");
  });
});
