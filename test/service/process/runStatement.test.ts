/** Runs statements of documents by the supervisor and its real child process. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { StatementRefused } from '../../../src/service/resource/statementRefused.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const RESULT = '11111111-2222-5333-8444-666666666666';
const never = new AbortController().signal;

describe('EmbeddedDatastore.runStatement', function () {
  this.timeout(60_000);
  let folder: string;
  let local: EmbeddedDatastore;
  let results: EmbeddedDatastore;
  const ids = new Map<string, string>();

  const open = (name: string): EmbeddedDatastore =>
    new EmbeddedDatastore({
      servicePath: path.join(projectRoot, 'src/service/process/main.ts'),
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
  const search = async () => {
    const { baseUrl, token } = await results.access(never);
    const url = `${baseUrl}/api/action/datastore_search?resource_id=${RESULT}`;
    const answer = await fetch(url, { headers: { Authorization: token } });
    const { result } = (await answer.json()) as {
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
    throw new Error(`It ran: ${sql}`);
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
      ['select 1 frm from from x', /syntax error at or near "from"/, 18],
      ['select * from lesson', /There is no source lesson\. The sources are: lessons, Pupils\./, 14],
      ["select * from read_csv('/etc/passwd')", /The function read_csv can't be called here/, 14],
      ['select 1 union all select glob(1)', /The function glob can't be called here/, 26],
      ['drop table lessons', /Only SELECT and WITH can run here/, undefined],
      ['select 1; select 2', /These are several statements/, undefined],
      ['', /Only SELECT and WITH/, undefined],
      ['select * from main.lessons', /main\.lessons isn't allowed/, 14],
      ['select cast(name as integer) from pupils', /Could not convert string 'Ann'/, 7],
    ];
    for (const [sql, message, at] of cases) {
      const error = await refused(sql);
      assert.match(error.message, message, sql);
      assert.equal(error.at, at, sql);
    }
  });
});
