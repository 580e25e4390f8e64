/** A Trino that refuses access: the reason follows from the messages of Trino, its client and the system. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { openTrino } from '../../../src/service/engine/openDatastore.ts';
import { databaseText, type DatabaseRefusal } from '../../../src/service/resource/databaseReasons.ts';
import { readTrinoUrl, trinoOptions } from '../../../src/service/process/trinoUrl.ts';
import { DataUnavailable } from '../../../src/service/store/dataUnavailable.ts';
import { certificate } from '../../faults/certificate.ts';
import { serveDatastore } from '../../../src/service/http/serving.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { FakeTrino, type FakeRefusal, type FakeTable } from './fakeTrino.ts';

const PASSWORD = 'hush hush';
const PLACE = { database: 'lake', schema: 'school' };
const LESSONS = { columns: [['subject', 'varchar']], rows: [['art']] } as const;
const PLACE_OF_LESSONS = { catalog: 'lake', schema: 'school', tables: { lessons: LESSONS } };

describe('a Trino that refuses connections', () => {
  const trusted = tls.getCACertificates('default');
  const ours = certificate(['localhost']);
  let plain: FakeTrino;
  let secure: FakeTrino;
  before(async () => {
    plain = await FakeTrino.start(PLACE_OF_LESSONS);
    secure = await FakeTrino.start({ ...PLACE_OF_LESSONS, tls: ours, password: PASSWORD });
  });
  before(() => tls.setDefaultCACertificates([...trusted, ours.cert]));
  afterEach(() => (plain.refusal = secure.refusal = undefined));
  after(async () => {
    tls.setDefaultCACertificates([...trusted]);
    await Promise.all([plain.stop(), secure.stop()]);
  });

  const open = (address: string, { password = '', ...place } = {}) => {
    const read = readTrinoUrl(address);
    assert.ok(typeof read !== 'string');
    const source = { encryption: 'none', user: 'ann', ...PLACE, ...read, ...place } as const;
    return openTrino(trinoOptions(source, password === '' ? undefined : password));
  };
  const refused = async (address: string, place = {}): Promise<DatabaseRefusal | undefined> => {
    const error: unknown = await open(address, place).catch((reason: unknown) => reason);
    assert.ok(error instanceof DataUnavailable, String(error));
    assert.doesNotMatch(error.message, /hush/);
    return error.refusal;
  };

  it('is opened with the right password, by the certificate that this machine trusts', async () => {
    const datastore = await open(secure.address('ann'), { password: PASSWORD });
    assert.deepEqual(
      (await datastore.list()).map(({ name }) => name),
      ['lessons'],
    );
  });

  it('because of the password, a wrong one or none', async () => {
    assert.equal(await refused(secure.address('ann'), { password: 'hush' }), 'password');
    assert.equal(await refused(secure.address('ann')), 'password');
  });

  it('because of its certificate', async () => {
    const foreign = await FakeTrino.start({ ...PLACE_OF_LESSONS, tls: certificate(['localhost']) });
    assert.equal(await refused(foreign.address('ann'), { password: PASSWORD }), 'certificate');
    assert.deepEqual(foreign.heard, [], 'the password is sent to no other server');
    await foreign.stop();
    const otherName = secure.address('ann').replace('localhost', '127.0.0.1');
    assert.equal(await refused(otherName, { password: PASSWORD }), 'certificate');
  });

  it('because it speaks no https, or nothing else', async () => {
    assert.equal(await refused(plain.address('ann').replace('http', 'https')), 'noEncryption');
    assert.equal(await refused(secure.address('ann').replace('https', 'http')), 'otherServer');
  });

  it('a password is never sent over http', async () => {
    plain.heard.length = 0;
    await open(plain.address('ann'), { password: PASSWORD });
    assert.deepEqual(plain.heard, []);
  });

  it('because there is no such catalog, or no such schema', async () => {
    assert.equal(await refused(plain.address('ann'), { database: 'pond' }), 'noDatabase');
    assert.equal(await refused(plain.address('ann'), { schema: 'shop' }), 'noSchema');
  });

  for (const [refusal, said] of [
    [401, 'needsHttps'],
    [403, 'needsHttps'],
    [404, 'otherServer'],
    [301, 'otherServer'],
    [500, 'otherServer'],
    [503, 'busy'],
    [429, 'busy'],
    [{ errorName: 'SERVER_STARTING_UP', errorType: 'INTERNAL_ERROR' }, 'busy'],
    [{ errorName: 'QUERY_QUEUE_FULL', errorType: 'INSUFFICIENT_RESOURCES' }, 'busy'],
    [{ errorName: 'PERMISSION_DENIED', errorType: 'USER_ERROR' }, 'notAllowed'],
    [{ errorName: 'SCHEMA_NOT_FOUND', errorType: 'USER_ERROR' }, 'noSchema'],
    [{ errorName: 'HIVE_METASTORE_ERROR', errorType: 'EXTERNAL' }, 'failed'],
    [{ errorName: 'SYNTAX_ERROR', errorType: 'USER_ERROR' }, 'failed'],
  ] as const satisfies readonly (readonly [FakeRefusal, DatabaseRefusal])[])
    it(`because it says ${JSON.stringify(refusal)}: ${said}`, async () => {
      plain.refusal = refusal;
      assert.equal(await refused(plain.address('ann')), said);
    });

  it('because it forbids what a password would allow', async () => {
    secure.refusal = 403;
    assert.equal(await refused(secure.address('ann'), { password: PASSWORD }), 'notAllowed');
  });

  it('because no server listens, or another one does', async () => {
    const web = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${String((web.address() as AddressInfo).port)}`;
    assert.equal(await refused(address), 'otherServer');
    await new Promise((resolve) => {
      web.close(resolve);
      web.closeAllConnections();
    });
    assert.equal(await refused(address), 'unreachable');
  });

  it('is said with its address, in one sentence or two', () => {
    const place = { kind: 'trino', host: '::1', port: 8443, user: 'ann', ...PLACE } as const;
    assert.equal(databaseText('noSchema', place), 'The catalog "lake" has no schema "school".');
    assert.equal(databaseText('password', place), '[::1]:8443 rejected the password of "ann", or requires one.');
  });
});

describe('a Trino that is served', () => {
  const tables: Record<string, FakeTable> = { lessons: LESSONS };
  let trino: FakeTrino;
  let served: ServedTables;
  before(async () => {
    trino = await FakeTrino.start({ ...PLACE_OF_LESSONS, tables });
    const read = readTrinoUrl(trino.address('ann'));
    assert.ok(typeof read !== 'string');
    const source = { encryption: 'none', user: 'ann', ...PLACE, ...read } as const;
    served = new ServedTables(await serveDatastore(await openTrino(trinoOptions(source, undefined)), {}));
  });
  afterEach(() => (trino.refusal = undefined));
  after(async () => {
    await served.server.close();
    await trino.stop();
  });
  const ask = () => served.post('datastore_search', { resource_id: 'lessons' });

  for (const [refusal, status, said] of [
    [{ errorName: 'PERMISSION_DENIED', errorType: 'USER_ERROR' }, 503, /doesn't let its user read this/],
    [503, 503, /too busy to answer, or still starting/],
    [401, 503, /The database .+ can't be reached/],
    [{ errorName: 'GENERIC_INTERNAL_ERROR', errorType: 'INTERNAL_ERROR' }, 503, /failed to answer/],
    [{ errorName: 'TABLE_NOT_FOUND', errorType: 'USER_ERROR' }, 404, /has this table no more/],
  ] as const satisfies readonly (readonly [FakeRefusal, number, RegExp])[])
    it(`and says ${JSON.stringify(refusal)}: ${String(said)}`, async () => {
      assert.equal((await ask()).status, 200);
      trino.refusal = refusal;
      const reply = await ask();
      assert.equal(reply.status, status, reply.text);
      assert.match(reply.text, said);
    });

  it('is asked anew for the fields of a table that has lost one', async () => {
    assert.deepEqual(await served.records('lessons'), [{ subject: 'art' }]);
    trino.refusal = { errorName: 'COLUMN_NOT_FOUND', errorType: 'USER_ERROR' };
    const reply = await ask();
    assert.equal(reply.status, 409);
    assert.match(reply.text, /The fields of this table have changed/);
    trino.refusal = undefined;
    tables['lessons'] = { columns: [['place', 'varchar']], rows: [['hall']] };
    assert.deepEqual(await served.records('lessons'), [{ place: 'hall' }]);
  });
});

describe('an address of Trino', () => {
  for (const [text, read] of [
    ['https://ann@h', { host: 'h', port: 443, user: 'ann', encryption: 'verify' }],
    ['http://h:8080/', { host: 'h', port: 8080, encryption: 'none' }],
    ['https://h:8443/lake/school', { host: 'h', port: 8443, encryption: 'verify', database: 'lake', schema: 'school' }],
    ['https://ann:a%2Fb@[::1]:1', { host: '::1', port: 1, user: 'ann', password: 'a/b', encryption: 'verify' }],
    ['trino://ann@h:8080/lake', { host: 'h', port: 8080, user: 'ann', database: 'lake' }],
    [
      'jdbc:trino://h:8443/a%20b/c?user=ann&SSL=true&password=hush',
      {
        ...{ host: 'h', port: 8443, user: 'ann', database: 'a b', schema: 'c' },
        ...{ encryption: 'verify', password: 'hush' },
      },
    ],
    ['trino://h?SSL=false&schema=x', { host: 'h', port: 80, encryption: 'none', schema: 'x' }],
    ['http://ann:hush@h', 'insecure'],
    ['trino://h?password=hush&SSL=false', 'insecure'],
    ['trino://h?SSL=maybe', 'parameter'],
    ['https://h?source=x', 'parameter'],
    ['https://h/a/b/c', 'address'],
    ['https://h#x', 'address'],
    ['https:', 'address'],
    ['trino:///lake', 'address'],
    ['postgresql://h/lake', 'address'],
    ['h:8443', 'address'],
  ] as const)
    it(`is read: ${text}`, () => assert.deepEqual(readTrinoUrl(text), read));
});
