/** `check`: exit codes and formats, on files and on a portal. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { runCli } from '../../support/drivers/commandLine.ts';

const CSV = 'id,city,amount\n1,Bern,1.5\n2,Basel,-2\n2,"Brig <&"" ]]>",3\n';
const GOOD = '"expect": {"records": {"min": 3}, "fields": {"id": "numeric"}, "notNull": ["id"]}';
const BAD = `"expect": {
    "unique": ["id"],
    "range": {"amount": {"min": 0}},
    "oneOf": {"city": ["Bern", "Basel"]}
  }`;

describe('check', function () {
  this.timeout(60_000);

  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'check-'));
    await writeFile(path.join(folder, 'cases.csv'), CSV);
  });
  after(() => rm(folder, { recursive: true }));

  const documentOf = async (queries: Readonly<Record<string, string>>, name = 'q'): Promise<string> => {
    const file = path.join(folder, `${name}.datastore.jsonc`);
    const members = Object.entries(queries).map(([query, body]) => `"${query}": {${body}}`);
    await writeFile(file, `{"queries": {\n${members.join(',\n')}\n}}\n`);
    return file;
  };
  const ofFile = (expect: string) => `"file": "cases.csv", ${expect}`;

  it('ends with 0 where all holds, and leaves out queries that expect nothing', async () => {
    const file = await documentOf({ good: ofFile(GOOD), free: '"file": "missing.csv"' });
    const { code, stdout, stderr } = await runCli(['check', file]);
    assert.deepEqual([code, stdout], [0, `${file}, good: 3 of 3 expectations hold.\n`]);
    assert.match(stderr, /^cases\.csv: 3 records.*\n$/);
  });

  it('ends with 1 and says what differs, where in the document', async () => {
    const file = await documentOf({ good: ofFile(GOOD), bad: ofFile(BAD) });
    const { code, stdout } = await runCli(['check', file]);
    assert.deepEqual(
      [code, stdout.replaceAll(file, 'FILE').split('\n')],
      [
        1,
        [
          'FILE, good: 3 of 3 expectations hold.',
          'FILE, bad: 0 of 3 expectations hold.',
          '  unique: id',
          '    id is 2 in 2 of 3 records. Each value is expected once.',
          '    FILE, line 4, column 5',
          '  oneOf: city Bern, Basel',
          '    city has an unexpected value in 1 of 3 records, for example "Brig <&\\" ]]>".',
          '    FILE, line 6, column 15',
          '  range: amount min 0',
          '    amount is less than 0 in 1 of 3 records, for example -2.',
          '    FILE, line 5, column 15',
          '',
        ],
      ],
    );
    assert.equal((await runCli(['check', file, '--query', 'good'])).code, 0);
  });

  it('writes JSON, JUnit’s XML and the commands of a GitHub workflow', async () => {
    const file = await documentOf({ 'bad, 100 %': ofFile(BAD) });
    const outputs = await Promise.all(
      ['json', 'junit', 'github'].map((format) => runCli(['check', file, '--format', format])),
    );
    const [json = '', junit = '', github = ''] = outputs.map(({ stdout }) => stdout.replaceAll(file, 'FILE'));
    assert.deepEqual(
      outputs.map(({ code }) => code),
      [1, 1, 1],
    );
    const [query] = JSON.parse(json) as { readonly holds: boolean; readonly expectations: readonly unknown[] }[];
    assert.deepEqual(
      [query?.holds, query?.expectations[0]],
      [
        false,
        {
          ...{ expectation: 'unique: id', path: ['expect', 'unique'], line: 3, column: 5, outcome: 'differs' },
          text: 'id is 2 in 2 of 3 records. Each value is expected once.',
        },
      ],
    );
    assert.match(junit, /<testsuite name="FILE: bad, 100 %" tests="3" failures="3" errors="0">/);
    assert.match(junit, /for example &quot;Brig &lt;&amp;\\&quot; ]]&gt;&quot;\./);
    assert.match(github, /^::error file=FILE,line=3,col=5,title=bad%2C 100 %25%3A unique%3A id::id is 2 in 2 of 3/);
  });

  it('takes values for parameters, each for the queries that have it', async () => {
    const of = (name: string, type: string, filter: string) =>
      ofFile(
        `"filters": {"${filter}": "\${${name}}"}, "parameters": {"${name}": {"type": "${type}"}}, "expect": {"records": {"min": 2}}`,
      );
    const file = await documentOf({ number: of('id', 'number', 'id'), text: of('city', 'text', 'city') }, 'filled');
    const run = (...values: readonly string[]) =>
      runCli(['check', file, ...values.flatMap((value) => ['--param', value])]);
    const { code, stdout } = await run('id=2', 'city=Bern');
    assert.deepEqual(
      [code, stdout.split('\n').filter((line) => line.includes('expectations hold'))],
      [1, [`${file}, number: 1 of 1 expectations hold.`, `${file}, text: 0 of 1 expectations hold.`]],
    );
    for (const [values, message] of [
      [
        ['id=2'],
        'line 3, column 1: The parameter "city" has no value. Give it a "default", or use --param city=VALUE.',
      ],
      [['id=two', 'city=Bern'], 'The parameter "id" must be a number.'],
      [['town=Bern'], '--param: there is no parameter "town". Parameters: id, city.'],
    ] as const) {
      const refused = await run(...values);
      assert.deepEqual([refused.code, refused.stdout], [2, '']);
      assert.ok(refused.stderr.includes(message), refused.stderr);
    }
  });

  it('ends with 2 for a document that is wrong, and asks nothing', async () => {
    const wrong: readonly (readonly [query: string, message: RegExp])[] = [
      [ofFile('"expect": {"uniqe": ["id"]}'), /line 2, column \d+: "expect.uniqe" isn't used here/],
      [ofFile('"expect": {"range": {"amount": {"mn": 1}}}'), /"expect.range.amount.mn" isn't used here/],
      [ofFile('"expect": {"fields": {"constructor": "text"}}'), /"expect.fields.constructor" isn't used here/],
      [ofFile('"expect": {"records": {"min": -1}}'), /"expect.records.min" must be a whole number/],
      [ofFile('"expect": {"updatedWithin": "31 days"}'), /"expect.updatedWithin" must be a duration/],
      [ofFile('"expect": {"notNull": ["id", 1]}'), /"expect.notNull.1" must be a text/],
      [
        ofFile('"filters": {"city": "${city}"}, "parameters": {"city": {"type": "text"}}, "expect": {}'),
        /has no value/,
      ],
      ['"file": "../cases.csv", "expect": {}', /isn't in the folder of the document/],
      ['"file": "cases.csv"', /no query has "expect"/],
      [ofFile('"expect": {}'), /no query has "expect" with a member/],
      ['"file": "cases.csv", "expect": {', /line 4, column 1: Invalid JSON/],
    ];
    for (const [query, message] of wrong) {
      const { code, stdout, stderr } = await runCli(['check', await documentOf({ wrong: query }, 'wrong')]);
      assert.deepEqual([code, stdout], [2, ''], query);
      assert.match(stderr, message);
    }
  });

  it('ends with 3 or 4 where a portal refuses or doesn’t answer, and with 1 if a difference is certain', async () => {
    const ckan = new FakeCkan({ resources: { r: { fields: [{ id: 'id', type: 'int4' }], rows: [[1], [1]] } } });
    const baseUrl = await ckan.listen();
    try {
      const at = (url: string, id: string, expect: string) =>
        `"base_url": "${url}", "resource_id": "${id}", "expect": {${expect}}`;
      const cases: readonly (readonly [queries: Readonly<Record<string, string>>, code: number])[] = [
        [{ a: at(baseUrl, 'r', '"unique": ["id"]') }, 1],
        [{ a: at(baseUrl, 'gone', '"unique": ["id"]') }, 3],
        [{ a: at(baseUrl, 'r', '"updatedWithin": "P1D"') }, 3],
        [{ a: at('http://127.0.0.1:9', 'r', '"unique": ["id"]') }, 4],
        [{ a: at('http://127.0.0.1:9', 'r', '"unique": ["id"]'), b: at(baseUrl, 'r', '"unique": ["id"]') }, 1],
      ];
      for (const [queries, code] of cases)
        assert.equal(
          (await runCli(['check', await documentOf(queries, 'portal')])).code,
          code,
          JSON.stringify(queries),
        );
    } finally {
      await ckan.close();
    }
  });

  it('sends the token only where it is told to', async () => {
    const ckan = new FakeCkan({ resources: { r: { fields: [{ id: 'id', type: 'int4' }], rows: [[1]] } } });
    const baseUrl = await ckan.listen();
    const file = await documentOf({ a: `"base_url": "${baseUrl}", "resource_id": "r", "expect": {"unique": ["id"]}` });
    const env = { DATASTORE_TOKEN: 'canary-token' };
    try {
      assert.equal((await runCli(['check', file], env)).code, 0);
      assert.deepEqual(new Set(ckan.calls.map(({ authorization }) => authorization)), new Set([undefined]));
      assert.equal((await runCli(['check', file, '--token-for', baseUrl], env)).code, 0);
      assert.equal(ckan.calls.at(-1)?.authorization, 'canary-token');
    } finally {
      await ckan.close();
    }
  });
});
