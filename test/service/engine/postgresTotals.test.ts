/** Totals of PostgreSQL are estimated only if the estimate is about the records that the role sees. */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { PostgresCluster } from './postgresCluster.ts';

const MANY = 120_000;

describe('totals of PostgreSQL', () => {
  let cluster: PostgresCluster;
  const servers = new Map<string, RunningServer>();

  before(async () => {
    cluster = await PostgresCluster.start();
    const rows = (count: number) => `select n, 'x' from generate_series(1, ${String(count)}) n`;
    await cluster.sql(
      `create role reader login; create role owner_of_rows login bypassrls;
       create table plain (n int, owner text); insert into plain ${rows(MANY)};
       create table rows_of (n int, owner text); insert into rows_of ${rows(MANY)};
       update rows_of set owner = 'reader' where n <= 7;
       alter table rows_of enable row level security;
       create policy own on rows_of using (owner = current_user);
       create table parent (n int, owner text); insert into parent ${rows(MANY)};
       create table heir () inherits (parent); insert into heir ${rows(5)};
       create table split (n int, owner text) partition by range (n);
       create table split_1 partition of split for values from (0) to (60001);
       create table split_2 partition of split for values from (60001) to (1000000) partition by range (n);
       create table split_2_1 partition of split_2 for values from (60001) to (1000000);
       insert into split ${rows(MANY)};
       create table half (n int, owner text) partition by range (n);
       create table half_1 partition of half for values from (0) to (60001) with (autovacuum_enabled = off);
       create table half_2 partition of half for values from (60001) to (1000000) with (autovacuum_enabled = off);
       insert into half ${rows(MANY)};
       create table guarded (n int, owner text) partition by range (n);
       create table guarded_1 partition of guarded for values from (0) to (1000000);
       insert into guarded ${rows(MANY)}; update guarded set owner = 'reader' where n <= 7;
       alter table guarded enable row level security; create policy own on guarded using (owner = current_user);
       create view seen as select * from plain;
       create materialized view kept as select * from plain;
       analyze plain, rows_of, parent, heir, split, half_1, guarded, kept;
       grant select on all tables in schema public to reader, owner_of_rows;`,
    );
  });
  after(async () => {
    for (const server of servers.values()) await server.close();
    await cluster.stop();
  });

  async function asRole(role: string): Promise<ServedTables> {
    const server =
      servers.get(role) ?? (await serveDatastore(await openPostgres(postgresOptions(cluster.url(role))), {}));
    servers.set(role, server);
    return new ServedTables(server);
  }

  for (const [role, table, total, isEstimate] of [
    ['postgres', 'plain', MANY, true],
    ['reader', 'plain', MANY, true],
    ['reader', 'rows_of', 7, false],
    ['owner_of_rows', 'rows_of', MANY, true],
    ['reader', 'guarded', 7, false],
    ['reader', 'parent', MANY + 5, false],
    ['reader', 'split', MANY, true],
    ['reader', 'half', MANY, false],
    ['reader', 'seen', MANY, false],
    ['reader', 'kept', MANY, true],
  ] as const)
    it(`of "${table}", for ${role}, are ${isEstimate ? 'estimated' : 'counted'}`, async () => {
      const served = await asRole(role);
      const { result } = await served.post('datastore_search', { resource_id: table, limit: 0 });
      assert.equal(member(result, 'total'), total);
      assert.equal(member(result, 'total_was_estimated'), isEstimate ? true : undefined);
      const meta = member((await served.post('datastore_info', { id: table })).result, 'meta');
      assert.equal(member(meta, 'count'), total);
      assert.equal(member(meta, 'x_count_was_estimated'), isEstimate ? true : undefined);
    });
});
