/** A summary of a file in a panel, answered by our own service: its changes, words, groups and source. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { withExchange } from '../../../src/cli/connection.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { filtersJson } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { QueryChange } from '../../../src/datastore/query/queryChange.ts';
import type { Summary } from '../../../src/datastore/query/summary.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { cellText } from '../../../src/export/recordWriter.ts';
import { Exploration } from '../../../src/records/exploration.ts';
import { statusText } from '../../../src/records/gridResult.ts';
import { textWithSource } from '../../../src/records/selection/textWithSource.ts';
import { answerStatistics } from '../../../src/records/statisticsAnswer.ts';
import { startCli } from '../../support/drivers/commandLine.ts';

const { signal } = new AbortController();
const LINES = ['canton,day,amount,speed', 'ZH,2024-01-05,1.50,0.1', 'ZH,2025-01-06,2.25,0.2', 'BE|1,2024-02-29,4,0.3'];
const SUMMARY: Summary = {
  groups: [{ field: 'canton' }, { field: 'day', unit: 'year' }],
  measures: [
    { calculate: 'sum', field: 'amount' },
    { calculate: 'mean', field: 'speed' },
  ],
};

describe('a summary of a file in a panel', function () {
  this.timeout(40_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'summarized-'));
    await writeFile(path.join(folder, 'things.csv'), `${LINES.join('\n')}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  it('is sorted, filtered and left for the records of a group, and comes back', async () => {
    const { child, done } = startCli(['serve', path.join(folder, 'things.csv')]);
    try {
      const [line] = (await once(child.stdout, 'data')) as [string];
      const served = JSON.parse(line) as { base_url: string; token: string; resources: [{ id: string }] };
      await withExchange({ stderr: new PassThrough(), env: {} }, async (exchange) => {
        const access = () => Promise.resolve({ baseUrl: served.base_url, token: served.token });
        await explore(new DatastoreClient({ exchange, access, dialect: OUR_DIALECT }), served.resources[0].id);
      });
    } finally {
      child.kill();
      await done;
    }
  });
});

async function explore(client: DatastoreClient, resourceId: string): Promise<void> {
  let query: DatastoreQuery = { resourceId };
  const exploration = new Exploration((next) => {
    query = next;
    exploration.visit(next);
  });
  exploration.visit(query);
  const open = async () => {
    const recordFields = await client.fields(resourceId, signal);
    const names = { resource: 'things.csv', server: 'Local files' };
    return { query, client, result: await ResultSet.open(client, query, signal), recordFields, names };
  };
  const change = async (each: QueryChange) => exploration.change(await open(), each, signal);
  const texts = async () => {
    const { result } = await open();
    return (await result.rows(0, 10, signal)).map((row) => row.map((cell) => cellText(cell)).join(' '));
  };

  await change({ kind: 'summarize', summary: SUMMARY });
  assert.deepEqual(await texts(), ['BE|1 2024 4 0.3', 'ZH 2025 2.25 0.2', 'ZH 2024 1.5 0.1']);
  const shown = await open();
  assert.match(statusText(shown.result), /^3 groups · /);
  assert.equal(exploration.question(shown).recordFields?.length, shown.recordFields.length);
  assert.equal(await exploration.stepsOf(shown, 'amount', signal), '0.1');
  assert.equal(await exploration.stepsOf(shown, 'canton', signal), '');
  const { bars, isAll } = await answerStatistics(
    shown,
    { field: 0, ofAll: false, hasSpread: false, onRead: () => undefined },
    signal,
  );
  assert.deepEqual(
    [isAll, bars.map(({ label, filter }) => [label, filter])],
    [
      true,
      [
        ['ZH', undefined],
        ['BE|1', undefined],
      ],
    ],
  );

  const text = await textWithSource(shown, '', signal);
  assert.match(text, /^\| canton \| day:year \| sum:amount \| mean:speed \|\n\| --- \| ---: \| ---: \| ---: \|\n/);
  assert.match(text, /\n\| BE\\\|1 \| 2024 \| 4 \| 0\.3 \|\n/);
  assert.match(
    text,
    /\n\n```text\nthings\.csv · by canton, year of day · sum of amount, mean of speed\nOver 3 records · /,
  );
  assert.match(text, /\n\nPOST \/api\/action\/x_datastore_summarize\n[^]*\n```\n$/);

  await change({ kind: 'sort', keys: [{ field: 'sum:amount', descending: false }] });
  assert.deepEqual(await texts(), ['ZH 2024 1.5 0.1', 'ZH 2025 2.25 0.2', 'BE|1 2024 4 0.3']);
  const values = await exploration.frequentValues(await open(), 'canton', '', signal);
  assert.deepEqual(
    values.values.map(({ label, records }) => [label, records]),
    [
      ['ZH', 2],
      ['BE|1', 1],
    ],
  );
  await change({ kind: 'filterByRecord', row: 0, field: 'canton', add: false });
  assert.deepEqual(await texts(), ['ZH 2024 1.5 0.1', 'ZH 2025 2.25 0.2']);
  await assert.rejects(change({ kind: 'filterByRecord', row: 0, field: 'sum:amount', add: false }), {
    problem: 'noValue',
  });

  await exploration.showGroup(await open(), 1, signal);
  assert.equal(query.summary, undefined);
  assert.equal(filtersJson(query.filters ?? []), '{"canton":"ZH","day":{"gte":"2025-01-01","lt":"2026-01-01"}}');
  assert.equal((await texts()).length, 1);
  assert.equal(exploration.titleOf(-1), 'Show Records of This Group');
  exploration.go(-1);
  assert.deepEqual(await texts(), ['ZH 2024 1.5 0.1', 'ZH 2025 2.25 0.2']);

  const byWeekday: Summary = { groups: [{ field: 'day', unit: 'weekday' }], measures: [{ calculate: 'count' }] };
  await change({ kind: 'summarize', summary: byWeekday });
  await assert.rejects(exploration.showGroup(await open(), 0, signal), /^Problem: Records of one weekday/);
  await change({ kind: 'summarize', summary: { ...byWeekday, top: 1 } });
  await assert.rejects(exploration.showGroup(await open(), 1, signal), /^Problem: \(others\) are the records of many/);
}
