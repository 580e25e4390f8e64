/** `next_page` returns every record once, whatever the type of `_id`. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const COUNT = isFull ? 23 : 13;

/** The type of `_id`, its values, and whether a page can begin after the last one. */
const TABLES: Readonly<Record<string, readonly [definition: string, value: string, hasNextPage: boolean]>> = {
  int2: ['int2 primary key', 'n', true],
  int4: ['int4 primary key', 'n', true],
  int8: ['int8 primary key', '9007199254740980 + n', true],
  greatest: ['int8 primary key', '9223372036854775807 - n', true],
  negative: ['int8 primary key', '-9007199254741003 + n', true],
  index: ['int4 not null unique', 'n * 7 - 50', true],
  domain: ['whole primary key', 'n', true],
  numeric: ['numeric primary key', 'n + 0.5', false],
  digits: ['numeric primary key', '10::numeric ^ 30 + n', false],
  float8: ['float8 primary key', 'n / 3.0', false],
  uuid: ['uuid primary key', 'md5(n::text)::uuid', false],
  text: ['text primary key', `'x' || n`, false],
  texts: ['text primary key', 'n::text', false],
  date: ['date primary key', `date '2020-01-01' + n`, false],
  duplicates: ['int4', 'n % 3', false],
  nulls: ['int8', 'nullif(n % 5, 0)', false],
};

describe('next_page of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create domain whole as int8;
       ${Object.entries(TABLES)
         .map(
           ([name, [definition, value]]) =>
             `create table "${name}" (_id ${definition}, n int);
              insert into "${name}" select ${value}, n from generate_series(1, ${String(COUNT)}) n;
              create view "view of ${name}" as select * from "${name}";`,
         )
         .join('\n')}`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  /** Reads all records by `next_page`, or by offset if there is none. */
  async function follow(query: object, limit: number) {
    const all: ExactValue[] = [];
    let pages = 0;
    let filters: ExactValue | undefined;
    for (;;) {
      const where = filters === undefined ? { offset: all.length } : { filters };
      const body = { ...query, ...where, limit, include_next_page: true } as ExactValue;
      const { status, text, result } = await served.post('datastore_search', stringifyExact(body));
      assert.equal(status, 200, text);
      const records = member(result, 'records') as readonly Record<string, ExactValue>[];
      all.push(...records.map(({ n }) => n ?? null));
      filters = member(result, 'next_page');
      if (filters !== undefined) pages += 1;
      if (records.length < limit) return { all, pages };
    }
  }

  for (const [name, [, , hasNextPage]] of Object.entries(TABLES))
    for (const limit of [1, 3, 10])
      it(`by ${String(limit)}: ${name}`, async () => {
        for (const [resource_id, sort, has] of [
          [name, '', hasNextPage],
          [name, '_id desc', hasNextPage],
          [`view of ${name}`, '', false],
          [`view of ${name}`, '_id', false],
        ] as const) {
          const { all, pages } = await follow({ resource_id, sort }, limit);
          assert.deepEqual(
            all.toSorted((one, other) => Number(one) - Number(other)),
            Array.from({ length: COUNT }, (_, at) => at + 1),
            `${resource_id} ${sort}`,
          );
          assert.equal(pages > 0, has, resource_id);
        }
      });
});
