/** Comments on tables and columns of PostgreSQL are shown, and the number of records that it estimates. */
import assert from 'node:assert/strict';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import type { Datastore } from '../../../src/service/question/datastore.ts';
import { shownResource } from '../../../src/service/api/datasetActions.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { PostgresCluster } from './postgresCluster.ts';

describe('comments and estimates of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let datastore: Datastore;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table trees (id int primary key, height numeric);
       comment on table trees is 'Trees in the city''s care';
       comment on column trees.height is 'In metres';
       insert into trees select n, n from generate_series(1, 1234) n; analyze trees;
       create table fresh (n int);
       create view tall as select * from trees where height > 10;
       comment on view tall is 'Trees above 10 m';
       create materialized view counted as select count(*) as n from trees; analyze counted;`,
    );
    datastore = await openPostgres(postgresOptions(cluster.url()));
  });
  after(async () => {
    await datastore.close();
    await cluster.stop();
  });

  it('are in the list of tables and views', async () => {
    const listed = (await datastore.list()).map(shownResource);
    assert.deepEqual(
      listed.map(({ name, format, description, x_estimated_records }) => ({
        ...{ name, format, description, x_estimated_records },
      })),
      [
        { name: 'counted', format: 'VIEW', description: '', x_estimated_records: undefined },
        { name: 'fresh', format: '', description: '', x_estimated_records: undefined },
        { name: 'tall', format: 'VIEW', description: 'Trees above 10 m', x_estimated_records: undefined },
        { name: 'trees', format: '', description: "Trees in the city's care", x_estimated_records: 1234 },
      ],
    );
  });

  it('are notes of the fields', async () => {
    const table = await datastore.open('trees', new AbortController().signal);
    assert.deepEqual(
      table?.fields.map(({ id, info }) => [id, info]),
      [
        ['id', undefined],
        ['height', { notes: 'In metres' }],
      ],
    );
  });
});
