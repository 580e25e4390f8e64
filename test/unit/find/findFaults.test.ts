import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { HttpError } from '../../../src/http/errors.ts';
import { refusal } from '../../support/fakes/fakeCkan.ts';
import { city, enter, finding, labels, many, openFind, searchFor, settled } from '../../support/host/finding.ts';
import { people } from '../../support/host/vscode.ts';

describe('finding a dataset where something is wrong', () => {
  beforeEach(() => {
    people.forget();
    people.looksAtPicks = true;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('a portal that fails is one row, with its reason and another try; the others stay', async () => {
    let isDown = true;
    const down = city({ fault: (_, honest) => (isDown ? { status: 503, text: 'no' } : honest) });
    const { pick } = await openFind({ 'up.test': city(), 'down.test': down });
    await searchFor(pick, 'water');
    assert.deepEqual(labels(pick).slice(0, 2), ['City (1)', '$(table) Water quality']);
    const [row, ...others] = pick.items.slice(2);
    assert.ok(row);
    assert.match(row.label, /^\$\(error\) down\.test /);
    assert.equal(row.description, 'Try Again');
    assert.equal(others.length, 0);
    isDown = false;
    pick.goTo(row.label);
    await enter(pick);
    assert.deepEqual(labels(pick).slice(2), ['down.test (1)', '$(table) Water quality']);
  });

  for (const [what, answer, said, help] of [
    [
      'has no catalog',
      { status: 400, text: '"Bad request - Action name not known: package_search"' },
      /has no catalog to search/,
      'Add Resource…',
    ],
    [
      'answers with a page',
      { status: 200, text: '<!DOCTYPE html><title>Welcome</title>' },
      /returned a web page instead of data: Welcome/,
      'Try Again',
    ],
    [
      'wants a login',
      refusal(403, 'Authorization Error', { message: 'Access denied' }),
      /doesn't let you see/,
      'Set API Token…',
    ],
    ['answers nothing', { status: 200, text: '' }, /returned an empty response/, 'Try Again'],
    ['answers no JSON', { status: 200, text: 'maintenance' }, /isn't JSON/, 'Try Again'],
  ] as const)
    it(`a portal that ${what} is named`, async () => {
      const { pick } = await openFind({ 'bad.test': city({ fault: () => answer }) });
      const [row] = pick.items;
      assert.match(row?.label ?? '', said);
      assert.equal(row?.description, help);
    });

  it('keeps what has come, and people where they are, when more of it fails', async () => {
    const ckan = city({
      catalog: { datasets: many(45, 'Noise') },
      fault: ({ body }, honest) => (body.includes('"start":20') ? { status: 503, text: 'no' } : honest),
    });
    const { pick } = await openFind({ 'city.test': ckan });
    await searchFor(pick, 'noise');
    pick.goTo('$(ellipsis) More…');
    await enter(pick);
    assert.equal(pick.items.length, 22);
    assert.deepEqual([pick.activeItems[0]?.description, pick.activeItems[0]], ['Try Again', pick.items.at(-1)]);
  });

  for (const [what, kind, said] of [
    ['redirects for ever', 'redirectLoop', /City redirects in a loop/],
    ['leads elsewhere', 'redirect', /bad\.test redirects to another address: https:\/\/login\.test/],
    ['takes too long', 'timeout', /City didn't answer in time/],
    ['is gone', 'dns', /Couldn't find the host bad\.test/],
  ] as const)
    it(`a portal that ${what} is named`, async () => {
      const failure = new HttpError(kind, 'bad.test', { target: 'https://login.test' });
      const { pick } = await openFind({ 'bad.test': city({ fault: () => Promise.reject(failure) }) });
      const [row] = pick.items;
      assert.match(row?.label ?? '', said);
      assert.equal(row?.description, 'Try Again');
    });

  it('asks again with a token that was set on the way, and marks what is private', async () => {
    const closed = city({
      fault: ({ authorization }, honest) =>
        authorization === 'secret' ? honest : refusal(403, 'Authorization Error', { message: 'Access denied' }),
    });
    const { pick } = await openFind({ 'closed.test': closed });
    people.type = () => 'secret';
    await enter(pick);
    assert.deepEqual(labels(pick)[1], '$(file) Salaries of staff');
    assert.equal(pick.items[1]?.detail, '$(lock) private · no resources · updated Jul 1, 2026');
  });

  it('says that nothing was found', async () => {
    const { pick } = await openFind({ 'city.test': city() });
    await searchFor(pick, 'zeppelins');
    assert.deepEqual(labels(pick), ['$(info) No datasets found']);
    await enter(pick);
    assert.equal(people.picking, pick);
  });

  it('shows titles as text, however they look', async () => {
    const title = '$(alert) [Free](command:x)\u202egnp \u0007 <b>bold</b>';
    const resources = [
      { id: 'a', name: title },
      { id: 'b', name: title },
    ];
    const datasets = [{ name: 'odd', title, organization: '$(alert)', resources }];
    const { pick } = await openFind({ 'city.test': city({ catalog: { datasets } }) });
    const plain = '$(file) $\u200b(alert) [Free]\u200b(command:x)gnp <b>bold</b>';
    assert.equal(pick.items[1]?.label, plain);
    await enter(pick);
    assert.deepEqual(labels(pick).slice(1), [plain, plain]);
    assert.equal(pick.title.includes('\u202e'), false);
  });

  it('a portal with a long name leaves room for what it has found', async () => {
    const { store, finder, portal } = await finding({ 'city.test': city(), 'up.test': city() });
    await store.change(portal.id, { name: 'Open data portal of the united cities and villages of the north' });
    void finder.find({});
    await settled();
    assert.ok(people.picking);
    await searchFor(people.picking, 'water');
    assert.equal(labels(people.picking)[0], 'Open data portal of the… (1)');
  });

  it('a dataset that was deleted meanwhile is named', async () => {
    const { finder, portal } = await finding({ 'city.test': city() });
    await assert.rejects(finder.find({ portalId: portal.id, dataset: 'gone' }), { kind: 'datasetMissing' });
  });

  it('shows all of 5,000 resources', async () => {
    const resources = Array.from({ length: 5000 }, (_, n) => ({ id: `r${n}`, datastore_active: n % 2 === 0 }));
    const { pick } = await openFind({
      'city.test': city({ catalog: { datasets: [{ name: 'big', title: 'Big', resources }] } }),
    });
    await enter(pick);
    assert.equal(pick.items.length, 5002);
  });
});
