/** A PostgreSQL database as a portal: what is asked, what is kept and where, and what is said when it lets nobody in. */
import assert from 'node:assert/strict';
import { AddPortal } from '../../../src/portals/addPortal.ts';
import { AddResource } from '../../../src/portals/addResource.ts';
import { databaseOf, databaseUrl, writtenAddress } from '../../../src/portals/databases/databaseAddress.ts';
import { PortalActions } from '../../../src/portals/portalActions.ts';
import { DatabaseRefused, type PostgresOptions } from '../../../src/service/index.ts';
import { DATABASE_REASONS, type DatabaseRefusal } from '../../../src/service/resource/databaseReasons.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

const PASSWORD = 'correct-horse-canary';
const BASE_URL = 'postgresql://db.test:5432/shop?user=ann&schema=public';
const never = new AbortController().signal;

const noFiles = { portal: {}, hasAsked: false, resources: () => Promise.resolve([]) };

/** A database whose password is `PASSWORD`; `refuses`: for another reason. */
const setUp = async (refuses?: () => DatabaseRefusal | undefined) => {
  const opened: PostgresOptions[] = [];
  const ended: PostgresOptions[] = [];
  const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }) }, noFiles, (options) => {
    opened.push(options);
    return {
      access: () => {
        const refusal = refuses?.() ?? (options.password === PASSWORD ? undefined : 'password');
        if (refusal !== undefined) return Promise.reject(new DatabaseRefused(refusal));
        return Promise.resolve({ baseUrl: `http://127.0.0.1:${String(opened.length)}`, token: 'of-process' });
      },
      dispose: () => void ended.push(options),
    };
  });
  const setToken = () => Promise.resolve(false);
  const screen = { showCapabilities: () => Promise.resolve(), closePanels: () => undefined };
  const addPortal = new AddPortal({
    ...{ ...host, ...screen, setToken },
    addResource: new AddResource({ ...host, setToken }),
    knownPortals: () => Promise.resolve([]),
  });
  const portalActions = new PortalActions({ ...host, ...screen, setToken });
  return { ...host, opened, ended, addPortal, portalActions };
};

/** Answers questions by what they ask for; others are taken as they stand. */
const typing = (answers: Readonly<Record<string, string>>) => {
  const boxes: { prompt: string; value: string; isSecret: boolean }[] = [];
  people.type = (prompt, box) => {
    boxes.push({ prompt, ...box });
    return Object.entries(answers).find(([asked]) => prompt.includes(asked))?.[1] ?? box.value;
  };
  people.pick = (title) => ({ row: title.includes('Portal') ? '$(database) PostgreSQL Database…' : NONE });
  return boxes;
};
const NONE = '$(unlock) Not encrypted';

