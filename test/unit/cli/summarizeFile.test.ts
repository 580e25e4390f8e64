/** Summaries of a file by our own service: what the command line writes, and the records of each group. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import { recordsOfGroup } from '../../../src/datastore/query/groupConditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { Summary } from '../../../src/datastore/query/summary.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { withExchange } from '../../../src/cli/connection.ts';
import { runCli, startCli } from '../../support/drivers/commandLine.ts';

const LINES = [
  'canton,day,amount,speed,at',
  'ZH,2024-01-05,1.50,0.1,2024-01-05T23:30:00+00:00',
  'ZH,2024-12-31,2.25,0.2,2024-12-31T23:30:00Z',
  'zh,2024-03-31,-0.25,1,2024-03-31T00:59:59Z',
  'BE,2024-02-29,9007199254740993.10,0.3,2025-01-01T00:00:00Z',
  ',2023-12-31,-4,,2024-06-01T10:00:00Z',
  'GE,,100,5,2024-10-27T00:30:00Z',
];

describe('a summary of a file', function () {
  this.timeout(40_000);

  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'summary-'));
    file = path.join(folder, 'things.csv');
    await writeFile(file, `${LINES.join('\n')}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  const summarize = (...args: readonly string[]) => runCli(['summarize', file, ...args]);

  it('is written with exact sums and means, missing values as one group, and the others from their records', async () => {
    const measures = ['count', 'sum:amount', 'mean:amount', 'share'].flatMap((name) => ['--measure', name]);
    const { code, stdout } = await summarize('--by', 'canton', ...measures, '--top', '2', '--format', 'csv');
    assert.deepEqual(
      [code, stdout.split('\r\n')],
      [
        0,
        [
          'canton,count,sum:amount,mean:amount,share',
          'ZH,2,3.75,1.875,33.33',
          'BE,1,9007199254740993.1,9007199254740993,16.67',
          '(others),3,95.75,31.91666666666667,50.00',
          '',
        ],
      ],
    );
  });

  it('of no records has no rows, or one without groups', async () => {
    const none = ['--filters', '{"canton":"XX"}', '--format', 'json'];
    assert.deepEqual(JSON.parse((await summarize('--by', 'canton', ...none)).stdout), []);
    const { stdout } = await summarize('--measure', 'count', '--measure', 'sum:amount', ...none);
    assert.deepEqual(JSON.parse(stdout), [{ count: 0, 'sum:amount': null }]);
  });

  const groups: Summary['groups'][] = [
    [{ field: 'canton' }],
    [{ field: 'amount' }],
    [{ field: 'amount', width: '100' }],
    [{ field: 'amount', width: '0.5' }],
    [{ field: 'day', unit: 'year' }, { field: 'canton' }],
    [{ field: 'day', unit: 'quarter' }],
    [
      { field: 'day', unit: 'week' },
      { field: 'day', unit: 'month' },
    ],
    ...(['year', 'quarter', 'month', 'week', 'day'] as const).map((unit) => [{ field: 'at', unit }] as const),
    [{ field: 'at' }],
    [{ field: 'day' }],
    [],
  ];
  it('leads from each row to exactly its records', async () => {
    const { child, done } = startCli(['serve', file]);
    const { signal } = new AbortController();
    const io = { stderr: new PassThrough(), env: {} };
    let rows = 0;
    try {
      const [line] = (await once(child.stdout, 'data')) as [string];
      const served = JSON.parse(line) as { base_url: string; token: string; resources: [{ id: string }] };
      const resourceId = served.resources[0].id;
      await withExchange(io, async (exchange) => {
        const access = () => Promise.resolve({ baseUrl: served.base_url, token: served.token });
        const client = new DatastoreClient({ exchange, access, dialect: OUR_DIALECT });
        const fields = await client.fields(resourceId, signal);
        for (const filters of ['{}', '{"amount":{"gt":-1}}', '{"amount":[1.5,2.25,100,-4],"day":{"lt":"2024-12-31"}}'])
          for (const each of groups)
            for (const zone of ['UTC', 'Europe/Zurich']) {
              const query: DatastoreQuery = {
                resourceId,
                ...(filters !== '{}' && { filters: conditionsOf(filters) }),
                summary: { groups: each, measures: [{ calculate: 'count' }], zone },
              };
              const result = await ResultSet.open(client, query, signal);
              const { summary: facts, fields: columns, rowCount } = result;
              assert.ok(facts);
              for (const row of await result.rows(0, rowCount, signal)) {
                const at = { columns, row, isLast: false, facts };
                const records = recordsOfGroup(query, at, { fields, hasRanges: true, takesConditions: true });
                assert.ok(!('problem' in records), JSON.stringify([each, row]));
                assert.equal(await client.count(records, signal), row.at(-1), JSON.stringify([each, row, records]));
                rows += 1;
              }
            }
      });
    } finally {
      child.kill('SIGTERM');
      await done;
    }
    assert.ok(rows > 100);
  });
});
