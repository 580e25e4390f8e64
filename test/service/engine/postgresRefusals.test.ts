/** A real PostgreSQL refuses access for many reasons, and each has its own word and a sentence without secrets. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { openPostgres, type PostgresOptions } from '../../../src/service/engine/openDatastore.ts';
import { isLost, postgresRefusalOf } from '../../../src/service/engine/postgres/postgresRefusal.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { databaseText } from '../../../src/service/resource/databaseReasons.ts';
import { DataUnavailable } from '../../../src/service/store/dataUnavailable.ts';
import { PostgresCluster } from './postgresCluster.ts';

describe('a database that refuses connections', () => {
  let cluster: PostgresCluster;

  before(async () => {
    cluster = await PostgresCluster.start();
    const [row] = await cluster.ask('show data_directory');
    await cluster.sql(
      `create role locked login password 'hush hush'; create role outside login;
       create table kept (name text);
       copy (select unnest(array['host all locked all scram-sha-256', 'host all outside all reject', 'host all all all trust']))
         to '${String(row?.['data_directory'])}/pg_hba.conf';
       select pg_reload_conf();`,
    );
  });
  after(() => cluster.stop());

  const refused = async (options: Partial<PostgresOptions>): Promise<DataUnavailable> => {
    try {
      await (await openPostgres({ ...postgresOptions(cluster.url()), ...options })).close();
    } catch (error) {
      assert.ok(error instanceof DataUnavailable, String(error));
      return error;
    }
    return assert.fail('The database was opened.');
  };

  for (const [what, options, refusal] of [
    ['a wrong password', { user: 'locked', password: 'guessed secret' }, 'password'],
    ['a user that it rejects', { user: 'outside' }, 'notAllowed'],
    ['a database that is not there', { database: 'nowhere' }, 'noDatabase'],
    ['a schema that is not there', { schema: 'nowhere' }, 'noSchema'],
    ['encryption, which it has not', { encryption: 'any' }, 'noEncryption'],
    ['a host that is not there', { host: 'nowhere.invalid' }, 'unreachable'],
  ] as const)
    it(`because of ${what}`, async () => {
      const error = await refused(options);
      assert.deepEqual([error.reason, error.refusal], ['unreachable', refusal]);
      assert.doesNotMatch(`${error.message} ${error.stack ?? ''}`, /guessed secret/);
    });

  it('because nothing listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    assert.equal((await refused({ port })).refusal, 'unreachable');
  });

  it('opens with the password that it is given', async () => {
    const options = { ...postgresOptions(cluster.url()), user: 'locked', password: 'hush hush' };
    await (await openPostgres(options)).close();
  });

  for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    it(`because of a certificate: ${code}`, () => {
      assert.equal(postgresRefusalOf(Object.assign(new Error('x'), { code })), 'certificate');
    });

  for (const code of ['58030', '58P01', 'XX000', 'XX001', 'F0000', 'HV000', '08001', '08006'])
    it(`because the server failed: ${code}`, () => {
      assert.equal(postgresRefusalOf(Object.assign(new Error('x'), { code })), 'failed');
    });

  for (const code of ['EPIPE', 'ECONNRESET', '57P01'])
    it(`because its connection is lost: ${code}`, () => {
      const error = Object.assign(new Error('x'), { code });
      assert.deepEqual([isLost(error), postgresRefusalOf(error)], [true, 'unreachable']);
    });

  it('is said with its address, in one sentence or two', () => {
    const place = {
      kind: 'postgres',
      host: '::1',
      port: 5432,
      database: 'shop',
      schema: 'sales',
      user: 'ann',
    } as const;
    assert.equal(databaseText('noSchema', place), 'The database "shop" has no schema "sales".');
    assert.equal(databaseText('password', place), '[::1]:5432 rejected the password of "ann", or requires one.');
  });
});
