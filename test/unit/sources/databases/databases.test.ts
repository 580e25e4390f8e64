/**
 * Databases of PostgreSQL and Trino as portals: questions to people, stored settings, and messages about refused
 * connections.
 */
import assert from 'node:assert/strict';
import { LOCAL_PORTAL_ID } from '../../../../src/sources/local/localFile.ts';
import { databaseOf, databaseUrl, writtenAddress } from '../../../../src/sources/databases/databaseAddress.ts';
import { readDatabaseUrl } from '../../../../src/service/index.ts';
import {
  type DatabaseRefusal,
  POSTGRES_REASONS,
  TRINO_REASONS,
} from '../../../../src/service/resource/databaseReasons.ts';
import { databaseHost, PASSWORD, typing } from '../../../support/host/databaseHost.ts';
import { people } from '../../../support/host/vscode.ts';

const BASE_URL = 'postgresql://db.test:5432/shop?user=ann&schema=*';
const never = new AbortController().signal;

describe('a PostgreSQL database as a portal', () => {
  beforeEach(() => people.forget());

  it('is picked in Add Portal, asked for, tried, and kept by its address', async () => {
    const { addPortal, store, secrets, opened, ended } = await databaseHost();
    const boxes = typing({ address: 'postgres://ann@db.test/shop', 'secret storage': PASSWORD });
    const added = await addPortal.run();
    assert.deepEqual(
      [added?.portal.name, added?.portal.baseUrl, added?.portal.encryption, added?.isNew],
      ['shop', BASE_URL, 'none', true],
    );
    assert.deepEqual(opened[0], {
      ...{ kind: 'postgres', host: 'db.test', port: 5432, database: 'shop', user: 'ann', schema: '*' },
      ...{ encryption: 'none', password: PASSWORD },
    });
    assert.deepEqual(ended, opened, 'the process that tried it ends');
    assert.deepEqual([...secrets], [[`password:${BASE_URL}`, PASSWORD]]);
    assert.ok(!JSON.stringify(store.portals).includes(PASSWORD));
    assert.deepEqual(
      boxes.filter(({ isSecret }) => isSecret).map(({ value }) => value),
      [''],
    );
  });

  it('a password in a pasted address goes to the question for it, behind dots, and stands nowhere else', async () => {
    const { addPortal, store, secrets } = await databaseHost();
    const boxes = typing({});
    const added = await addPortal.run(`postgresql://ann:${PASSWORD}@db.test/shop`);
    assert.equal(added?.portal.baseUrl, BASE_URL);
    assert.deepEqual(
      boxes.filter(({ value }) => value.includes(PASSWORD)).map(({ isSecret }) => isSecret),
      [true],
    );
    assert.equal(secrets.get(`password:${BASE_URL}`), PASSWORD);
    assert.ok(!JSON.stringify([store.portals, people.asked, people.progress]).includes(PASSWORD));
  });

  for (const [text, problem] of [
    ['postgresql:// x', 'Enter an address like postgresql://user@host:5432/database.'],
    ['https://db.test', 'Enter an address like postgresql://user@host:5432/database.'],
    [
      'postgresql://db.test/shop?sslmode=prefer',
      'The address can have only the parameters user, schema, and sslmode (disable, require or verify-full).',
    ],
  ] as const)
    it(`does not take ${text}`, async () => {
      const { databaseActions, opened } = await databaseHost();
      typing({ address: text });
      assert.equal(await databaseActions.add('postgres'), undefined);
      assert.deepEqual([people.refused, opened], [[problem], []]);
    });

  it('is one portal for a database, a user and a schema, however it is encrypted', async () => {
    const { databaseActions, store } = await databaseHost();
    typing({ 'secret storage': PASSWORD });
    const first = await databaseActions.add('postgres', 'postgresql://ann@db.test/shop');
    people.pick = () => ({ row: '$(lock) Encrypted, certificate checked' });
    const second = await databaseActions.add('postgres', 'postgresql://ann@db.test/shop');
    assert.deepEqual([second?.portal.id, second?.isNew], [first?.portal.id, false]);
    assert.equal(store.find(first?.portal.id ?? '')?.encryption, 'verify');
    const third = await databaseActions.add('postgres', 'postgresql://ann@db.test/shop?schema=sales');
    assert.deepEqual([third?.portal.name, third?.isNew], ['shop (sales)', true]);
  });

  const buttons: Readonly<Record<DatabaseRefusal, readonly string[]>> = {
    unreachable: ['Try Again', 'Edit Address'],
    password: ['Enter Password…', 'Edit Address'],
    notAllowed: ['Edit Address', 'Try Again'],
    needsHttps: ['Edit Address', 'Try Again'],
    noDatabase: ['Edit Address', 'Try Again'],
    noSchema: ['Edit Address', 'Try Again'],
    noEncryption: ['Edit Address', 'Try Again'],
    certificate: ['Edit Address', 'Try Again'],
    busy: ['Try Again', 'Edit Address'],
    otherServer: ['Edit Address', 'Try Again'],
    failed: ['Try Again', 'Edit Address'],
  };
  const refusals = [
    { kind: 'postgres', address: 'postgresql://ann@db.test/shop', reasons: POSTGRES_REASONS },
    { kind: 'trino', address: 'https://ann@db.test:5432/shop', reasons: TRINO_REASONS },
  ] as const;
  for (const { kind, address, refusal } of refusals.flatMap(({ reasons, ...place }) =>
    (Object.keys(reasons) as DatabaseRefusal[]).map((each) => ({ ...place, refusal: each })),
  ))
    it(`that refuses connections says why, and what can be done: ${kind}, ${refusal}`, async () => {
      const { databaseActions, store, secrets } = await databaseHost(() => refusal);
      typing({ 'secret storage': PASSWORD, 'schema whose': 'sales' });
      assert.equal(await databaseActions.add(kind, address), undefined);
      const { text, buttons: offered } = people.asked[0] ?? { text: '', buttons: [] };
      assert.deepEqual(offered, buttons[refusal]);
      assert.match(text, /db\.test:5432|"shop"/);
      assert.doesNotMatch(text, /\{\d\}/);
      assert.deepEqual([store.portals.length, secrets.size], [1, 0], 'nothing is kept');
    });

  it('that refuses the password is added with the right one', async () => {
    const { databaseActions, secrets } = await databaseHost();
    const given = ['wrong', PASSWORD];
    typing({});
    people.type = (prompt, box) => (prompt.includes('secret storage') ? given.shift() : box.value);
    people.answer = (text) => (text.includes('rejected the password') ? 'Enter Password…' : undefined);
    const added = await databaseActions.add('postgres', 'postgresql://ann@db.test/shop');
    assert.equal(secrets.get(`password:${added?.portal.baseUrl ?? ''}`), PASSWORD);
  });

  it('that came back is added by Try Again', async () => {
    let refusals = 1;
    const { databaseActions } = await databaseHost(() => (refusals-- > 0 ? 'unreachable' : undefined));
    typing({ 'secret storage': PASSWORD });
    people.answer = () => 'Try Again';
    assert.equal((await databaseActions.add('postgres', 'postgresql://ann@db.test/shop'))?.isNew, true);
  });

  describe('once it is added', () => {
    const added = async () => {
      const host = await databaseHost();
      typing({ 'secret storage': PASSWORD });
      const result = await host.databaseActions.add('postgres', 'postgresql://ann@db.test/shop');
      assert.ok(result);
      host.opened.length = host.ended.length = 0;
      people.asked.length = 0;
      return { ...host, portal: result.portal };
    };

    it('has one process, begun by the first question, and asked with a token of its own', async () => {
      const { portal, databases, opened } = await added();
      assert.deepEqual(opened, []);
      const [first, second] = await Promise.all([databases.access(portal, never), databases.access(portal, never)]);
      assert.deepEqual([opened.length, first], [1, second]);
      assert.deepEqual(first, { baseUrl: 'http://127.0.0.1:1', token: 'of-process' });
    });

    it('is searched in its own words, without SQL of people', async () => {
      const { portal, clients, directory } = await added();
      const { dialect } = clients.ofPortal(portal.id);
      assert.deepEqual([dialect.takesConditions, dialect.mayHaveSql], [true, false]);
      assert.equal(dialect.isOnThisMachine, false);
      assert.equal(clients.ofPortal(LOCAL_PORTAL_ID).dialect.isOnThisMachine, true);
      const choice = (await directory.choices()).find(({ id }) => id === portal.id);
      assert.deepEqual([choice?.baseUrl, choice?.qMeans], ['', 'contains']);
      assert.equal(directory.names({ portalId: portal.id, resourceId: 'x' }).server, 'db.test:5432/shop');
    });

    it('that refuses the password later says so, and offers to enter one', async () => {
      const { portal, databases, passwords } = await added();
      await passwords.set(portal.baseUrl, 'changed since');
      await assert.rejects(databases.access(portal, never), {
        message: 'db.test:5432 rejected the password of "ann", or requires one.',
        actions: [
          {
            ...{ label: 'Enter Password…', command: 'datastoreExplorer.enterPassword' },
            arguments: [{ portalId: portal.id }],
          },
        ],
      });
    });

    it('has another process once the password is another one', async () => {
      const { portal, databases, databaseActions, opened, ended } = await added();
      await databases.access(portal, never);
      typing({ 'secret storage': `${PASSWORD}-2` });
      assert.equal(await databaseActions.enterPassword(portal), true);
      await assert.rejects(databases.access(portal, never));
      assert.deepEqual(
        [opened.map(({ password }) => password), ended.map(({ password }) => password)],
        [[PASSWORD, `${PASSWORD}-2`], [PASSWORD]],
      );
    });

    it('is edited with what is known, and takes its password along to another schema of the same server', async () => {
      const { portal, portalActions, store, secrets } = await added();
      const boxes = typing({ 'schema whose': 'sales' });
      await portalActions.edit(portal);
      const url = BASE_URL.replace('*', 'sales');
      assert.equal(store.find(portal.id)?.baseUrl, url);
      assert.deepEqual([...secrets], [[`password:${url}`, PASSWORD]]);
      assert.ok(boxes.some(({ value }) => value === 'postgresql://ann@db.test:5432/shop'));
    });

    it('does not offer the password of one server to another', async () => {
      const { portal, portalActions } = await added();
      const boxes = typing({ address: 'postgresql://ann@other.test/shop' });
      await portalActions.edit(portal);
      assert.deepEqual(
        boxes.filter(({ isSecret }) => isSecret).map(({ value }) => value),
        [''],
      );
    });

    it('is tested', async () => {
      const { portal, portalActions } = await added();
      await portalActions.test(portal);
      assert.deepEqual(
        people.asked.map(({ text }) => text),
        ['Connected to shop.'],
      );
    });

    it('is removed with its password and its process, and says so', async () => {
      const { portal, portalActions, databases, store, secrets, ended } = await added();
      await databases.access(portal, never);
      people.answer = () => 'Remove';
      await portalActions.remove(portal);
      assert.match(people.asked[0]?.text ?? '', /deletes its password/);
      assert.deepEqual([store.find(portal.id), secrets.size, ended.length], [undefined, 0, 1]);
    });
  });

  for (const place of [
    { kind: 'postgres', host: 'db.test', port: 5432, database: 'shop', user: 'ann', schema: 'public' },
    { kind: 'postgres', host: '::1', port: 6432, database: 'a/b?c', user: 'ann@home', schema: 'x&y=z' },
    { kind: 'postgres', host: '/var/run', port: 5432, database: 'ä ö', user: 'a:b', schema: '"q"' },
    { kind: 'trino', host: 'trino.test', port: 8443, database: 'lake', user: 'ann', schema: 'school' },
    { kind: 'trino', host: '::1', port: 443, database: 'a/b?c', user: 'ann@home', schema: 'x&y=z' },
  ] as const)
    it(`has an address that is read as it was: ${JSON.stringify(place)}`, () => {
      for (const encryption of ['none', 'verify'] as const) {
        const baseUrl = databaseUrl({ ...place, encryption });
        assert.deepEqual(databaseOf({ baseUrl, encryption }), { ...place, encryption });
        const read = readDatabaseUrl(place.kind, writtenAddress({ ...place, encryption }));
        assert.ok(typeof read !== 'string');
        const { kind, schema, ...written } = place;
        const said = kind === 'trino' ? { encryption } : {};
        assert.deepEqual(read, { ...written, ...said }, `${schema} is asked for`);
      }
    });
});

