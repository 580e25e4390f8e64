/** Runs statements of documents by the supervisor and its real child process. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { StatementRefused } from '../../../src/service/resource/statementRefused.ts';
import { servicePath } from '../../support/drivers/builtProgram.ts';
import { until } from '../../../tools/vscode/until.ts';

const RESULT = '11111111-2222-5333-8444-666666666666';
const TIME_VARIABLE = 'DATASTORE_EXPLORER_SQL_SECONDS';
const ENDLESS = 'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r';
/** The engine plans this statement for minutes. */
const CHAIN = `with t as (select 1 as x) select count(*) from t a0 ${Array.from(
  { length: 500 },
  (_, at) => `join t a${String(at + 1)} on a${String(at + 1)}.x = a0.x`,
).join(' ')}`;
/** The statement gives 3^13 records of the three in `lessons`. */
const MANY = `select row_number() over () as n from ${'abcdefghijklm'.replaceAll(/./g, ', lessons $&').slice(2)} order by n`;
/** A result whose writing takes longer than an abort needs to arrive. */
const LONG = `select ${Array.from({ length: 4 }, (_, at) => `md5(cast(n + ${String(at)} as varchar)) as c${String(at)}`).join(', ')} from (${MANY})`;
const FILLS = `with recursive r(n) as (select 1 union all select n + 1 from r where n < 100000)
  select length(string_agg(n || repeat('x', 60000), '')) from r`;
const never = new AbortController().signal;

