/** Statistics and value lists calculated by a real PostgreSQL equal those counted by hand. */
import assert from 'node:assert/strict';
import { fieldKind } from '../../../src/base/field.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { DATABASE_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { allStatistics } from '../../../src/datastore/statistics/allStatistics.ts';
import { frequentValues } from '../../../src/datastore/statistics/frequentValues.ts';
import { statisticsOf } from '../../../src/datastore/statistics/statistics.ts';
import { ValueTally } from '../../../src/datastore/statistics/valueTally.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import type { FieldStatistics } from '../../../src/messages/fieldStatistics.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { PostgresCluster } from './postgresCluster.ts';

const never = new AbortController().signal;

describe('summaries of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let client: DatastoreClient;

  before(async () => {
    cluster = await PostgresCluster.start();
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    const { baseUrl, token } = server;
    client = new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect: DATABASE_DIALECT,
    });
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  it('have statistics of every record, equal to those counted by hand, and lists of values', async () => {
    await cluster.sql(
      `create table counted (id int primary key, price numeric, weight float8, size int8, word text, day date,
         moment timestamp, at timestamptz, flag boolean, key uuid, net inet, tags text[], data json);
       insert into counted select n, case when n % 11 > 0 then n * 1.25 + 0.001 end, n / 8.0, 9007199254740993 + n,
         case n % 4 when 0 then '' when 1 then 'Red' when 2 then 'green' end, date '2015-01-01' + n % 900,
         timestamp '2020-02-28 23:59:59.5' + n * interval '1 hour', timestamptz '2020-01-01 00:00:00+02' + n * interval '1 s',
         n % 3 = 0, md5(n::text)::uuid, ('10.0.0.' || n % 9)::inet, array[n::text], '{"a":1}' from generate_series(1, 1000) n;
       update counted set weight = 'NaN', price = 'NaN' where id in (8, 9); update counted set weight = '-Infinity' where id = 7;`,
    );
    const set = await ResultSet.open(
      client,
      { resourceId: 'counted', filters: conditionsOf('{"word":{"not":["green"]}}') },
      never,
    );
    const tallies = set.fields.map(({ type }) => new ValueTally(fieldKind(type)));
    for (const row of await set.rows(0, 1000, never)) tallies.forEach((tally, place) => tally.take(row[place] ?? null));
    const labels = ({ bars, notFinite = [], ...rest }: FieldStatistics) => ({
      ...rest,
      ...{ median: undefined, quartile1: undefined, quartile3: undefined, deviation: undefined },
      bars: [...bars, ...notFinite].map(({ label, records }) => [label, records]),
    });
    const readAll = () => assert.fail('reads no records');
    for (const [place, field] of set.fields.entries()) {
      const asked = { client, query: set.query, fields: set.fields, field, readAll, onRead: () => undefined };
      const { statistics } = await allStatistics(asked, never);
      const tally = tallies[place] ?? assert.fail();
      const hand = await statisticsOf(tally, { id: field.id, kind: tally.kind, hasRanges: true }, never);
      const [{ min, max, ...counted }, { min: least, max: greatest, ...expected }] = [statistics, hand].map(labels) as [
        ReturnType<typeof labels>,
        ReturnType<typeof labels>,
      ];
      assert.deepEqual({ ...counted, isAll: false }, expected, field.id);
      // The collation decides which text is the least.
      if (tally.kind !== 'text') assert.deepEqual([min, max], [least, greatest], field.id);
    }
    const word = set.fields.find(({ id }) => id === 'word') ?? assert.fail();
    const { values, isAll } = await frequentValues(client, set, set.query, { field: word, part: 'RE' }, never);
    assert.deepEqual(
      [values.map(({ label, records }) => [label, records]), isAll],
      [
        [
          ['Red', 250],
          ['green', 250],
        ],
        true,
      ],
    );
  });

  it('have quartiles, medians and deviations of numbers without NaN', async () => {
    await cluster.sql(
      `create table spread (id int primary key, price numeric, weight float8);
       insert into spread values (1, 1.50, 0.1), (2, 'NaN', 'Infinity'), (3, 2.25, 0.5), (4, 10, null), (5, -0.75, 2);`,
    );
    const { baseUrl, token } = server;
    const calculations = ['price', 'weight'].flatMap((field) =>
      ['quartile1', 'median', 'quartile3', 'deviation'].map((calculate) => ({ calculate, field })),
    );
    const response = await fetch(`${baseUrl}/api/action/x_datastore_summary`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resource_id: 'spread', calculations }),
    });
    const { result } = (await response.json()) as { result: { records: unknown } };
    assert.deepEqual(result.records, [
      ['-0.75', '1.875', '2.25', '4.67707173346743', '0.1', '0.5', '2', '1.00166528008778'],
    ]);
  });
});