describe('a PostgreSQL database as a portal', () => {
  beforeEach(() => people.forget());

  it('is picked in Add Portal, asked for, tried, and kept by its address', async () => {
    const { addPortal, store, secrets, opened, ended } = await setUp();
    const boxes = typing({ address: 'postgres://ann@db.test/shop', 'secret storage': PASSWORD });
    const added = await addPortal.run();
    assert.deepEqual(
      [added?.portal.name, added?.portal.baseUrl, added?.portal.encryption, added?.isNew],
      ['shop', BASE_URL, 'none', true],
    );
    assert.deepEqual(opened[0], {
      ...{ host: 'db.test', port: 5432, database: 'shop', user: 'ann', schema: 'public' },
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
    const { addPortal, store, secrets } = await setUp();
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
      'The only parameters can be user, schema, and sslmode: disable, require or verify-full.',
    ],
  ] as const)
    it(`does not take ${text}`, async () => {
      const { databaseActions, opened } = await setUp();
      typing({ address: text });
      assert.equal(await databaseActions.add(), undefined);
      assert.deepEqual([people.refused, opened], [[problem], []]);
    });

  it('is one portal for a database, a user and a schema, however it is encrypted', async () => {
    const { databaseActions, store } = await setUp();
    typing({ 'secret storage': PASSWORD });
    const first = await databaseActions.add('postgresql://ann@db.test/shop');
    people.pick = () => ({ row: '$(lock) Encrypted, certificate checked' });
    const second = await databaseActions.add('postgresql://ann@db.test/shop');
    assert.deepEqual([second?.portal.id, second?.isNew], [first?.portal.id, false]);
    assert.equal(store.find(first?.portal.id ?? '')?.encryption, 'verify');
    const third = await databaseActions.add('postgresql://ann@db.test/shop?schema=sales');
    assert.deepEqual([third?.portal.name, third?.isNew], ['shop (sales)', true]);
  });

  const buttons: Readonly<Record<DatabaseRefusal, readonly string[]>> = {
    unreachable: ['Try Again', 'Edit Address'],
    password: ['Enter Password…', 'Edit Address'],
    notAllowed: ['Edit Address', 'Try Again'],
    noDatabase: ['Edit Address', 'Try Again'],
    noSchema: ['Edit Address', 'Try Again'],
    noEncryption: ['Edit Address', 'Try Again'],
    certificate: ['Edit Address', 'Try Again'],
    busy: ['Try Again', 'Edit Address'],
    failed: ['Try Again', 'Edit Address'],
  };
  for (const refusal of Object.keys(DATABASE_REASONS) as DatabaseRefusal[])
    it(`that lets nobody in says why, and what can be done: ${refusal}`, async () => {
      const { databaseActions, store, secrets } = await setUp(() => refusal);
      typing({ 'secret storage': PASSWORD });
      assert.equal(await databaseActions.add('postgresql://ann@db.test/shop'), undefined);
      const { text, buttons: offered } = people.asked[0] ?? { text: '', buttons: [] };
      assert.deepEqual(offered, buttons[refusal]);
      assert.match(text, /db\.test:5432|"shop"/);
      assert.doesNotMatch(text, /\{\d\}/);
      assert.deepEqual([store.portals.length, secrets.size], [1, 0], 'nothing is kept');
    });

  it('that refuses the password is added with the right one', async () => {
    const { databaseActions, secrets } = await setUp();
    const given = ['wrong', PASSWORD];
    typing({});
    people.type = (prompt, box) => (prompt.includes('secret storage') ? given.shift() : box.value);
    people.answer = (text) => (text.includes('refused the password') ? 'Enter Password…' : undefined);
    const added = await databaseActions.add('postgresql://ann@db.test/shop');
    assert.equal(secrets.get(`password:${added?.portal.baseUrl ?? ''}`), PASSWORD);
  });

  it('that came back is added by Try Again', async () => {
    let refusals = 1;
    const { databaseActions } = await setUp(() => (refusals-- > 0 ? 'unreachable' : undefined));
    typing({ 'secret storage': PASSWORD });
    people.answer = () => 'Try Again';
    assert.equal((await databaseActions.add('postgresql://ann@db.test/shop'))?.isNew, true);
  });

  describe('once it is added', () => {
    const added = async () => {
      const host = await setUp();
      typing({ 'secret storage': PASSWORD });
      const result = await host.databaseActions.add('postgresql://ann@db.test/shop');
      assert.ok(result);
      host.opened.length = host.ended.length = 0;
      people.asked.length = 0;
      return { ...host, portal: result.portal };
    };

    it('has one process, begun by the first question, and asked with a token of its own', async () => {
      const { portal, databases, opened } = await added();
      assert.deepEqual(opened, []);
      const [first, second] = await Promise.all([
        databases.access(portal, never),
        databases.access(portal, never),
      ]);
      assert.deepEqual([opened.length, first], [1, second]);
      assert.deepEqual(first, { baseUrl: 'http://127.0.0.1:1', token: 'of-process' });
    });

    it('is searched in its own words, without SQL of people', async () => {
      const { portal, clients, directory } = await added();
      const { dialect } = clients.ofPortal(portal.id);
      assert.deepEqual([dialect.isEmbedded, dialect.mayAnswerSql], [true, false]);
      const choice = (await directory.choices()).find(({ id }) => id === portal.id);
      assert.deepEqual([choice?.baseUrl, choice?.qMeans], ['', 'contains']);
      assert.equal(directory.names({ portalId: portal.id, resourceId: 'x' }).server, 'db.test:5432/shop');
    });

    it('that refuses the password later says so, and offers to enter one', async () => {
      const { portal, databases, passwords } = await added();
      await passwords.set(portal.baseUrl, 'changed since');
      await assert.rejects(databases.access(portal, never), {
        message: 'db.test:5432 refused the password of "ann", or needs one.',
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
      const url = BASE_URL.replace('public', 'sales');
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
    { host: 'db.test', port: 5432, database: 'shop', user: 'ann', schema: 'public' },
    { host: '::1', port: 6432, database: 'a/b?c', user: 'ann@home', schema: 'x&y=z' },
    { host: '/var/run', port: 5432, database: 'ä ö', user: 'a:b', schema: '"q"' },
  ])
    it(`has an address that is read as it was: ${JSON.stringify(place)}`, () => {
      const baseUrl = databaseUrl(place);
      assert.deepEqual(databaseOf({ baseUrl, encryption: 'any' }), { ...place, encryption: 'any' });
      const written = databaseOf({ baseUrl: writtenAddress(place) });
      assert.deepEqual(
        { ...written, schema: place.schema, encryption: 'none' },
        { ...place, encryption: 'none' },
      );
    });
});
