/** Queries of query documents on the command line: of files and portals, with parameters, summaries and exports. */
import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const TOKEN = 's3cret-token';

describe('a query of a document on the command line', function () {
  this.timeout(60_000);

  const ckan = new FakeCkan({
    resources: {
      r: {
        fields: [
          { id: 'city', type: 'text' },
          { id: 'amount', type: 'numeric' },
        ],
        rows: [
          ['Bern', 1],
          ['Basel', 2],
        ],
      },
    },
  });
  let [folder, document, portal] = ['', '', ''];

  before(async () => {
    portal = new URL(await ckan.listen()).origin;
    folder = await mkdtemp(path.join(tmpdir(), 'kept-'));
    await mkdir(path.join(folder, 'kept'));
    document = path.join(folder, 'kept', 'cases.datastore.jsonc');
    const lines = [
      'id;city;day;amount',
      '1;Bern;2024-01-05;1.50',
      '2;Zürich;2024-02-01;9007199254740993.10',
      '3;Bern;2024-02-03;3',
    ];
    const text = `notes above the table\n${lines.join('\n')}\n`;
    await writeFile(path.join(folder, 'kept', 'cases.csv'), Buffer.from(text, 'latin1'));
    await writeFile(path.join(folder, 'outside.csv'), 'a\n1\n');
    await symlink(path.join(folder, 'outside.csv'), path.join(folder, 'kept', 'link.csv'));
    const file = '"file": "cases.csv", "reading": { "encoding": "windows-1252", "headerRow": 2 }';
    await writeFile(
      document,
      `\uFEFF{ // Kept questions
  "queries": {
    "of-city": { ${file}, "filters": { "city": "\${city}", "id": "\${ids}" }, "fields": ["id", "amount"],
      "parameters": { "city": { "default": "Bern" }, "ids": { "type": "list", "default": [1, 2, 3] } }, },
    "by-month": { ${file}, "summarize": { "by": ["city", "day:month"], "measures": ["count", "sum:amount"] }, "sort": "sum:amount desc" },
    "by-none": { ${file}, "summarize": { "by": ["town"] } },
    "portal": { "base_url": "${portal}", "resource_id": "r", "filters": { "city": "Basel" } },
    "outside": { "file": "../outside.csv" },
    "link": { "file": "link.csv" },
    "absent": { "file": "absent.csv" },
    "odd": { ${file}, "limit": 1, "note": "kept" },
    "wrong": { ${file}, "limit": -1 },
  }
}
`,
    );
  });
  after(async () => {
    await ckan.close();
    await rm(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) => runCli(['run', document, ...args]);
  const csv = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await run(...args, '--format', 'csv');
    assert.equal(code, 0, stderr);
    return stdout.trimEnd().split('\r\n');
  };

  it('reads a file as the document says, with the defaults of its parameters', async () => {
    assert.deepEqual(await csv('of-city'), ['id,amount', '1,1.50', '3,3']);
  });

  it('takes values for parameters by their types', async () => {
    assert.deepEqual(await csv('of-city', '--param', 'city=Zürich', '--param', 'ids=[2]'), [
      'id,amount',
      '2,9007199254740993.10',
    ]);
  });

  it('writes groups', async () => {
    assert.deepEqual(await csv('by-month'), [
      'city,day:month,count,sum:amount',
      'Zürich,2024-02,1,9007199254740993.1',
      'Bern,2024-02,1,3',
      'Bern,2024-01,1,1.5',
    ]);
  });

  it('writes a file, and says that it is whole', async () => {
    for (const [name, lines] of [
      ['of-city', 3],
      ['by-month', 4],
    ] as const) {
      const out = path.join(folder, `${name}.csv`);
      const { code, stderr } = await run(name, '--out', out);
      assert.equal(code, 0, stderr);
      assert.match(stderr.trimEnd().split('\n').at(-1) ?? '', /"complete":true/);
      assert.equal((await readFile(out, 'utf8')).trimEnd().split('\n').length, lines);
      assert.equal((await run(name, '--out', out)).code, 2, 'the file is there');
      assert.equal((await run(name, '--out', out, '--force')).code, 0);
    }
    const { code, stderr } = await run('of-city', '--out', path.join(folder, 'kept', 'cases.csv'), '--force');
    assert.deepEqual(
      [code, stderr.split('\n')[0]],
      [2, '--out: this is a file that is read. See datastore-explorer --help'],
    );
  });

  it('asks a portal without a token, unless its origin is named', async () => {
    const env = { DATASTORE_TOKEN: TOKEN };
    const tokens = () => ckan.calls.map(({ authorization }) => authorization);
    const { code, stdout, stderr } = await runCli(['run', document, 'portal', '--format', 'csv'], env);
    assert.deepEqual([code, stdout.trimEnd().split('\r\n').at(-1)], [0, '2,Basel,2'], stderr);
    assert.match(stderr, /DATASTORE_TOKEN isn't sent to/);
    assert.ok(tokens().every((token) => token === undefined));
    assert.equal((await runCli(['run', document, 'portal', '--token-for', portal], env)).code, 0);
    assert.ok(tokens().includes(TOKEN));
  });

  const refusals: readonly (readonly [args: readonly string[], message: string])[] = [
    [
      ['nothing'],
      'has no query "nothing". Queries: "of-city", "by-month", "by-none", "portal", "outside", "link", "absent", "odd", "wrong".',
    ],
    [['wrong'], 'cases.datastore.jsonc, line 12, column 96: "limit" must be a whole number, 0 or more.'],
    [['outside'], "../outside.csv isn't in the folder of the document."],
    [['link'], "link.csv isn't in the folder of the document."],
    [['absent'], 'absent.csv: file not found.'],
    [['by-none'], 'There is no field "town". Fields: '],
    [['of-city', '--param', 'town=x'], '--param: there is no parameter "town". Parameters: city, ids.'],
    [['of-city', '--param', 'city'], '--param: use the form NAME=VALUE instead of "city".'],
    [['of-city', '--param', 'ids=1'], 'The parameter "ids" must be a list, for example ["open", "new"].'],
    [['of-city', '--param', 'city=a', '--param', 'city=b'], '--param: "city" is there twice.'],
    [['of-city', '--format', 'nonsense'], '--format: unknown format "nonsense".'],
    [[], 'Name a query document and one of its queries.'],
  ];
  for (const [args, message] of refusals)
    it(`is refused with exit code 2: ${args.join(' ')} (${message})`, async () => {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.includes(message), stderr);
    });

  it('of a file elsewhere is run if its folder is allowed', async () => {
    assert.deepEqual(await csv('outside', '--allow-dir', folder), ['_id,a', '1,1']);
  });

  it('that has more than is used is run, and says so', async () => {
    const { code, stderr } = await run('odd');
    assert.equal(code, 0);
    assert.match(stderr, /line 11, column \d+: "note" isn't used here\. It stays in the document\./);
  });

  it('has a schema, which is written for other editors', async () => {
    const { code, stdout } = await runCli(['schema']);
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { readonly type: string }).type, 'object');
  });
});
