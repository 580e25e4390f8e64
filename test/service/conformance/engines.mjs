// The engines that can stand behind our service: how one is started and served, and how a table of a case comes into it.
import { quotedName } from '../../../src/base/quotes.ts';
import { PostgresCluster } from '../engine/postgresCluster.ts';

/** `create`: `fields` are those of `datastore_info`, `pages` the answers of `datastore_search` that hold all records. */
export const ENGINES = {
  postgres: async () => {
    const cluster = await PostgresCluster.start();
    return {
      serving: ['--postgres', cluster.url()],
      create: (name, fields, pages) => createInPostgres(cluster, name, fields, pages),
      stop: () => cluster.stop(),
    };
  },
};

/** As CKAN makes its tables, with a number for a key. */
async function createInPostgres(cluster, name, fields, pages) {
  const table = quotedName(name);
  const columns = fields.map(({ id, schema: { native_type: type } }) => {
    return `${quotedName(id)} ${type === 'nested' ? 'json' : type}`;
  });
  await cluster.ask(`create table ${table} (${['_id int primary key', ...columns].join(', ')})`);
  const records = `json_populate_recordset(null::${table}, $1::json -> 'result' -> 'records')`;
  for (const page of pages) await cluster.ask(`insert into ${table} select * from ${records}`, [page]);
  await cluster.ask(`analyze ${table}`);
}
