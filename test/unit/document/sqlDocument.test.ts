import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineAndColumn, readSqlDocument, statementAt } from '../../../src/document/sqlDocument.ts';

const statementsOf = (text: string) => readSqlDocument(text).statements.map(({ sql }) => sql);
const sourcesOf = (text: string) =>
  readSqlDocument(text).sources.map(({ name, place, choices }) => [name, place, ...(choices ? [choices] : [])]);
/** Each problem with the text at which it stands. */
const problemsOf = (text: string) =>
  readSqlDocument(text).problems.map(({ range, text: words }) => [text.slice(range.start, range.end), words]);

describe('statements of a SQL document', () => {
  const cases: readonly (readonly [what: string, text: string, statements: readonly string[]])[] = [
    ['end at semicolons', 'select 1; select 2;\n', ['select 1', 'select 2']],
    ['are none where semicolons stand alone', ' ;; ;\n-- a\n', []],
    ['are without the comments around them', '-- a\n/* b */ select /* c */ 1 -- d\n;-- e\n', ['select /* c */ 1']],
    ['hold semicolons in texts', "select ';', 'a''b;'; select 2", ["select ';', 'a''b;'", 'select 2']],
    ['hold semicolons in names', 'select 1 as "a"";"; select 2', ['select 1 as "a"";"', 'select 2']],
    [
      'hold backslashes at the end of plain texts',
      String.raw`select 'a\'; select 2`,
      [String.raw`select 'a\'`, 'select 2'],
    ],
    ['hold escaped quotes', String.raw`select E'a\';b'; select 2`, [String.raw`select E'a\';b'`, 'select 2']],
    [
      'have no escapes behind a word that ends in e',
      String.raw`select lease'\'; x`,
      [String.raw`select lease'\'`, 'x'],
    ],
    ['hold comments in comments', 'select 1 /* a /* ; */ ; */; select 2', ['select 1', 'select 2']],
    [
      'hold semicolons in dollar quotes',
      'select $$a;b$$; select $t$a;$$b$t$',
      ['select $$a;b$$', 'select $t$a;$$b$t$'],
    ],
    ['have dollars in names and parameters', 'select a$b$;c$b$; select $1;', ['select a$b$', 'c$b$', 'select $1']],
    ['have dollar quotes with letters of any language', 'select $é$a;b$é$; x', ['select $é$a;b$é$', 'x']],
    ['end at a line end after a line comment', 'select 1 -- ;\r; select 2', ['select 1', 'select 2']],
    [
      'have comments behind operators',
      'select 1 +-- ;\n1; select 2 */* ; */2',
      ['select 1 +-- ;\n1', 'select 2 */* ; */2'],
    ],
    ['have blanks of any kind', 'select\u00a01;\ufeffselect 2', ['select\u00a01', 'select 2']],
  ];
  for (const [what, text, statements] of cases)
    it(what, () => {
      assert.deepEqual(statementsOf(text), statements);
      assert.deepEqual(problemsOf(text), []);
    });

  it('are numbered, and know their place', () => {
    const text = '-- a\nselect 1;\n\nselect 2';
    assert.deepEqual(
      readSqlDocument(text).statements.map(({ number, range }) => [number, text.slice(range.start, range.end)]),
      [
        [1, 'select 1'],
        [2, 'select 2'],
      ],
    );
  });

  it('come back when they are joined by semicolons', () => {
    const part = fc.oneof(
      fc.constantFrom('select', ' ', '\n', '1', ',', '(', ')', 'a$b$', '$1', '-', '/', '*', 'é', 'E'),
      fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
      fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
      fc.string().map((text) => `$q$${text.replaceAll('$', '')}$q$`),
      fc.string().map((text) => ` E'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`),
      fc.string().map((text) => `/* ${text.replaceAll(/[*/]/g, '')} /* ; */ */`),
    );
    const statement = fc.array(part).map((parts) => `x ${parts.join(' ').replaceAll(/--|\/\*(?!.*\*\/)/g, '')} x`);
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        const whole = statements.filter((each) => readSqlDocument(each).problems.length === 0);
        assert.deepEqual(statementsOf(whole.join(' ;\n-- ;\n')), whole);
      }),
    );
  });

  it('are read of any text without an error', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '/*', '*/', "'", '"', '$a$', ';', '\\', '-- @source ', '{'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const { statements, problems, sources } = readSqlDocument(text);
        for (const { sql, range } of statements) assert.equal(sql, text.slice(range.start, range.end));
        for (const { range } of [...problems, ...sources])
          assert.ok(range.start >= 0 && range.start < range.end && range.end <= text.length, JSON.stringify(range));
      }),
    );
  });

  const open: readonly (readonly [text: string, at: string, words: string])[] = [
    ["select 1; select 'a;b", "'", 'This text has no end. A quote is missing.'],
    ["select E'a", "E'", 'This text has no end. A quote is missing.'],
    ['select "a', '"', 'This name has no end. A double quote is missing.'],
    ['select 1 /* a /* */', '/*', 'This comment has no end. */ is missing.'],
    ['select $a$ $b$', '$a$', 'This text has no end. $a$ is missing.'],
  ];
  for (const [text, at, words] of open)
    it(`say what is missing: ${text}`, () => assert.deepEqual(problemsOf(text), [[at, words]]));

  it('are read in time that grows with their text', () => {
    const text = '-- @source a = a.csv\nselect \'x\', "y" /* z */ from a where b = 1;\n'.repeat(14_000);
    readSqlDocument(text);
    const start = process.cpuUsage();
    assert.equal(readSqlDocument(text).statements.length, 14_000);
    assert.ok(process.cpuUsage(start).user / 1000 < 250);
  });
});

