/** S15: views of databases that other people wrote. Each is a stranger's SQL (docs/security.md 12). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDuckdb } from '../service/reading/fileImport.ts';
import { startCli } from '../support/drivers/commandLine.ts';
import { isFull } from '../support/results/full.ts';
import { Cases } from './cases.ts';

const SECRET = 'private-text-of-this-machine';
/** Lower than the real limit, which is 60 seconds. */
const SECONDS = isFull ? '5' : '2';
const ENDLESS = 'with recursive r(x) as (select 1 union all select x + 1 from r) select x from r';

const OUTSIDE = /^The view reads more than its own file/;
const ENDED = new RegExp(`^Reading the view was stopped after ${SECONDS} seconds|^The view has far more values`);
const TOO_LARGE = /^Loading it was stopped because it needed more|larger than 128 MiB|more memory/;
const UNSAFE = /unsafe use of|no such function/;

type HostileView = readonly [name: string, sql: string, says: RegExp];

const IN_DUCKDB = (file: string, folder: string): readonly HostileView[] => [
  ['read_text', `select * from read_text('${file}')`, OUTSIDE],
  ['read_csv', `select * from read_csv('${file}', header = false)`, OUTSIDE],
  ['a file as a table', `select * from '${file}'`, OUTSIDE],
  ['read_blob in a macro', `select * from reads('${file}')`, OUTSIDE],
  ['names of files', `select * from glob('${folder}/*')`, OUTSIDE],
  ['a recursion without a record', `select * from (${ENDLESS}) where x < 0`, ENDED],
  ['a hundred billion numbers', 'select * from range(100000000000)', ENDED],
  ['series times series', 'select 1 i from range(9999999) a(x), range(9999999) b(y) where x + y < 0', ENDED],
  [
    'a text of gigabytes',
    `select repeat('x', 3000000000 + i) t from honest`,
    /^This needs more memory|^Loading it was stopped|never ends/,
  ],
];

const IN_SQLITE = (file: string): readonly HostileView[] => [
  ['a program', `select load_extension('${file}')`, UNSAFE],
  ['readfile', `select readfile('${file}')`, UNSAFE],
  ['writefile', `select writefile('${file}', 'x')`, UNSAFE],
  ['edit', `select edit('${file}')`, UNSAFE],
  ['a tokenizer', `select fts3_tokenizer('x', x'00')`, UNSAFE],
  ['a pragma', 'select * from pragma_database_list', UNSAFE],
  ['a pragma that writes', 'select * from pragma_user_version(7)', UNSAFE],
  ['bytes of gigabytes', 'select zeroblob(2000000000) z, randomblob(2000000000) r', TOO_LARGE],
  ['a recursion', ENDLESS, ENDED],
  ['a recursion without a record', `select * from (${ENDLESS}) where x < 0`, ENDED],
  ['views that multiply', 'select * from v9', /too many references|never ends|more than 2 GB/],
];

/** Each is four times the view before it. */
const MULTIPLIED = Array.from({ length: 10 }, (_, at) => {
  const before = `select * from v${String(at - 1)}`;
  return `create view v${String(at)} as ${at === 0 ? 'select 1 x' : [before, before, before, before].join(' union all ')}`;
});

interface Ready {
  readonly base_url: string;
  readonly token: string;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
}

/** What `serve` says of a file until it's ready, and the records that it gives out, by the resource's name. */
async function served(folder: string, file: string) {
  const args = ['serve', '--port', '0', '--directory', path.join(folder, 'data'), file];
  const { child, done } = startCli(args, { DATASTORE_EXPLORER_SQL_SECONDS: SECONDS });
  const { base_url, token, resources } = await new Promise<Ready>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text) as Ready);
    });
    void done.then(({ code, stderr }) => reject(new Error(`${String(code)}: ${stderr}`)));
  });
  const records: Record<string, string> = {};
  for (const { id, name } of resources) {
    const address = `${base_url}/api/action/datastore_search?resource_id=${id}`;
    records[name] = await (await fetch(address, { headers: { Authorization: token } })).text();
  }
  child.kill();
  return { said: (await done).stderr, records };
}

describe('S15: a view of a foreign database', function () {
  this.timeout(300_000);
  const cases = new Cases();
  let folder: string;
  let secret: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'views-'));
    secret = path.join(folder, 'private.csv');
    await writeFile(secret, SECRET);
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    cases.count('S15', 'hostile views are refused or stopped, and said, and the tables beside them are read');
  });

  const judge = async (file: string, views: readonly HostileView[]): Promise<void> => {
    const { said, records } = await served(folder, path.join(folder, file));
    const all = said + JSON.stringify(records);
    cases.judge(`${file} gives out no private text`, !all.includes(SECRET));
    cases.judge(`${file}: its table`, records[`${file}: honest`]?.includes('"i":1') === true);
    for (const [name, , says] of views) {
      const line = said.split('\n').find((each) => each.includes(`${file}, "${name}": `)) ?? '';
      const reason = line.slice(line.indexOf(`"${name}": `) + name.length + 4);
      const isRefused = line.startsWith('left out: ') && says.test(reason);
      cases.judge(`${file}, ${name}: ${line}`, isRefused && records[`${file}: ${name}`] === undefined);
    }
  };

  it('of DuckDB is refused or stopped', async () => {
    const views = IN_DUCKDB(secret, folder);
    await withDuckdb(
      `attach '${path.join(folder, 'foreign.duckdb')}' as foreign_`,
      'use foreign_',
      'create table honest as select 1 i',
      'create macro reads(f) as table select * from read_blob(f)',
      ...views.map(([name, sql]) => `create view "${name}" as ${sql}`),
    );
    await judge('foreign.duckdb', views);
  });

  it('of SQLite is refused or stopped', async () => {
    const views = IN_SQLITE(secret);
    const database = new DatabaseSync(path.join(folder, 'foreign.sqlite'));
    database.exec('create table honest (i); insert into honest values (1)');
    for (const sql of [...views.map(([name, sql]) => `create view "${name}" as ${sql}`), ...MULTIPLIED])
      database.exec(sql);
    database.close();
    await judge('foreign.sqlite', views);
  });
});