describe('EmbeddedDatastore.runStatement', function () {
  this.timeout(60_000);
  let folder: string;
  let local: EmbeddedDatastore;
  let results: EmbeddedDatastore;
  const ids = new Map<string, string>();

  const open = (name: string): EmbeddedDatastore =>
    new EmbeddedDatastore({
      servicePath,
      directory: path.join(folder, name),
      memoryLimitMb: () => 512,
      log: () => undefined,
    });
  const run = (sql: string, signal = never, names: readonly string[] = [...ids.keys()]) =>
    local.runStatement(
      {
        sql,
        sources: names.map((name) => ({ name, resourceId: ids.get(name) ?? '' })),
        result: { id: RESULT, name: 'joined.datastore.sql', directory: path.join(folder, 'results') },
      },
      signal,
    );
  const answer = async (action: string, more = ''): Promise<string> => {
    const { baseUrl, token } = await results.access(never);
    const url = `${baseUrl}/api/action/${action}?resource_id=${RESULT}${more}`;
    return (await fetch(url, { headers: { Authorization: token } })).text();
  };
  const search = async () => {
    const { result } = JSON.parse(await answer('datastore_search')) as {
      result: { records: object[]; fields: { id: string; type: string }[] };
    };
    return result;
  };
  const refused = async (sql: string): Promise<StatementRefused> => {
    try {
      await run(sql);
    } catch (error) {
      assert.ok(error instanceof StatementRefused, String(error));
      return error;
    }
    throw new Error(`It ran: ${sql.slice(0, 100)}`);
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'run-statement-'));
    local = open('data');
    results = open('results');
    const files = {
      lessons: 'day,pupil,fee\n2026-01-02,1,10.50\n2026-01-03,2,7\n2026-01-04,1,0.10\n',
      Pupils: 'id,name\n1,Ann\n2,"Zoë"\n',
    };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, `${name}.csv`);
      await writeFile(file, text);
      ids.set(name, (await local.importFile(file, {}, never)).id);
    }
  });
  after(async () => {
    local.dispose();
    results.dispose();
    await rm(folder, { recursive: true });
  });

  it('makes a resource of the records of a join, in the order of the statement', async () => {
    const { resource, isCut } = await run(
      'select p.name, sum(l.fee) as fees, max(day) as latest from LESSONS l join pupils p on p.id = l.pupil group by all order by name desc',
    );
    assert.deepEqual([resource.id, resource.records, isCut], [RESULT, 2, false]);
    assert.deepEqual(await search().then(({ records }) => records), [
      { _id: 1, name: 'Zoë', fees: 7, latest: '2026-01-03' },
      { _id: 2, name: 'Ann', fees: 10.6, latest: '2026-01-04' },
    ]);
    assert.deepEqual(
      await readdir(path.join(folder, 'results')).then((names) => names.filter((n) => n.startsWith('import-'))),
      [],
    );
  });

  it('tells what is wrong, and where', async () => {
    const cases: readonly (readonly [string, RegExp, number | undefined])[] = [
      ["select 'é' as a, nope from lessons", /Referenced column "nope" not found/, 17],
      ['select l.nope from lessons l', /^Table "l" does not have a column named "nope"/, 7],
      ['select 1 frm from from x', /syntax error at or near "from"/, 18],
      ['select * from lesson', /There is no source lesson\. The sources are: lessons, Pupils\./, 14],
      ["select * from read_csv('/etc/passwd')", /The function read_csv can't be called here/, 14],
      ['select 1 union all select glob(1)', /The function glob can't be called here/, 26],
      ['drop table lessons', /Only SELECT and WITH can run here/, undefined],
      ['select 1; select 2', /These are several statements/, undefined],
      ['', /Only SELECT and WITH/, undefined],
      ['select 1 \0; select 2', /NUL can't be used here/, 9],
      [`select ${'1 + '.repeat(1 << 18)} 1`, /longer than 65536 characters/, undefined],
      [`select ${'abs('.repeat(5000)}1${')'.repeat(5000)}`, /nested too deeply/, 19_999],
      [`select ${'1 + '.repeat(3000)}1`, /nested too deeply/, undefined],
      ['select * from main.lessons', /main\.lessons isn't allowed/, 14],
      [FILLS, /^Query needs more memory than the datastore may use: it was stopped at /, undefined],
      ['select cast(name as integer) from pupils', /Could not convert string 'Ann'/, 7],
    ];
    for (const [sql, message, at] of cases) {
      const error = await refused(sql);
      assert.match(error.message, message);
      assert.equal(error.at, at, sql.slice(0, 100));
    }
  });

  it('keeps every digit, and gives names as files do', async () => {
    await run(
      `select 123456789012345678901234567890.12345678::decimal(38, 8) as big, 170141183460469231731687303715884105727 as huge,
        date '2026-01-02' as day, timestamp '2026-01-02 03:04:05' as moment, interval '1 month 2 days' as span,
        [1.50, null] as list, {'a': 9007199254740993, 'b c': [date '2026-01-02']} as struct, row(1, 'x') as pair,
        '{"k": 1.10}'::json as doc, true as yes, null as nothing, 1 as _id, 2 as "_ID", 3 as a, 4 as a,
        0.1::double as d, 'nan'::double as nan, count(*), '' as "ü "" €" from lessons`,
    );
    const text = await answer('datastore_search');
    assert.equal(
      text.slice(text.indexOf('"records":')),
      '"records":[{"_id":1,"big":123456789012345678901234567890.12345678,"huge":170141183460469231731687303715884105727,' +
        '"day":"2026-01-02","moment":"2026-01-02T03:04:05","span":"1 month 2 days","list":[1.50,null],' +
        '"struct":{"a":9007199254740993,"b c":["2026-01-02"]},"pair":{"1":1,"2":"x"},"doc":{"k": 1.10},"yes":true,' +
        '"nothing":null,"_id (2)":1,"_ID":2,"a":3,"a (2)":4,"d":0.1,"nan":"NaN","count_star()":3,"ü \\" €":""}]}}',
    );
    assert.equal((await results.fields(RESULT))?.[0]?.type, 'numeric');
    assert.equal(await results.fields('11111111-2222-5333-8444-000000000000'), undefined);
  });

  it('keeps quotes in the names of members and in the values of an enum', async () => {
    await run(`select {'a," b': 1, '("" ': row(2)} as s, '("" '::enum('("" ', '''') as e`);
    const { records } = await search();
    assert.deepEqual(records, [{ _id: 1, s: { 'a," b': 1, '("" ': { 1: 2 } }, e: '("" ' }]);
  });

  it('shows the columns of people, and its own ones to those who name them', async () => {
    for (const condition of ['', ` where "fee" is not null or 'school_id' = ''`]) {
      await run(`select * from lessons${condition}`);
      assert.deepEqual(
        (await search()).fields.map(({ id }) => id),
        ['_id', 'day', 'pupil', 'fee'],
      );
    }
    await run('select _id as number, _full_text as text from lessons where _id = 2');
    assert.deepEqual((await search()).records, [{ _id: 1, number: 2, text: '2026-01-03 2 7' }]);
    await run(
      'select pupil, day from lessons qualify row_number() over (partition by pupil order by day desc) = 1 order by 1',
    );
    assert.equal((await search()).records.length, 2);
    // A number has the decimals of its file, as in the grid.
    await run('select fee from lessons');
    assert.match(await answer('datastore_search'), /"fee":10\.50\}.*"fee":7\.00\}.*"fee":0\.10\}/);
  });

  it('cuts at 1,000,000 records, which stay in order', async () => {
    const { resource, isCut } = await run(MANY);
    assert.deepEqual([resource.records, isCut], [1_000_000, true]);
    const text = await answer('datastore_search', '&offset=999999');
    assert.match(text, /"records":\[\{"_id":1000000,"n":1000000\}\]/);
  }).timeout(300_000);

  it('leaves the previous result when a statement fails, is cancelled, takes too long or too much', async () => {
    await run('select 42 as kept');
    const names = async (): Promise<readonly string[]> => readdir(path.join(folder, 'results'));
    const before = (await names()).filter((name) => !name.startsWith('spill-'));
    const stop = new AbortController();
    const cancelled = run(ENDLESS, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await assert.rejects(cancelled, /^Error: enough$/);
    const late = new AbortController();
    const written = run(LONG, late.signal);
    void until(async () => {
      const work = (await names()).find((name) => name.startsWith('import-')) ?? '';
      return (await readdir(path.join(folder, 'results', work)).catch(() => [''])).includes('data.part');
    }, 'the result is being written').then(() => late.abort(new Error('too late')));
    await assert.rejects(written, /^Error: too late$/);
    assert.match((await refused("select cast('x' as integer) from lessons")).message, /Could not convert/);
    process.env[TIME_VARIABLE] = '2';
    try {
      for (const sql of [ENDLESS, CHAIN]) {
        const ended = await refused(sql);
        assert.match(`${ended.ending} ${ended.message}`, /^(?:time|memory) Query (?:took too long|needs more memory)/);
      }
    } finally {
      Reflect.deleteProperty(process.env, TIME_VARIABLE);
    }
    assert.deepEqual((await search()).records, [{ _id: 1, kept: 42 }]);
    assert.deepEqual(
      (await names()).filter((name) => !name.startsWith('spill-')),
      before,
    );
  });

  it('says that a folder of results may not be written', async () => {
    const directory = path.join(folder, 'lessons.csv');
    const result = { id: RESULT, name: 'x', directory: path.join(directory, 'results') };
    await assert.rejects(local.runStatement({ sql: 'select 1', sources: [], result }, never), /ENOTDIR|permission/);
  });

  it('reads what a source has now, and says which source is gone', async () => {
    const file = path.join(folder, 'changing.csv');
    const rewrite = async (text: string): Promise<void> => {
      await writeFile(file, text);
      ids.set('changing', (await local.importFile(file, {}, never)).id);
    };
    await rewrite('a\n1\n');
    await run('select a from changing');
    await rewrite('a,b\n2,x\n');
    await run('select * from changing');
    assert.deepEqual((await search()).records, [{ _id: 1, a: 2, b: 'x' }]);
    await rewrite('c\n3\n');
    assert.match((await refused('select b from changing')).message, /Referenced column "b" not found/);
    await local.remove(ids.get('changing') ?? '');
    assert.match((await refused('select c from changing')).message, /The records of changing are gone/);
    await run('select count(*) from lessons');
    ids.delete('changing');
  });
});