describe('a Trino catalog as a portal', () => {
  const LAKE = 'trino://trino.test:8443/lake?user=ann&schema=school&SSL=true';
  beforeEach(() => people.forget());

  it('is picked in Add Portal, asked for, tried, and kept by its address', async () => {
    const { addPortal, store, secrets, opened, ended } = await databaseHost();
    const boxes = typing({
      ...{ coordinator: 'https://trino.test:8443', 'user who': 'ann' },
      ...{ 'the catalog': 'lake', 'schema whose': 'school', 'secret storage': PASSWORD },
    });
    people.pick = () => ({ row: '$(database) Trino Catalog…' });
    const added = await addPortal.run();
    assert.deepEqual(
      [added?.portal.name, added?.portal.baseUrl, added?.portal.encryption, added?.isNew],
      ['lake.school', LAKE, 'verify', true],
    );
    assert.deepEqual(opened, [
      {
        ...{ kind: 'trino', host: 'trino.test', port: 8443, database: 'lake', user: 'ann', schema: 'school' },
        ...{ encryption: 'verify', password: PASSWORD },
      },
    ]);
    assert.deepEqual(ended, opened, 'the process that tried it ends');
    assert.deepEqual([...secrets], [[`password:${LAKE}`, PASSWORD]]);
    assert.ok(!JSON.stringify(store.portals).includes(PASSWORD));
    assert.deepEqual(
      boxes.filter(({ isSecret }) => isSecret).map(({ value }) => value),
      [''],
    );
  });

  it('is not asked for what its address says, nor for a password over http', async () => {
    const { databaseActions, opened } = await databaseHost(() => undefined);
    const boxes = typing({ 'schema whose': 'school' });
    const added = await databaseActions.add('trino', 'http://ann@localhost:8080/lake');
    assert.equal(added?.portal.baseUrl, 'trino://localhost:8080/lake?user=ann&schema=school&SSL=false');
    assert.deepEqual(
      boxes.map(({ prompt }) => prompt),
      [
        'Enter the schema whose tables to list, or * for all schemas',
        'Enter a name for http://ann@localhost:8080/lake',
      ],
    );
    assert.deepEqual([opened[0]?.encryption, opened[0]?.password], ['none', undefined]);
  });

  it('by an address of the JDBC driver, as Add Portal takes it: its password stands nowhere', async () => {
    const { addPortal, store, secrets } = await databaseHost();
    const boxes = typing({});
    const added = await addPortal.run(`jdbc:trino://trino.test:8443/lake/school?user=ann&password=${PASSWORD}`);
    assert.equal(added?.portal.baseUrl, LAKE);
    assert.deepEqual(
      boxes.filter(({ value }) => value.includes(PASSWORD)).map(({ isSecret }) => isSecret),
      [true],
    );
    assert.equal(secrets.get(`password:${LAKE}`), PASSWORD);
    assert.ok(!JSON.stringify([store.portals, people.asked, people.progress]).includes(PASSWORD));
  });

  it('is asked how it is reached where its address does not say it', async () => {
    const { databaseActions } = await databaseHost(() => undefined);
    typing({});
    people.pick = () => ({ row: '$(lock) Encrypted, certificate checked' });
    const added = await databaseActions.add('trino', 'trino://ann@trino.test:8443/lake/school');
    assert.equal(added?.portal.baseUrl, LAKE);
    assert.deepEqual(
      people.rows.map(({ label }) => label),
      ['$(lock) Encrypted, certificate checked', '$(unlock) Not encrypted'],
    );
  });

  for (const [text, problem] of [
    ['https://', 'Enter an address like https://user@host:8443.'],
    ['postgresql://ann@db.test/shop', 'Enter an address like https://user@host:8443.'],
    ['https://trino.test?roles=x', 'The address can have only the parameters user, schema, and SSL (true or false).'],
    [`http://ann:${PASSWORD}@trino.test`, 'Passwords are sent only over https. Enter an https address.'],
  ] as const)
    it(`is not taken by ${text}`, async () => {
      const { databaseActions, opened } = await databaseHost();
      typing({ coordinator: text });
      assert.equal(await databaseActions.add('trino'), undefined);
      assert.deepEqual([people.refused, opened], [[problem], []]);
    });

  const added = async (address = 'https://ann@trino.test:8443/lake') => {
    const host = await databaseHost(address.startsWith('http:') ? () => undefined : undefined);
    typing({ 'secret storage': PASSWORD, 'schema whose': 'school' });
    const result = await host.databaseActions.add('trino', address);
    assert.ok(result);
    host.opened.length = 0;
    people.asked.length = 0;
    return { ...host, portal: result.portal };
  };

  it('is asked by a process of its own, and says why it refuses connections', async () => {
    const { portal, databases, opened, passwords } = await added();
    await databases.access(portal, never);
    assert.deepEqual([opened.length, opened[0]?.kind, opened[0]?.password], [1, 'trino', PASSWORD]);
    await passwords.set(portal.baseUrl, 'changed since');
    await assert.rejects(databases.access(portal, never), {
      message: 'trino.test:8443 rejected the password of "ann", or requires one.',
    });
  });

  it('is edited with what is known, and offers its password to no other server', async () => {
    const { portal, portalActions, store, secrets } = await added();
    typing({ 'schema whose': 'sales' });
    await portalActions.edit(portal);
    const url = LAKE.replace('school', 'sales');
    assert.equal(store.find(portal.id)?.baseUrl, url);
    assert.deepEqual([...secrets], [[`password:${url}`, PASSWORD]]);
    const boxes = typing({ coordinator: 'https://ann@other.test/lake' });
    const edited = store.find(portal.id);
    assert.ok(edited);
    await portalActions.edit(edited);
    assert.deepEqual(
      boxes.filter(({ isSecret }) => isSecret).map(({ value }) => value),
      [''],
    );
  });

  it('that is reached over http takes no password, and says so', async () => {
    const { portal, databaseActions, secrets } = await added('http://ann@localhost:8080/lake');
    assert.equal(await databaseActions.enterPassword(portal), false);
    assert.deepEqual(
      [people.asked.map(({ text }) => text), secrets.size],
      [['"lake.school" is reached over http, where no password is sent. Edit its address first.'], 0],
    );
  });

  it('is removed with its password, and says so', async () => {
    const { portal, portalActions, secrets } = await added();
    people.answer = () => 'Remove';
    await portalActions.remove(portal);
    assert.match(people.asked[0]?.text ?? '', /deletes its password .* The catalog itself isn't changed/);
    assert.equal(secrets.size, 0);
  });
});
