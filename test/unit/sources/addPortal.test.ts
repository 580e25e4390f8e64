import assert from 'node:assert/strict';
import path from 'node:path';
import { HttpError } from '../../../src/http/errors.ts';
import { AddPortal, summaryText } from '../../../src/sources/addPortal.ts';
import { readKnownPortals } from '../../../src/sources/web/knownPortals.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { until } from '../../../tools/vscode/until.ts';
import { generatedDatasets } from '../../support/fakes/fakeCatalog.ts';
import { type FakeAnswer, FakeCkan, type FakeCkanOptions, NOT_FOUND, refusal } from '../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { people } from '../../support/host/vscode.ts';

const known = [
  {
    name: 'Springfield',
    baseUrl: 'https://new.test/en',
    country: 'Nowhere',
    topic: 'City',
    source: 'a list',
    date: '2026-11-23',
  },
];

const setUp = async (options: Partial<FakeCkanOptions> = {}) => {
  const fields = [{ id: 'n', type: 'text' }];
  const fresh = new FakeCkan({
    title: 'City of Testville',
    resources: { r: { name: 'Trees', fields, rows: [['1']] } },
    catalog: { datasets: generatedDatasets(3204) },
    ...options,
  });
  const host = await hostWith({ 'city.test': new FakeCkan({ resources: {} }), 'new.test': fresh });
  const setToken = () => Promise.resolve(false);
  const addPortal = new AddPortal({ ...{ ...host, setToken }, knownPortals: () => Promise.resolve(known) });
  people.type = (prompt) => (prompt.includes('name for') ? 'Testville' : undefined);
  return { ...host, addPortal, fresh };
};