describe('statementAt', () => {
  const document = readSqlDocument('-- a\nselect 1;\nselect 2\n');
  it('is the one at the cursor, the next one, or the last', () => {
    const numbers = [0, 5, 13, 14, 15, 22, 24].map((offset) => statementAt(document, offset)?.number);
    assert.deepEqual(numbers, [1, 1, 1, 1, 2, 2, 2]);
    assert.equal(statementAt(readSqlDocument('-- a'), 0), undefined);
  });
});

describe('lineAndColumn', () => {
  it('counts lines of every kind, and units of UTF-16', () => {
    assert.deepEqual(lineAndColumn('a\r\nb\rc\nd😀e', 10), { line: 4, column: 4 });
    assert.deepEqual(lineAndColumn('', 0), { line: 1, column: 1 });
  });
});

describe('sources of a SQL document', () => {
  const cases: readonly (readonly [what: string, text: string, ...sources: readonly unknown[]])[] = [
    ['stand in comments', '-- @source lessons = lessons.csv', ['lessons', 'lessons.csv']],
    ['need no blanks', '--@source a=b.csv\n  -- @SOURCE  c  =  d', ['a', 'b.csv'], ['c', 'd']],
    ['stand below statements, too', 'select 1\n-- @source a = b', ['a', 'b']],
    ['have names and places in double quotes', '-- @source "a ""b" = "c d.csv"', ['a "b', 'c d.csv']],
    [
      'have addresses with any characters',
      '-- @source a = https://h.test/a?b={"c":1}',
      ['a', 'https://h.test/a?b={"c":1}'],
    ],
    [
      'have reading options, named as on the command line',
      '-- @source a = b.csv {"headerRow": 4, "delimiter": "semicolon", "null": ["-", 0], "noHeader": true, "flatten": false}',
      ['a', 'b.csv', { headerLine: 4, delimiter: ';', nullWords: ['-', '0'], header: false, nested: 'json' }],
    ],
    [
      'are only in comments of their own',
      "select 1 -- @source a = b\n, '\n-- @source c = d\n'\n/*\n-- @source e = f\n*/",
    ],
    ['are other words than @sources', '-- @sources a = b\n-- source a = b\n-- see @source a = b'],
    ['follow a byte order mark', '\ufeff-- @source a = b', ['a', 'b']],
  ];
  for (const [what, text, ...sources] of cases)
    it(what, () => {
      assert.deepEqual(sourcesOf(text), sources);
      assert.deepEqual(problemsOf(text), []);
    });

  it('know where their parts stand', () => {
    const text = 'select 1;\n-- @source "a" = "b c" {"headerRow": 1} \r\n';
    const [{ range, nameRange, placeRange } = assert.fail()] = readSqlDocument(text).sources;
    assert.deepEqual(
      [range, nameRange, placeRange].map(({ start, end }) => text.slice(start, end)),
      ['-- @source "a" = "b c" {"headerRow": 1}', '"a"', '"b c"'],
    );
  });

  const wrong: readonly (readonly [text: string, at: string, words: string])[] = [
    ['-- @source', '-- @source', 'Name a source as in: -- @source lessons = lessons.csv'],
    ['-- @source a b.csv', '-- @source a b.csv', 'Name a source as in: -- @source lessons = lessons.csv'],
    ['-- @source "" = b', '-- @source "" = b', 'Name a source as in: -- @source lessons = lessons.csv'],
    ['-- @source "a = b', '-- @source "a = b', 'Name a source as in: -- @source lessons = lessons.csv'],
    ['-- @source a-b = c', 'a-b', 'Write the name a-b in double quotes, or with letters, digits and _ only.'],
    ['-- @source a = ', '=', 'Name a file, a listed resource, or the URL of a resource behind the =.'],
    ['-- @source a = "b', '= "b', 'A double quote is missing at the end of the place.'],
    ['-- @source a = b c', 'c', 'Put a place with blanks in double quotes. Only reading options in { } can follow it.'],
    [
      '-- @source a = "b"c',
      'c',
      'Put a place with blanks in double quotes. Only reading options in { } can follow it.',
    ],
    ['-- @source a = b {"headerRow" 4}', '4}', 'Reading options must be a JSON object, for example {"headerRow": 4}.'],
    [
      '-- @source a = b {"headerRow": 4} c',
      'c',
      'Reading options must be a JSON object, for example {"headerRow": 4}.',
    ],
    ['-- @source a = b {"headerRow": "x"}', '{"headerRow": "x"}', 'Reading options: "x" isn\'t a row.'],
    ['-- @source a = b {"flatten": 1}', '{"flatten": 1}', 'Reading options: "flatten" can\'t have this value.'],
    ['-- @source a = 1\n-- @source A = 2', 'A', 'There is already a source A. Upper and lower case are the same.'],
  ];
  for (const [text, at, words] of wrong)
    it(`say what is wrong: ${text}`, () => {
      assert.deepEqual(problemsOf(text), [[at, words]]);
    });

  it('have no options about other files, or of objects', () => {
    for (const name of ['schema', 'memoryLimit', '__proto__', 'toString'])
      assert.match(
        String(problemsOf(`-- @source a = b {"${name}": "x"}`)),
        /isn't one of skipUnreadable, fileFormat, /,
      );
    const deep = `-- @source a = b {"null": ${'['.repeat(100_000)}`;
    assert.equal(problemsOf(deep).length, 1);
  });
});
