import assert from 'node:assert/strict';
import { reportToken, sightText } from '../../../../src/sources/web/tokenCheck.ts';
import { askTokenHeader } from '../../../../src/sources/web/tokenHeader.ts';
import { FakeCkan, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { hostWith } from '../../../support/host/twoPortals.ts';
import { people } from '../../../support/host/vscode.ts';
import { until } from '../../../../tools/vscode/until.ts';

const TOKEN = 'c4nary-s3cret';
const URL_OF_CITY = 'https://city.test';

const setUp = async (options: Partial<FakeCkanOptions> = {}) => {
  const city = new FakeCkan({
    token: TOKEN,
    resources: {},
    catalog: {
      datasets: [
        { name: 'parks', title: 'Parks' },
        { name: 'staff', title: 'Staff', isPrivate: true },
        { name: 'pay', title: 'Pay', isPrivate: true },
      ],
    },
    ...options,
  });
  const host = await hostWith({ 'city.test': city });
  const set: string[] = [];
  const setToken = (portalId: string) => Promise.resolve(set.push(portalId) > 0);
  return { ...host, city, check: () => reportToken({ ...host, setToken }, host.portal), set };
};

describe('Check API Token', () => {
  beforeEach(() => people.forget());
  afterEach('the token is in no message', () => assert.ok(!JSON.stringify(people.asked).includes(TOKEN)));

  it('says whose token it is and what it lets people see', async () => {
    const { check, tokens } = await setUp();
    await tokens.set(URL_OF_CITY, TOKEN);
    await check();
    assert.deepEqual(people.asked, [
      {
        text: 'This API token belongs to A Member (member) on City. Datasets: 3 with the token, 1 without.',
        isModal: false,
        buttons: ['Set API Token…'],
      },
    ]);
  });

  it('says that there is none', async () => {
    const { check, city, set } = await setUp();
    people.answer = () => 'Set API Token…';
    await check();
    assert.equal(people.asked[0]?.text, 'There is no API token for City.');
    assert.deepEqual(city.calls, []);
    await until(() => set.length > 0, 'the question for one');
  });

  it('says that the portal does not know it', async () => {
    const { check, tokens } = await setUp();
    await tokens.set(URL_OF_CITY, 'another');
    await check();
    assert.deepEqual(people.asked, [
      {
        text: "City doesn't recognize this API token. Datasets: 1, with the token and without.",
        isModal: false,
        buttons: ['Set API Token…'],
      },
    ]);
  });

  it('of an old portal offers the header that this may read, which goes out from then on', async () => {
    const old = { version: '2.8' as const };
    const { check, tokens, portal, store, city } = await setUp(old);
    await tokens.set(URL_OF_CITY, 'another');
    people.answer = (text) => (text.includes("can't say who") ? 'Send as X-CKAN-API-Key' : undefined);
    await check();
    await until(() => people.asked.length > 1, 'the second message');
    assert.equal(store.find(portal.id)?.tokenHeader, 'X-CKAN-API-Key');
    assert.deepEqual(people.asked[1]?.buttons, ['Send as Authorization', 'Set API Token…']);
    assert.ok(city.calls.some(({ action }) => action === 'status_show'));
  });

  it('says which portal failed', async () => {
    const { check, tokens, city } = await setUp();
    await tokens.set(URL_OF_CITY, TOKEN);
    city.answer = () => Promise.resolve({ status: 503, text: '<title>Maintenance</title>' });
    await check();
    assert.match(people.asked[0]?.text ?? '', /^City answered with an error \(503\)/);
    assert.deepEqual(people.asked[0]?.buttons, ['Try Again', 'Set API Token…']);
  });

  it('after another token private datasets are asked for again, where the portal refused them to the first', async () => {
    const { tokens, portal, clients } = await setUp();
    const { dialect } = clients.ofPortal(portal.id);
    dialect.learn({ privateDatasets: false });
    assert.equal(dialect.facts.privateDatasets, false);
    tokens.hold(URL_OF_CITY, TOKEN);
    assert.equal(dialect.facts.privateDatasets, undefined);
  });

  const now = Date.parse('2026-11-23');
  const key = { isKey: true };
  const fine = { user: { name: 'jane', isWithheld: false }, own: 2, everybodys: 2 };
  const unknown = { user: { isWithheld: false } };
  const same = 'Datasets: 2, with the token and without.';
  const texts: [sight: Parameters<typeof sightText>[1], facts: Parameters<typeof sightText>[2], text: string][] = [
    [fine, { isKey: false }, `This API token belongs to jane on City. ${same}`],
    [
      fine,
      { isKey: false, expires: Date.parse('2027-05-03') },
      `This API token belongs to jane on City. ${same} It expires on May 3, 2027.`,
    ],
    [
      { ...unknown, version: '2.11.6' },
      { isKey: false, expires: Date.parse('2026-05-03') },
      "City doesn't recognize this API token. It expired on May 3, 2026. Create a new one on the portal's website.",
    ],
    [
      { ...unknown, version: '2.9.1' },
      key,
      "City can't say who this API token belongs to. CKAN can from version 2.10 on. It's an API key of CKAN 2.9 or older.",
    ],
    [
      { ...unknown, version: '2.10.0' },
      key,
      "City doesn't recognize this API token. It's an API key of CKAN 2.9 or older. CKAN 2.10.0 accepts only API tokens. Create a new one on the portal's website.",
    ],
    [
      { ...unknown, own: 4 },
      { isKey: false },
      "City can't say who this API token belongs to. CKAN can from version 2.10 on. Datasets: 4 with the token. Without one the portal shows none.",
    ],
    [
      { user: { isWithheld: true }, own: 4, everybodys: 4 },
      { isKey: false },
      "The API token wasn't sent, because the address redirects to another one, or the connection isn't secure.",
    ],
  ];
  for (const [sight, facts, text] of texts) it(text, () => assert.equal(sightText('City', sight, facts, now), text));
});

describe('the header of a token', () => {
  beforeEach(() => people.forget());

  it('is Authorization unless another one is set, and is shown', async () => {
    const { portal, store } = await setUp();
    people.pick = () => ({ row: 'X-CKAN-API-Key' });
    await askTokenHeader(portal, store);
    assert.deepEqual(
      people.rows.map(({ label }) => label),
      ['$(check) Authorization', 'X-CKAN-API-Key', 'Other…'],
    );
    assert.equal(store.find(portal.id)?.tokenHeader, 'X-CKAN-API-Key');
    assert.equal(people.asked[0]?.text, 'The API token for City is now sent as X-CKAN-API-Key.');
  });

  it('may have any name that can carry one', async () => {
    const { portal, store } = await setUp();
    people.pick = () => ({ row: 'Other…' });
    people.type = () => 'Host';
    await askTokenHeader(portal, store);
    assert.deepEqual(people.refused, ["A token can't be sent under this name. Enter another one."]);
    assert.equal(store.find(portal.id)?.tokenHeader, undefined);
    people.type = () => ' apikey ';
    await askTokenHeader(portal, store);
    assert.equal(store.find(portal.id)?.tokenHeader, 'apikey');
  });
});

describe('a token that is set', () => {
  beforeEach(() => people.forget());

  const claims = Buffer.from(JSON.stringify({ exp: 1_500_000_000 })).toString('base64url');
  const warnings: [what: string, token: string, version: string, text: RegExp | undefined][] = [
    ['that has expired', `eyJ0.${claims}.c2ln`, '2.11.6', /^The API token for City expired on Jul 14, 2017\./],
    ['that is a key, on CKAN 2.10+', '5f2d1e0c-8f1c-4a39-9a52-0b1d1a1b2c3d', '2.10.1', /^City runs CKAN 2\.10\.1/],
    ['that is a key, on CKAN 2.9', '5f2d1e0c-8f1c-4a39-9a52-0b1d1a1b2c3d', '2.9.1', undefined],
    ['of any kind', TOKEN, '2.11.6', undefined],
  ];
  for (const [what, token, version, text] of warnings)
    it(`${what} is kept${text ? ', with a warning' : ''}`, async () => {
      const { directory, clients, portal, tokens } = await setUp();
      clients.ofPortal(portal.id).dialect.learnStatus({ title: '', version }, false);
      people.type = () => token;
      assert.equal(await directory.setToken(portal.id), true);
      assert.equal(await tokens.get(URL_OF_CITY), token);
      assert.equal(people.asked.length, text ? 1 : 0);
      if (text) assert.match(people.asked[0]?.text ?? '', text);
      assert.ok(!JSON.stringify(people.asked).includes(token));
    });
});
