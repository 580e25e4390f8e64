/** The schemas of a PostgreSQL database that are served together, whatever their names and those of their tables. */
import assert from 'node:assert/strict';
import { quotedName } from '../../../src/base/quotes.ts';
import { shownResource } from '../../../src/service/api/datasetActions.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import type { TableEntry } from '../../../src/service/question/datastore.ts';
import { tableAmongSchemas } from '../../../src/service/resource/databaseSchemas.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { PostgresCluster } from './postgresCluster.ts';

/** Schemas and tables, some of which would have the same name if points and quotes weren't seen to. */
const TABLES = [
  ['Über "uns"', 'a.b'],
  ['a', 'b.c'],
  ['a.b', 'c'],
  ['public', 'a.b.c'],
  ['public', 'orders'],
  ['sales', 'orders'],
] as const;

const IDS = ({ id, name }: TableEntry): readonly string[] => [name, id];

describe('the schemas of a PostgreSQL database', () => {
  let cluster: PostgresCluster;
  const tablesOf = async (schema?: string, role?: string): Promise<readonly TableEntry[]> => {
    const opened = await openPostgres(postgresOptions(cluster.url(role), schema));
    const listed = await opened.list();
    await opened.close();
    return listed;
  };

  before(async () => {
    cluster = await PostgresCluster.start();
    const schemas = new Set(TABLES.map(([schema]) => schema).filter((schema) => schema !== 'public'));
    const tables = TABLES.map(([schema, table], at) => {
      return `create table ${quotedName(schema)}.${quotedName(table)} as select ${String(at)} as place;`;
    });
    await cluster.sql(
      `${[...schemas].map((schema) => `create schema ${quotedName(schema)};`).join('\n')}
       ${tables.join('\n')}
       create schema empty;
       create role ann login; grant select on all tables in schema public, sales, a to ann; grant usage on schema a to ann;`,
    );
  });
  after(() => cluster.stop());

  it('are listed together by *, in their order, each table with a name of its own', async () => {
    const listed = await tablesOf('*');
    assert.deepEqual(
      listed.map(({ schema, name }) => [schema, name]),
      [
        ['a', 'a."b.c"'],
        ['a.b', '"a.b".c'],
        ['public', '"a.b.c"'],
        ['public', 'orders'],
        ['sales', 'sales.orders'],
        ['Über "uns"', '"Über ""uns"""."a.b"'],
      ],
    );
    assert.deepEqual(
      listed.map((entry) => shownResource(entry)['x_schema']),
      listed.map(({ schema }) => schema),
    );
  });

  it('hold the same resources as each of them alone', async () => {
    const together = (await tablesOf('*')).map(({ id }) => id);
    const alone = await Promise.all([...new Set(TABLES.map(([schema]) => schema))].map((schema) => tablesOf(schema)));
    assert.deepEqual(new Set(alone.flat().map(({ id }) => id)), new Set(together));
    assert.deepEqual((await tablesOf()).map(IDS), (await tablesOf('public')).map(IDS), 'without a schema, public');
    assert.deepEqual(
      (await tablesOf('a.b')).map(({ name }) => name),
      ['c'],
    );
  });

  it('are only those that the role may use', async () => {
    assert.deepEqual(
      (await tablesOf('*', 'ann')).map(({ name }) => name),
      ['a."b.c"', '"a.b.c"', 'orders'],
    );
  });

  it('are found by * even if they have no tables', async () => {
    await cluster.sql('create database bare');
    const address = { ...postgresOptions(cluster.url(), '*'), database: 'bare' };
    const opened = await openPostgres(address);
    assert.deepEqual(await opened.list(), []);
    await opened.close();
    await assert.rejects(openPostgres({ ...address, schema: 'absent' }), { refusal: 'noSchema' });
  });

  it('answer with their own records, by name and by id', async () => {
    const served = new ServedTables(await serveDatastore(await openPostgres(postgresOptions(cluster.url(), '*')), {}));
    try {
      for (const [at, [schema, table]] of TABLES.entries()) {
        const name = tableAmongSchemas(schema, table, 'public');
        assert.deepEqual(await served.records(name, {}), [{ place: at }]);
        const { id = '' } = (await tablesOf(schema)).find((entry) => entry.name === table) ?? {};
        assert.deepEqual(await served.records(id, {}), [{ place: at }]);
      }
    } finally {
      await served.server.close();
    }
  });
});