describe('Add Portal', () => {
  beforeEach(() => people.forget());

  const pages: [text: string, baseUrl: string, page?: object][] = [
    ['https://new.test', 'https://new.test'],
    ['new.test', 'https://new.test'],
    ['http://new.test/', 'http://new.test'],
    ['<https://new.test/about>.', 'https://new.test'],
    ['https://new.test/en', 'https://new.test/en'],
    ['https://new.test/en/dataset/trees', 'https://new.test/en', { kind: 'dataset', name: 'trees' }],
    ['https://new.test/dataset/trees', 'https://new.test', { kind: 'dataset', name: 'trees' }],
    ['https://new.test/organization/parks', 'https://new.test', { kind: 'organization', name: 'parks' }],
    ['https://new.test/group/green', 'https://new.test', { kind: 'group', name: 'green' }],
    ['https://new.test/api/3/action/package_search?q=x', 'https://new.test'],
    ['https://new.test/pages/of/the/city/website', 'https://new.test'],
  ];
  for (const [text, baseUrl, page] of pages)
    it(`takes ${text}`, async () => {
      const { addPortal } = await setUp();
      const added = await addPortal.run(text);
      assert.deepEqual([added?.portal.baseUrl, added?.portal.name, added?.isNew], [baseUrl, 'Testville', true]);
      assert.deepEqual(added?.page, page);
    });

  it('knows afterwards what the portal said of itself, and asks for its status once', async () => {
    const { addPortal, clients, fresh } = await setUp();
    const { portal } = (await addPortal.run('https://new.test')) ?? {};
    const { version, title, extensions } = clients.ofPortal(portal?.id ?? '').dialect.facts;
    assert.deepEqual([version, title, extensions], ['2.11.0', 'City of Testville', ['datastore']]);
    assert.deepEqual(
      fresh.calls.map(({ action }) => action),
      ['status_show'],
    );
  });

  it('tries https where http is not answered', async () => {
    const { addPortal, fresh } = await setUp();
    const answer = fresh.answer.bind(fresh);
    let isFirst = true;
    fresh.answer = (...call) => {
      const isRefused = isFirst;
      isFirst = false;
      return isRefused ? Promise.reject(new HttpError('refused', 'new.test')) : answer(...call);
    };
    assert.equal((await addPortal.run('http://new.test/dataset'))?.portal.baseUrl, 'https://new.test');
  });

  it('takes a look-alike that knows no status', async () => {
    const { addPortal } = await setUp({
      fault: ({ action }, honest) =>
        action === 'status_show' ? { status: 400, text: '"Bad request - Action name not known"' } : honest,
    });
    const added = (await addPortal.run('https://new.test'))!;
    assert.equal(added.portal.baseUrl, 'https://new.test');
    assert.equal(people.asked.length, 0);
    addPortal.announce(added);
    await until(() => people.asked.length > 0, 'it is told');
    assert.equal(people.asked[0]?.text, 'Added "Testville": CKAN look-alike · 3,204 datasets.');
  });

  it('takes a look-alike that answers for records alone, by the address of a call', async () => {
    const { addPortal, clients } = await setUp({ version: 'dkan' });
    const added = (await addPortal.run('https://new.test/api/3/action/datastore_search?resource_id=r'))!;
    assert.deepEqual([added.portal.baseUrl, added.resourceId], ['https://new.test', 'r']);
    assert.equal(people.asked.length, 0);
    assert.equal(clients.ofPortal(added.portal.id).dialect.facts.isLookAlike, true);
    addPortal.announce(added);
    await until(() => people.asked.length > 0, 'it is told');
    assert.equal(people.asked[0]?.text, 'Added "Testville": CKAN look-alike.');
  });

  it('says nothing of a portal whose records open', async () => {
    const { addPortal, fresh } = await setUp();
    const added = (await addPortal.run('https://new.test/api/action/datastore_search?resource_id=r'))!;
    fresh.calls.splice(0);
    addPortal.announce(added);
    assert.deepEqual(fresh.calls, []);
  });

  it('asks a site for records only where a resource is named, and says what it said of itself', async () => {
    const { addPortal, fresh } = await setUp();
    fresh.answer = () => Promise.resolve(NOT_FOUND);
    await addPortal.run('https://new.test/api/3/action/datastore_search?resource_id=r');
    assert.match(people.asked[0]?.text ?? '', /^new\.test has no datastore API at this address\./);
  });

  const page = (title: string) => `<!DOCTYPE html><title>${title}</title>`;
  const failures: [what: string, answer: FakeAnswer | HttpError, words: RegExp][] = [
    ['another web site', NOT_FOUND, /^new\.test has no datastore API at this address\./],
    [
      'a web page in its place',
      { status: 200, text: page('Welcome') },
      /^new\.test returned a web page instead of data: Welcome\./,
    ],
    [
      'a login everywhere',
      refusal(403, 'Authorization Error', { message: 'Sign in' }),
      /^new\.test requires an API token: Sign in\. Set one/,
    ],
    ['a portal that is down', { status: 503, text: page('Maintenance') }, /^new\.test answered with an error \(503\)/],
    ['JSON of something else', { status: 200, text: '{"ok":1}' }, /^new\.test has no datastore API/],
    ['what is no JSON', { status: 200, text: '{"success":tru' }, /^The response from new\.test/],
    ['redirects without end', new HttpError('redirectLoop', 'new.test'), /^new\.test redirects in a loop\./],
    ['a host that is slow', new HttpError('timeout', 'new.test'), /^new\.test didn't answer in time\./],
  ];
  for (const [what, answer, words] of failures)
    it(`says that there is ${what}, and lets the address be edited`, async () => {
      const { addPortal, fresh, store } = await setUp();
      fresh.answer = () => (answer instanceof HttpError ? Promise.reject(answer) : Promise.resolve(answer));
      assert.equal(await addPortal.run('https://new.test'), undefined);
      assert.match(people.asked[0]?.text ?? '', words);
      assert.ok(people.asked[0]?.buttons.includes('Edit Address'));
      assert.equal(store.portals.length, 1);
    });

  it('shows no progress of a portal that answers at once: a message behind it could be lost', async () => {
    const { addPortal, store } = await setUp();
    await addPortal.run('https://new.test');
    assert.deepEqual([people.progress, store.portals.length], [[], 2]);
  });

  it('can be cancelled while a portal is silent, and leaves nothing', async () => {
    const { addPortal, fresh, store } = await setUp();
    fresh.answer = () => new Promise(() => undefined);
    people.cancels = (title) => title === 'Looking for a portal at https://new.test/data';
    assert.equal(await addPortal.run('https://new.test/data'), undefined);
    assert.deepEqual([people.asked, store.portals.length], [[], 1]);
  });

  it('asks a site that is no portal a few times only', async () => {
    const { addPortal, fresh } = await setUp();
    let asked = 0;
    fresh.answer = () => Promise.resolve((asked++, NOT_FOUND));
    await addPortal.run('https://new.test/owner/repository/blob/main/docs/README.md');
    assert.ok(asked <= 8, String(asked));
  });

  describe('without an address', () => {
    it('begins on the first public portal, and on what was typed once something was', async () => {
      const { addPortal } = await setUp();
      people.looksAtPicks = true;
      const added = addPortal.run();
      const active = () => people.picking?.activeItems.map(({ label }) => label);
      await until(() => people.picking !== undefined, 'the question is asked');
      assert.deepEqual(active(), ['$(globe) Springfield']);
      people.picking?.type('https://other.test');
      assert.deepEqual(active(), ['$(add) Add "https://other.test/"']);
      people.picking?.hide();
      assert.equal(await added, undefined);
    });

    it('offers a database and public portals, and asks none of them before it is chosen', async () => {
      const { addPortal, fresh } = await setUp();
      await addPortal.run();
      assert.deepEqual(
        people.rows.map(({ label }) => label),
        [
          '$(database) PostgreSQL Database…',
          '$(database) Trino Catalog…',
          'Public portals, not checked',
          '$(globe) Springfield',
        ],
      );
      assert.deepEqual(fresh.calls, []);
      people.pick = () => ({ row: '$(globe) Springfield' });
      assert.equal((await addPortal.run())?.portal.baseUrl, 'https://new.test/en');
    });

    it('puts what was typed above them', async () => {
      const { addPortal } = await setUp();
      people.pick = () => ({ typed: ' new.test/en ', row: '$(add) Add "new.test/en"' });
      assert.equal((await addPortal.run())?.portal.baseUrl, 'https://new.test/en');
      assert.equal(people.rows[0]?.label, '$(add) Add "new.test/en"');
    });

    const typed: [text: string, rows: readonly string[]][] = [
      ['spring', []],
      ['nowhere', []],
      ["the city's portal", ['$(error) "the city\'s portal" isn\'t a URL.']],
      ['https://me:pw@new.test', ['$(error) ']],
      ['https://new.test/?token=canary', ['$(error) ']],
    ];
    for (const [text, rows] of typed)
      it(`says of ${text}: ${rows.join() || 'nothing'}`, async () => {
        const { addPortal, fresh } = await setUp();
        people.pick = () => ({ typed: text, row: '' });
        await addPortal.run();
        const own = people.rows.slice(0, -4).map(({ label }) => label);
        assert.equal(own.length, rows.length);
        for (const [place, row] of rows.entries()) assert.ok(own[place]?.startsWith(row), own[place]);
        assert.doesNotMatch(own.join(), /canary|pw@/);
        assert.deepEqual(fresh.calls, []);
      });
  });
});

describe('what was found at a portal', () => {
  beforeEach(() => people.forget());

  it('is said once its datasets are counted, with what to do next', async () => {
    const { addPortal } = await setUp();
    const shown: string[] = [];
    people.pick = (title) => void shown.push(title);
    people.answer = () => 'Show Portal Capabilities';
    const added = await addPortal.run('https://new.test');
    assert.ok(added);
    addPortal.announce(added);
    await until(() => people.asked.length > 0, 'the message');
    assert.deepEqual(people.asked, [
      {
        text: 'Added "Testville": CKAN 2.11.0 · datastore · 3,204 datasets.',
        isModal: false,
        buttons: ['Find Dataset…', 'Show Portal Capabilities'],
      },
    ]);
    await until(() => shown.length > 0, 'the list');
    assert.deepEqual(shown, ['Capabilities of Testville']);
  });

  it('is said of a portal without a catalog, too', async () => {
    const { addPortal, fresh } = await setUp();
    const added = await addPortal.run('https://new.test');
    assert.ok(added);
    fresh.answer = () => Promise.resolve({ status: 400, text: '"Bad request"' });
    addPortal.announce(added);
    await until(() => people.asked.length > 0, 'the message');
    assert.equal(people.asked[0]?.text, 'Added "Testville": CKAN 2.11.0 · datastore.');
    assert.deepEqual(people.asked[0].buttons, ['Show Portal Capabilities']);
  });

  const texts: [facts: Parameters<typeof summaryText>[1], datasets: number | undefined, text: string][] = [
    [{}, undefined, 'Added "C": CKAN version hidden.'],
    [{ isLookAlike: true }, 1, 'Added "C": CKAN look-alike · 1 dataset.'],
    [{ version: '2.8.1', extensions: ['datastore'] }, 1, 'Added "C": CKAN 2.8.1 · datastore · SQL · 1 dataset.'],
    [{ version: '2.11.6', extensions: [] }, 0, 'Added "C": CKAN 2.11.6 · no datastore listed · 0 datasets.'],
    [
      { version: '2.11.6', extensions: ['a', 'datastore', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
      undefined,
      'Added "C": CKAN 2.11.6 · datastore. Extensions: a, b, c, d, e, f, 2 more.',
    ],
  ];
  for (const [facts, datasets, text] of texts) it(text, () => assert.equal(summaryText('C', facts, datasets), text));
});

describe('the public portals', () => {
  it('are some 25, each with its source and date, none twice', async () => {
    const file = path.join(projectRoot, 'media', 'portals.json');
    const { default: stored } = (await import(file, { with: { type: 'json' } })) as {
      readonly default: { readonly portals: readonly object[] };
    };
    const portals = await readKnownPortals(file);
    assert.deepEqual(portals, stored.portals);
    assert.ok(portals.length >= 25);
    assert.equal(new Set(portals.map(({ baseUrl }) => baseUrl)).size, portals.length);
    // A typed text stands before the known portals, so no name may look like an address.
    for (const { name } of portals) assert.doesNotMatch(name, /[./:]/);
  });

  it('are none where the file can not be read', async () => {
    assert.deepEqual(await readKnownPortals('/nowhere/portals.json'), []);
  });
});
