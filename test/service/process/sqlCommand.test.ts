/** Runs `datastore-explorer sql FILE` as its own process. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../tools/vscode/until.ts';
import { runCli, startCli } from '../../support/drivers/commandLine.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { itemsResource, tamper } from '../../support/fakes/fakeResult.ts';

const ID = '6f9a1c9e-4f5e-4a57-9d9b-8f2f6a2f0c11';
const LONG = '6f9a1c9e-4f5e-4a57-9d9b-8f2f6a2f0c12';
const TOKEN = 's3cret-token';
const FOREVER = 'with recursive t(i) as (select 1 union all select i + 1 from t) select count(*) as n from t';

describe('datastore-explorer sql', function () {
  this.timeout(120_000);
  let folder: string;
  let temporary: string;
  let portal: string;
  /** What becomes of the pages behind the first one. */
  let later: 'come' | 'are empty' | 'wait' = 'come';
  let isWaiting = false;
  const ckan = new FakeCkan({
    fault: async (call, honest, index) => {
      if (later === 'come' || !call.body.includes('offset')) return honest;
      if (later === 'are empty') return tamper((result) => ({ ...result, records: [] }))(call, honest, index);
      isWaiting = true;
      return new Promise(() => undefined);
    },
    resources: {
      [LONG]: itemsResource(500),
      [ID]: {
        fields: [
          { id: 'id', type: 'int' },
          { id: 'name', type: 'text' },
        ],
        rows: [
          [1, 'Ann'],
          [2, 'Zoë'],
        ],
      },
    },
  });

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sql-command-'));
    temporary = await mkdtemp(path.join(tmpdir(), 'sql-command-tmp-'));
    portal = new URL(await ckan.listen()).origin;
    await writeFile(path.join(folder, 'lessons.csv'), 'pupil;fee\n1;10.50\n2;7\n1;0.10\n');
    await mkdir(path.join(folder, 'documents'));
  });
  after(async () => {
    await ckan.close();
    for (const each of [folder, temporary]) await rm(each, { recursive: true });
  });
  beforeEach(() => ckan.calls.splice(0));
  afterEach(async () => assert.deepEqual(await readdir(temporary), []));

  const env = { get TMPDIR() { return temporary; }, DATASTORE_TOKEN: TOKEN }; // prettier-ignore
  const place = (name: string) => path.join(folder, name);
  const document = async (text: string, name = 'a.datastore.sql') => {
    await writeFile(place(name), text);
    return place(name);
  };
  const run = async (text: string, ...args: readonly string[]) =>
    runCli(['sql', await document(text), ...args], { ...env });
  const resource = () => `${portal}/dataset/school/resource/${ID}`;
  const sources = () => `-- @source lessons = lessons.csv\n-- @source pupils = ${resource()}\n`;
  const JOIN = 'select p.name, sum(fee) as fees from Lessons l join pupils p on p.id = l.pupil group by all order by 1';

  it('joins a file with a resource of a portal, without a token, and says what was read', async () => {
    const { code, stdout, stderr } = await run(`${sources()}select 1;\n${JOIN};\n`, '--format', 'csv');
    assert.deepEqual([code, stdout], [0, 'name,fees\r\nAnn,10.60\r\nZoë,7.00\r\n']);
    const [file, token, copy, ...more] = stderr.split('\n');
    assert.equal(file, 'lessons.csv: 3 records, csv, utf-8, delimiter ";", quote "');
    assert.equal(token, `DATASTORE_TOKEN isn't sent to ${portal}. To send it there, use --token-for ${portal}.`);
    assert.match(copy ?? '', /^Read 2 records of 127\.0\.0\.1:\d+: 1 kB in \d+\.\d s\.$/);
    assert.deepEqual(more, ['']);
    assert.ok(ckan.calls.length > 0 && ckan.calls.every(({ authorization }) => authorization === undefined));
  });

  it('sends the token to the origin of --token-for, and only there', async () => {
    const args = ['--format', 'ndjson', '--token-for', portal];
    assert.equal((await run(`${sources()}select name from pupils where id = 1`, ...args)).stdout, '{"name":"Ann"}\n');
    assert.ok(ckan.calls.some(({ authorization }) => authorization === TOKEN));
    ckan.calls.splice(0);
    assert.equal((await run(`${sources()}select 1 from pupils`, '--token-for', 'http://127.0.0.1:1')).code, 0);
    assert.ok(ckan.calls.every(({ authorization }) => authorization === undefined));
  });

  it('runs the statement of the number, and reads and asks for nothing that it does not need', async () => {
    const { code, stdout, stderr } = await run(`${sources()}select 1 as "a b";\n${JOIN}`, '--statement', '1');
    assert.deepEqual([code, stdout, stderr], [0, 'a b\n───\n  1\n', '']);
    assert.equal(ckan.calls.length, 0);
    const missing = await run('select 1; select 2', '--statement', '3');
    assert.match(missing.stderr, /^--statement: .* has the statements 1 to 2\./);
  });

  it('keeps what it read in --directory, and downloads it again only if it is told to', async () => {
    const directory = ['--directory', place('kept'), '--format', 'csv'];
    const text = `${sources()}select count(*) as n from lessons, pupils`;
    await mkdir(place('kept'), { mode: 0o755 });
    for (const [more, message] of [
      [[], /^Read 2 records of /m],
      [[], /^pupils: the copy of \d{4}-\S+Z is read\. --refresh downloads another one\.$/m],
      [['--refresh'], /^Read 2 records of /m],
    ] as const) {
      ckan.calls.splice(0);
      const { code, stdout, stderr } = await run(text, ...directory, ...more);
      assert.deepEqual([code, stdout], [0, 'n\r\n6\r\n']);
      assert.match(stderr, message);
      assert.equal(ckan.calls.length > 0, message.source.startsWith('^Read'));
    }
    for (const name of await readdir(place('kept')))
      assert.equal((await stat(path.join(place('kept'), name))).mode & 0o077, 0, name);
  });

  it('reads files of other folders only if they are allowed', async () => {
    const file = await document('-- @source l = ../lessons.csv\nselect count(*) as n from l', 'documents/b.sql');
    const refused = await runCli(['sql', file], { ...env });
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /b\.sql, line 1, column 16: \.\.\/lessons\.csv isn't in the folder .* --allow-dir\.\n$/,
    );
    const allowed = await runCli(['sql', file, '--allow-dir', folder, '--format', 'csv'], { ...env });
    assert.deepEqual([allowed.code, allowed.stdout], [0, 'n\r\n3\r\n']);
  });

  const wrong: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    ['no statement', '-- nothing', /a\.datastore\.sql has no statement\.\n$/],
    [
      'a text that has no end',
      "select 1;\nselect 'a",
      /, line 2, column 8: This text has no end\. A quote is missing\.\n$/,
    ],
    [
      'a source that comes twice',
      '-- @source a = b\n-- @source A = c\nselect 1',
      /, line 2, column 12: There is already/,
    ],
    ['a database', '-- @source a = postgres://h/d\nselect 1', /, line 1, column 16: PostgreSQL and Trino tables can't/],
    [
      'a missing file',
      '-- @source a = none.csv\nselect * from a',
      /, line 1, column 16: none\.csv: file not found\.\n$/,
    ],
    ['wrong reading options', '-- @source a = b {"x": 1}\nselect 1', /, line 1, column 18: Reading options: "x" isn't/],
    [
      'a file that is none',
      '-- @source a = "a.datastore.sql" {"fileFormat": "parquet"}\nselect 1 from a',
      /, line 1, column 16: a\.dat/,
    ],
    [
      'a missing source',
      '-- @source l = lessons.csv\nselect *\n  from lesson',
      /, line 3, column 8: There is no source lesson/,
    ],
    [
      'a missing field',
      '-- @source l = lessons.csv\nselect *,\n  nope from l',
      /, line 3, column 3: Referenced column "nope"/,
    ],
    ['what reads files', "select * from read_csv('/etc/passwd')", /, line 1, column 15: The function read_csv can't/],
    ['what writes', 'drop table lessons', /, line 1, column 1: Only SELECT and WITH can run here\.\n$/],
  ];
  for (const [what, text, message] of wrong)
    it(`ends with 2 and a place in the document for ${what}`, async () => {
      const { code, stdout, stderr } = await run(text);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
    });

  it('ends with 2 for wrong arguments', async () => {
    for (const [args, message] of [
      [[], /^Name the file with the SQL/],
      [['a.sql', 'b.sql'], /^"b\.sql": only one SQL document/],
      [['none.sql'], /^none\.sql: file not found\.\n$/],
      [['.'], /^\.: file not found\.\n$/],
      [['none.sql', '--out', 'a.xyz'], /^--format: the file's extension doesn't say/],
      [['none.sql', '--format', 'xlsx'], /^--format: unknown format "xlsx"/],
      [['none.sql', '--token-for', 'x'], /^none\.sql: file not found/],
    ] as const) {
      const { code, stderr } = await runCli(['sql', ...args], { ...env });
      assert.match(stderr, message);
      assert.equal(code, 2);
    }
  });

  it('writes a file in any format of export, and replaces one only with --force', async () => {
    for (const name of ['out.csv', 'out.xlsx', 'out.parquet']) {
      const { code, stdout, stderr } = await run(`${sources()}${JOIN}`, '--out', place(name));
      assert.deepEqual([code, stdout], [0, ''], stderr);
      const outcome = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { records: number; complete: boolean };
      assert.deepEqual([outcome.records, outcome.complete], [2, true]);
    }
    assert.equal(await readFile(place('out.csv'), 'utf8'), 'name,fees\r\nAnn,10.60\r\nZoë,7.00\r\n');
    assert.equal((await stat(place('out.csv'))).mode, (await stat(place('lessons.csv'))).mode);
    const again = await run('select 1 as x', '--out', place('out.csv'));
    assert.match(again.stderr, /out\.csv already exists\. Use --force/);
    assert.equal((await run('select 1 as x', '--out', place('out.csv'), '--force', '--out-lf')).code, 0);
    assert.equal(await readFile(place('out.csv'), 'utf8'), 'x\n1\n');
    const own = await run('-- @source l = lessons.csv\nselect * from l', '--out', place('lessons.csv'), '--force');
    assert.match(own.stderr, /^--out: this is a file that is read/);
  });

  it('leaves the file that was there, and nothing beside it, when it fails', async () => {
    await writeFile(place('old.csv'), 'old');
    const out = ['--out', place('old.csv'), '--force'];
    const failing = `-- @source pupils = http://127.0.0.1:1/dataset/a/resource/${ID}\nselect * from pupils`;
    assert.equal((await run(failing, ...out)).code, 4);
    assert.equal((await run('select nope', ...out)).code, 2);
    // The export can't begin its part.
    await mkdir(place('old.csv.part'));
    const unwritable = await run('select 1 as a', ...out);
    assert.deepEqual([unwritable.code, unwritable.stderr.includes('--resume')], [1, false], unwritable.stderr);
    await rm(place('old.csv.part'), { recursive: true });
    const { child, done } = startCli(['sql', await document(FOREVER), ...out], { ...env });
    await until(async () => (await readdir(temporary)).length > 0, 'it has begun');
    child.kill('SIGINT');
    assert.equal((await done).code, 130);
    assert.equal(await readFile(place('old.csv'), 'utf8'), 'old');
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('old.csv')),
      ['old.csv'],
    );
  });

  it('keeps a previous copy when a download breaks off or is cancelled', async () => {
    const text = `-- @source items = ${portal}/dataset/a/resource/${LONG}\nselect count(*) as n from items`;
    const directory = ['--directory', place('copies'), '--format', 'csv'];
    assert.equal((await run(text, ...directory)).stdout, 'n\r\n500\r\n');
    later = 'are empty';
    const broken = await run(text, ...directory, '--refresh');
    assert.deepEqual([broken.code, broken.stdout], [3, ''], broken.stderr);
    later = 'wait';
    const { child, done } = startCli(['sql', await document(text), ...directory, '--refresh'], { ...env });
    await until(() => Promise.resolve(isWaiting), 'it waits');
    child.kill('SIGINT');
    assert.equal((await done).code, 130);
    const again = await run(text, ...directory);
    assert.deepEqual([again.code, again.stdout], [0, 'n\r\n500\r\n']);
  });

  it('Ctrl+C ends a statement that never ends with 130', async () => {
    const { child, done } = startCli(['sql', await document(FOREVER)], { ...env });
    const folders = async () => (await readdir(temporary)).map((name) => path.join(temporary, name, 'results'));
    const hasBegun = async (each: string) => (await readdir(each).catch(() => [])).length > 0;
    await until(async () => (await Promise.all((await folders()).map(hasBegun))).includes(true), 'it runs');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await done;
    assert.deepEqual([code, stdout, stderr], [130, '', '']);
  });

  it('ends with 3 where there are more than 1,000,000 records, and says so', async () => {
    await writeFile(place('many.csv'), `n\n${Array.from({ length: 1001 }, (_, n) => `${String(n)}\n`).join('')}`);
    const out = ['--out', place('many.out.csv')];
    const { code, stderr } = await run('-- @source k = many.csv\nselect a.n from k a, k b', ...out);
    assert.equal(code, 3, stderr);
    assert.match(stderr, /^There are more than 1,000,000 records\. The others are left out\.$/m);
    const outcome = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { records: number; complete: boolean };
    assert.deepEqual([outcome.records, outcome.complete], [1_000_000, false]);
  });
});
