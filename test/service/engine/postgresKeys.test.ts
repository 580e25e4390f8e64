/** Pages go by the fields that identify a record of a PostgreSQL table, as PostgreSQL reports them. */
import assert from 'node:assert/strict';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { PostgresCluster } from './postgresCluster.ts';

const never = new AbortController().signal;

describe('the key of a table of PostgreSQL', () => {
  let cluster: PostgresCluster;
  before(async () => {
    cluster = await PostgresCluster.start();
  });
  after(() => cluster.stop());

  const columns = 'a int not null, b text not null, c int';
  for (const [what, sql, key] of [
    ['is its primary key', `create table t (${columns}, unique (a), primary key (b, a))`, ['b', 'a']],
    ['is a unique index', `create table t (${columns}); create unique index on t (b)`, ['b']],
    ['is the shortest of them', `create table t (${columns}, unique (a, b)); create unique index on t (b)`, ['b']],
    [
      'has none of the columns that the index holds besides',
      `create table t (${columns}); create unique index on t (a) include (b, c)`,
      ['a'],
    ],
    [
      'is that of a partitioned table',
      `create table t (${columns}, unique (a)) partition by hash (a);
       create table part partition of t for values with (modulus 1, remainder 0)`,
      ['a'],
    ],
    ['is no index of a column that may be NULL', `create table t (${columns}, unique (c), unique (a, c))`, []],
    ['is no index of some records', `create table t (${columns}); create unique index on t (a) where c > 1`, []],
    ['is no index of expressions', `create table t (${columns}); create unique index on t (lower(b))`, []],
    ['is no index of equal values', `create table t (${columns}); create index on t (a)`, []],
    [
      'is none where heirs have records of their own',
      `create table t (${columns}, primary key (a)); create table heir () inherits (t)`,
      [],
    ],
  ] as const)
    it(what, async () => {
      await cluster.sql(`drop table if exists t cascade; ${sql}`);
      const datastore = await openPostgres(postgresOptions(cluster.url()));
      const facts = await datastore.facts('t', never);
      await datastore.close();
      assert.deepEqual(facts?.indexes, key.length === 0 ? [] : [key]);
    });
});
