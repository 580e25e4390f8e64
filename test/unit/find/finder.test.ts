import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { readFindTarget } from '../../../src/find/findTarget.ts';
import type { FakeAnswer, FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { city, enter, finding, labels, many, openFind, searchFor, settled } from '../../support/host/finding.ts';
import { people } from '../../support/host/vscode.ts';

describe('finding a dataset', () => {
  beforeEach(() => {
    people.forget();
    people.looksAtPicks = true;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  const questions = ({ calls }: FakeCkan) => calls.map(({ action, body }) => `${action} ${body}`);

  it('shows what was updated last, while nothing is typed and there is one portal', async () => {
    const ckan = city();
    const { pick } = await openFind({ 'city.test': ckan });
    assert.equal(pick.title, 'Find Dataset in City');
    assert.deepEqual(labels(pick), [
      'Recently updated',
      '$(table) Street trees',
      '$(table) Water quality',
      '$(file) Old maps',
    ]);
    assert.equal(ckan.calls.length, 1);
  });

  it('says of each hit where it is from, its formats, its resources and its last update', async () => {
    const { pick } = await openFind({ 'city.test': city() });
    await searchFor(pick, 'wat');
    assert.deepEqual(
      pick.items.slice(1).map(({ label, description, detail }) => [label, description, detail]),
      [['$(table) Water quality', 'Water board', 'CSV, PDF · 3 resources · 2 with records · updated May 3, 2026']],
    );
    await searchFor(pick, 'maps');
    assert.deepEqual(
      pick.items.slice(1).map(({ description, detail }) => [description, detail]),
      [[undefined, 'PDF · 1 resource · no records to search · updated Jan 1, 2020']],
    );
  });

  it('says each format once, spelled as the portal does where it has not just written it small', async () => {
    const formats = ['csv', 'geojson', 'GeoJSON', 'CSV'];
    const resources = formats.map((format, n) => ({ id: `r${n}`, name: `Part ${n}`, format }));
    const datasets = [{ name: 'map', title: 'Map', resources }];
    const { pick } = await openFind({ 'city.test': city({ catalog: { datasets } }) });
    assert.match(pick.items[1]?.detail ?? '', /^CSV, GeoJSON · 4 resources/);
  });

  it('asks one question a pause, whole words once a blank follows', async () => {
    const ckan = city();
    const { pick } = await openFind({ 'city.test': ckan });
    ckan.calls.splice(0);
    for (const text of ['s', 'st', 'str']) pick.type(text);
    mock.timers.tick(250);
    await settled();
    await searchFor(pick, 'street ');
    await searchFor(pick, ' street  ');
    assert.deepEqual(questions(ckan), [
      'package_search {"q":"(str OR str*)","defType":"edismax","start":0,"rows":20,"facet":"false"}',
      'package_search {"q":"street","start":0,"rows":20,"facet":"false"}',
    ]);
    assert.deepEqual(labels(pick), ['1 dataset', '$(table) Street trees']);
  });

  it('asks nothing, and is done, when people are back at what they had asked', async () => {
    const ckan = city();
    const { pick } = await openFind({ 'city.test': ckan });
    await searchFor(pick, 'water');
    ckan.calls.splice(0);
    pick.type('water q');
    await searchFor(pick, 'water');
    assert.deepEqual([ckan.calls.length, pick.busy], [0, false]);
  });

  it('takes no answer to an older question', async () => {
    let release: (() => void) | undefined;
    const ckan = city({
      fault: (call, honest) =>
        call.body.includes('maps') ? new Promise<FakeAnswer>((resolve) => (release = () => resolve(honest))) : honest,
    });
    const { pick } = await openFind({ 'city.test': ckan });
    await searchFor(pick, 'maps');
    assert.equal(pick.busy, true);
    assert.equal(labels(pick)[1], '$(table) Street trees');
    await searchFor(pick, 'water');
    release?.();
    await settled();
    assert.deepEqual(labels(pick), ['1 dataset', '$(table) Water quality']);
    assert.equal(pick.busy, false);
  });

  it('opens the only resource with records at once', async () => {
    const { pick, found, opened, directory, portal } = await openFind({ 'city.test': city() });
    await searchFor(pick, 'street');
    await enter(pick);
    const ref = { portalId: portal.id, resourceId: 'trees' };
    assert.deepEqual(await found, ref);
    assert.equal(directory.names(ref).resource, 'Trees');
    assert.deepEqual(opened.find(ref)?.dataset, { name: 'trees', title: 'Street trees' });
    assert.equal(people.picking, undefined);
  });

  it('shows the resources of a dataset, those with records first, and leads back to where people were', async () => {
    const ckan = city();
    const { pick, found, portal } = await openFind({ 'city.test': ckan });
    pick.goTo('$(table) Water quality');
    ckan.calls.splice(0);
    await enter(pick);
    assert.equal(pick.title, 'Water quality');
    assert.deepEqual(labels(pick), [
      'Has records',
      '$(table) Samples',
      '$(table) Stations',
      'Files and links',
      '$(file) Report',
    ]);
    pick.back();
    await settled();
    assert.deepEqual(
      pick.activeItems.map(({ label }) => label),
      ['$(table) Water quality'],
    );
    await enter(pick);
    await enter(pick);
    assert.deepEqual(await found, { portalId: portal.id, resourceId: 'samples' });
    assert.equal(ckan.calls.length, 0);
  });

  it('shows all resources of a dataset of which it would open one', async () => {
    const resources = [
      { id: 'plan', name: 'Plan', format: 'PDF' },
      { id: 'noise', name: 'Noise', datastore_active: true },
    ];
    const datasets = [{ name: 'noise', title: 'Noise', resources }];
    const { pick } = await openFind({ 'city.test': city({ catalog: { datasets } }) });
    pick.press('Show All Resources');
    await settled();
    assert.deepEqual(
      labels(pick).filter((label) => label.startsWith('$')),
      ['$(table) Noise', '$(file) Plan'],
    );
  });

  it('says what can be done with a resource that has no records', async () => {
    const { pick, found, portal } = await openFind({ 'city.test': city() });
    await searchFor(pick, 'maps');
    await enter(pick);
    assert.deepEqual(labels(pick), ['Files and links', '$(file) Map']);
    await enter(pick);
    assert.deepEqual(labels(pick), [
      '$(cloud-download) Open File as Local Resource',
      '$(link-external) Open on Portal Website',
      '$(table) Open Records Anyway',
    ]);
    pick.goTo('$(table) Open Records Anyway');
    await enter(pick);
    assert.deepEqual(await found, { portalId: portal.id, resourceId: 'map' });
  });

  it('goes through more hits page by page, on at the first new one', async () => {
    const ckan = city({ catalog: { datasets: many(45, 'Noise') } });
    const { pick } = await openFind({ 'city.test': ckan });
    await searchFor(pick, 'noise');
    assert.equal(pick.items.length, 22);
    assert.deepEqual(
      pick.items.slice(-1).map(({ label, description }) => [label, description]),
      [['$(ellipsis) More…', '20 of 45']],
    );
    pick.goTo('$(ellipsis) More…');
    await enter(pick);
    assert.deepEqual([pick.items.length, pick.activeItems[0]?.label], [42, '$(file) Noise 20']);
    pick.goTo('$(ellipsis) More…');
    await enter(pick);
    assert.deepEqual([pick.items.length, labels(pick).at(-1)], [46, '$(file) Noise 44']);
  });

  it('offers no more of a portal that gives the same datasets again', async () => {
    const ckan = city({
      catalog: { datasets: many(30, 'Noise') },
      fault: ({ body }, honest) => ({ ...honest, text: body.includes('"start":20') ? firstPage : honest.text }),
    });
    let firstPage = '';
    const first = await ckan.answer('POST', '/api/action/package_search', '{"q":"noise","start":0,"rows":20}');
    firstPage = first.text;
    const { pick } = await openFind({ 'city.test': ckan });
    await searchFor(pick, 'noise');
    pick.goTo('$(ellipsis) More…');
    await enter(pick);
    assert.equal(pick.items.length, 21);
  });

  it('asks portals side by side; what has come stays where it is', async () => {
    const held: (() => void)[] = [];
    const slow = city({ fault: (_, honest) => new Promise<FakeAnswer>((resolve) => held.push(() => resolve(honest))) });
    const quick = city({ catalog: { datasets: many(2, 'Water') } });
    const { pick } = await openFind({ 'slow.test': slow, 'quick.test': quick });
    assert.deepEqual(labels(pick), ['Portals', '$(globe) City', '$(globe) quick.test', '', '$(add) Add Portal…']);
    assert.equal(slow.calls.length + quick.calls.length, 0);
    await searchFor(pick, 'water');
    assert.deepEqual(labels(pick), ['quick.test (2)', '$(file) Water 0', '$(file) Water 1']);
    assert.equal(pick.busy, true);
    for (const release of held) release();
    await settled();
    assert.deepEqual(labels(pick).slice(3), ['City (1)', '$(table) Water quality']);
    assert.equal(pick.busy, false);
  });

  it('shows the resources of a dataset that a command names, and searches within an organization', async () => {
    const ckan = city();
    const host = await finding({ 'city.test': ckan });
    void host.finder.find({ portalId: host.portal.id, dataset: 'water-quality' });
    await settled();
    assert.equal(people.picking?.title, 'Water quality');
    assert.equal(people.picking.buttons.length, 0);
    ckan.calls.splice(0);
    const within = { facet: 'organization', name: 'parks', title: 'Parks' };
    void host.finder.find(readFindTarget({ portalId: host.portal.id, within }));
    await settled();
    assert.equal(people.picking.title, 'Find Dataset of Parks in City');
    assert.match(ckan.calls[0]?.body ?? '', /"fq":"\+organization:\\"parks\\""/);
  });

  it('looks in a portal that is not in the list yet, where that is meant', async () => {
    const other = city();
    const { finder, store } = await finding({ 'city.test': city(), 'visited.test': other });
    await store.remove(store.visit('https://visited.test').id);
    void finder.find({ portalId: store.visit('https://visited.test').id });
    await settled();
    assert.equal(people.picking?.title, 'Find Dataset in visited.test');
    assert.equal(other.calls.length, 1);
  });

  it('begins with what was opened last, where several portals could be meant', async () => {
    const { directory, finder, portal } = await finding({ 'city.test': city(), 'other.test': city() });
    const ref = { portalId: portal.id, resourceId: 'samples' };
    const dataset = { name: 'water-quality', title: 'Water quality' };
    await directory.remember(ref, { name: 'Samples', dataset });
    const found = finder.find({});
    await settled();
    assert.ok(people.picking);
    const [, row] = people.picking.items;
    assert.deepEqual(labels(people.picking).slice(0, 3), ['Recently opened', '$(table) Samples', 'Portals']);
    assert.equal(row?.description, 'City · Water quality');
    await enter(people.picking);
    assert.deepEqual(await found, ref);
  });

  it('asks for a portal where there is none', async () => {
    const { store, finder, portal } = await finding({ 'city.test': city() });
    await store.remove(portal.id);
    await finder.find({});
    assert.equal(people.picking, undefined);
  });
});
