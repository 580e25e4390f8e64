import assert from 'node:assert/strict';
import type { Catalog } from '../../../../src/datastore/catalog/catalog.ts';
import type { DatasetQuery } from '../../../../src/datastore/catalog/datasetQuery.ts';
import { describeError } from '../../../../src/datastore/wire/errorWords.ts';
import type { Dialect } from '../../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import { generatedDatasets, type FakeCatalogOptions, type FakeDataset } from '../../../support/fakes/fakeCatalog.ts';
import {
  FakeCkan,
  refusal,
  success,
  type FakeAnswer,
  type FakeCall,
  type FakeCkanOptions,
} from '../../../support/fakes/fakeCkan.ts';
import { catalogOf } from '../../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();
const window = { start: 0, rows: 20 };

const datasets: readonly FakeDataset[] = [
  { name: 'noise', title: 'Noise levels', organization: 'town-hall', tags: ['sound'], modified: '2026-01-01' },
  { name: 'trees', title: 'Trees by street', organization: 'parks', tags: ['green'], modified: '2026-03-01' },
  { name: 'staff', title: 'Staff levels', organization: 'town-hall', isPrivate: true, modified: '2026-02-01' },
  { name: 'benches', title: 'Benches', organization: 'parks', groups: ['streets'], modified: '2026-01-05' },
];

function portal(catalog: Partial<FakeCatalogOptions> = {}, more: Partial<FakeCkanOptions> = {}): FakeCkan {
  return new FakeCkan({ resources: {}, token: 'secret', catalog: { datasets, ...catalog }, ...more });
}

const found = async (catalog: Catalog, query: DatasetQuery = {}): Promise<readonly string[]> =>
  (await catalog.search(query, window, signal)).datasets.map(({ name }) => name);

const optionsKnown = ({ facts }: Dialect) => [facts.prefixes, facts.privateDatasets];

const bodies = ({ calls }: FakeCkan) => calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('the catalog of a portal', () => {
  const questions: [what: string, query: DatasetQuery, names: readonly string[]][] = [
    ['everything', {}, ['noise', 'trees', 'benches']],
    ['by a word of the title', { words: 'levels' }, ['noise']],
    ['by the beginning of a word', { words: 'tree stre', isTyping: true }, []],
    ['by words and the beginning of one', { words: 'trees stre', isTyping: true }, ['trees']],
    ['of an organization', { within: { organization: 'parks' } }, ['trees', 'benches']],
    ['of a group', { within: { groups: 'streets' } }, ['benches']],
    ['of a tag', { within: { tags: 'sound' } }, ['noise']],
    ['by title', { sort: 'title' }, ['benches', 'noise', 'trees']],
    ['by time', { sort: 'updated' }, ['trees', 'benches', 'noise']],
  ];
  for (const [what, query, names] of questions)
    it(`finds datasets ${what}, by one request`, async () => {
      const ckan = portal();
      assert.deepEqual(await found(catalogOf(ckan), query), names);
      assert.equal(ckan.calls.length, 1);
    });

  it('finds private datasets with a token only, and asks for them only then', async () => {
    const ckan = portal();
    assert.deepEqual(await found(catalogOf(ckan), { words: 'levels' }), ['noise']);
    assert.deepEqual(await found(catalogOf(ckan, 'secret'), { words: 'levels' }), ['noise', 'staff']);
    assert.deepEqual(
      bodies(ckan).map(({ include_private }) => include_private),
      [undefined, true],
    );
    assert.deepEqual(
      ckan.calls.map(({ authorization }) => authorization),
      [undefined, 'secret'],
    );
  });

  it('leaves out what a portal refuses, and never asks for it again', async () => {
    const ckan = portal({ refuses: ['include_private', 'defType'] });
    const dialect = new LearnedDialect();
    const catalog = catalogOf(ckan, 'secret', dialect);
    assert.deepEqual(await found(catalog, { words: 'levels' }), ['noise']);
    assert.deepEqual(optionsKnown(dialect), [undefined, false]);
    assert.deepEqual(await found(catalog, { words: 'lev', isTyping: true }), []);
    assert.deepEqual(optionsKnown(dialect), [false, false]);
    const before = ckan.calls.length;
    assert.equal(before, 4);
    assert.deepEqual(await found(catalog, { words: 'levels', isTyping: true }), ['noise']);
    assert.equal(ckan.calls.length, before + 1);
  });

  it('says why a question is refused that has nothing to leave out', async () => {
    const ckan = portal({ refuses: ['rows'] });
    const dialect = new LearnedDialect();
    const catalog = catalogOf(ckan, 'secret', dialect);
    await assert.rejects(found(catalog, { words: 'lev', isTyping: true, sort: 'title' }), {
      kind: 'validation',
      serverMessage: "Invalid search parameters: ['rows']",
    });
    assert.deepEqual(optionsKnown(dialect), [undefined, undefined]);
    assert.equal(dialect.facts.titleSort, undefined);
  });

  it('asks without an order by title where a portal has none, and learns it once', async () => {
    const ckan = portal(
      {},
      {
        fault: ({ body }, honest) =>
          body.includes('title_string')
            ? refusal(409, 'Search Error', { message: "Can't determine a Sort Order (asc or desc) in sort spec" })
            : honest,
      },
    );
    const dialect = new LearnedDialect();
    const catalog = catalogOf(ckan, undefined, dialect);
    assert.deepEqual(await found(catalog, { sort: 'title' }), ['noise', 'trees', 'benches']);
    assert.deepEqual([dialect.facts.titleSort, ckan.calls.length], [false, 2]);
    await found(catalog, { sort: 'title', within: { organization: 'parks' } });
    assert.equal(ckan.calls.length, 3);
    assert.deepEqual(await found(catalog, { sort: 'updated' }), ['trees', 'benches', 'noise']);
  });

  const closed: [what: string, ask: (catalog: Catalog) => Promise<unknown>, message: string][] = [
    ['its datasets', (catalog) => found(catalog), "ckan.test doesn't let you see its datasets: no."],
    [
      'its organizations',
      (catalog) => catalog.facet('organization', signal),
      "ckan.test doesn't let you see its datasets: no.",
    ],
    ['a dataset', (catalog) => catalog.details('noise', signal), "ckan.test doesn't let you see this dataset: no."],
  ];
  for (const [what, ask, message] of closed)
    it(`that wants a login for ${what} says so of them, not of a resource`, async () => {
      const fault = () => refusal(403, 'Authorization Error', { message: 'no' });
      const error = await ask(catalogOf(portal({}, { fault }))).catch((thrown: unknown) => thrown);
      const described = describeError(error);
      assert.equal(described.message, message);
      assert.match(described.hint, /^Set an API token that can read (?:them|it)/);
      assert.equal(described.offersToken, true);
      const withToken = await ask(catalogOf(portal({}, { fault }), 'secret')).catch((thrown: unknown) => thrown);
      assert.equal(describeError(withToken).message, message);
      assert.match(describeError(withToken).hint, /^Your API token doesn't allow it/);
    });

  it('goes through all pages of a portal that gives fewer than it is asked for', async () => {
    const ckan = portal({ datasets: generatedDatasets(250), rowsMax: 60 });
    const pages: number[] = [];
    const names = new Set<string>();
    for await (const page of catalogOf(ckan).datasets({}, 100, signal)) {
      pages.push(page.length);
      for (const { name } of page) names.add(name);
    }
    assert.deepEqual(pages, [60, 60, 60, 60, 10]);
    assert.equal(names.size, 250);
  });

  it('finds a page of 100,000 datasets wherever it is', async () => {
    const catalog = catalogOf(portal({ datasets: generatedDatasets(100_000) }));
    const { datasets: last, total, next } = await catalog.search({}, { start: 99_980, rows: 100 }, signal);
    assert.deepEqual([last.length, last.at(-1)?.name, total, next], [20, 'dataset-099999', 100_000, undefined]);
  });

  const odd: [what: string, fault: FakeCkanOptions['fault'], pages: number][] = [
    ['promises more datasets than it has', (_, honest) => changed(honest, (result) => ({ ...result, count: 900 })), 2],
    ['has more datasets than it says', (_, honest) => changed(honest, (result) => ({ ...result, count: 1 })), 2],
    ['says no total', (_, honest) => changed(honest, ({ count: _count, ...result }) => result), 2],
    [
      'gives the first page again and again',
      (() => {
        let first: FakeAnswer | undefined;
        return (_: unknown, honest: FakeAnswer) => (first ??= honest);
      })(),
      1,
    ],
  ];
  for (const [what, fault, pages] of odd)
    it(`comes to an end at a portal that ${what}`, async () => {
      const ckan = portal({ datasets: generatedDatasets(30) }, { fault: fault! });
      const sizes: number[] = [];
      for await (const page of catalogOf(ckan).datasets({}, 15, signal)) sizes.push(page.length);
      assert.deepEqual(
        sizes.filter((size) => size > 0),
        Array.from({ length: pages }, () => 15),
      );
    });

  it('leaves out what is no dataset, and goes on behind it', async () => {
    const results = [null, 7, { title: 'no id' }, { id: 'd1', title: 'Noise' }];
    const ckan = portal({}, { fault: () => success({ count: 9, results }) });
    const page = await catalogOf(ckan).search({}, { start: 2, rows: 4 }, signal);
    assert.deepEqual(
      page.datasets.map(({ title }) => title),
      ['Noise'],
    );
    assert.equal(page.next, 6);
  });

  it('keeps no more datasets than it asked for', async () => {
    const catalog = catalogOf(portal({}, { fault: (_, honest) => honest }));
    const results = Array.from({ length: 50 }, (_, index) => ({ id: `d${index}` }));
    const flooded = catalogOf(portal({}, { fault: () => success({ count: 50, results }) }));
    assert.equal((await flooded.search({}, window, signal)).datasets.length, 20);
    assert.equal((await catalog.search({}, window, signal)).datasets.length, 3);
  });

  const facets: [facet: 'organization' | 'groups' | 'tags', token: string | undefined, items: object[]][] = [
    [
      'organization',
      undefined,
      [
        { name: 'parks', title: 'Parks', datasets: 2 },
        { name: 'town-hall', title: 'Town hall', datasets: 1 },
      ],
    ],
    [
      'organization',
      'secret',
      [
        { name: 'parks', title: 'Parks', datasets: 2 },
        { name: 'town-hall', title: 'Town hall', datasets: 2 },
      ],
    ],
    ['groups', undefined, [{ name: 'streets', title: 'Streets', datasets: 1 }]],
    [
      'tags',
      undefined,
      [
        { name: 'green', title: 'Green', datasets: 1 },
        { name: 'sound', title: 'Sound', datasets: 1 },
      ],
    ],
  ];
  for (const [facet, token, items] of facets)
    it(`lists ${facet} with their datasets${token === undefined ? '' : ', private ones too'}, by one request`, async () => {
      const ckan = portal();
      assert.deepEqual(await catalogOf(ckan, token).facet(facet, signal), { items, isCut: false });
      assert.equal(ckan.calls.length, 1);
    });

  it('lists names where the portal counts nothing', async () => {
    const ckan = portal({ hasFacets: false });
    const { items } = await catalogOf(ckan).facet('organization', signal);
    assert.deepEqual(items, [
      { name: 'parks', title: 'parks' },
      { name: 'town-hall', title: 'town-hall' },
    ]);
    assert.deepEqual(
      ckan.calls.map(({ action }) => action),
      ['package_search', 'organization_list'],
    );
  });

  it('keeps 1,000 names of a facet, and says that there may be more', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => ({ name: `d${index}`, title: 'D', tags: [`t${index}`] }));
    const { items, isCut } = await catalogOf(portal({ datasets: many })).facet('tags', signal);
    assert.deepEqual([items.length, isCut], [1000, true]);
  });

  it('leaves out what is no item of a facet', async () => {
    const items = [7, { name: '' }, { name: 'a', display_name: ' A\n', count: -1 }, { name: 'b', count: 2 }];
    const ckan = portal({}, { fault: () => success({ results: [], search_facets: { tags: { items } } }) });
    assert.deepEqual((await catalogOf(ckan).facet('tags', signal)).items, [
      { name: 'a', title: 'A' },
      { name: 'b', title: 'b', datasets: 2 },
    ]);
  });

  it('shows one dataset, by name and by id', async () => {
    const catalog = catalogOf(portal());
    assert.equal((await catalog.dataset('trees', signal)).title, 'Trees by street');
    assert.equal((await catalog.dataset('id-of-trees', signal)).name, 'trees');
    await assert.rejects(catalog.dataset('staff', signal), { kind: 'forbidden' });
    await assert.rejects(catalog.dataset('nothing', signal), { kind: 'datasetMissing' });
  });

  for (const [what, answer, kind] of [
    [
      'has no catalog',
      { status: 400, text: '"Bad request - Action name not known: package_search"' },
      'catalogMissing',
    ],
    ['gives no list of datasets', success({ count: 3 }), 'catalogMissing'],
    ['wants a login everywhere', refusal(403, 'Authorization Error', { message: 'no' }), 'forbidden'],
    ['fails', refusal(500, 'Search Index Error', { message: 'Solr is down' }), 'server'],
  ] as const)
    it(`says so where a portal ${what}`, async () => {
      const ckan = portal({}, { fault: () => answer });
      await assert.rejects(found(catalogOf(ckan), { words: 'x', isTyping: true }), { kind, host: 'ckan.test' });
      assert.equal(ckan.calls.length, 1);
    });

  it('says so where a portal answers with a web page, whatever way it is asked', async () => {
    const ckan = portal({}, { firewall: () => ({ status: 200, text: '<!DOCTYPE html><title>Sign in</title>' }) });
    const catalog = catalogOf(ckan);
    for (const asked of [4, 5]) {
      await assert.rejects(found(catalog, { words: 'x', isTyping: true }), { kind: 'loginPage', host: 'ckan.test' });
      assert.equal(ckan.calls.length, asked);
    }
  });

  it('is asked by GET where a portal takes no POST', async () => {
    const firewall = ({ method }: FakeCall) => (method === 'POST' ? { status: 405, text: '<html>' } : undefined);
    const catalog = catalogOf(portal({}, { firewall }), 'secret');
    assert.deepEqual(await found(catalog, { words: 'lev', isTyping: true, within: { organization: 'town-hall' } }), [
      'noise',
      'staff',
    ]);
    const { items } = await catalog.facet('organization', signal);
    assert.deepEqual(
      items.map(({ datasets: count }) => count),
      [2, 2],
    );
  });

  it('asks at most four things at once, and lets go of those that no caller waits for', async () => {
    const waiting: (() => void)[] = [];
    const fault = (_: unknown, honest: FakeAnswer) =>
      new Promise<FakeAnswer>((resolve) => waiting.push(() => resolve(honest)));
    const ckan = portal({}, { fault });
    const catalog = catalogOf(ckan);
    const stopped = new AbortController();
    const asked = [1, 2, 3, 4, 5, 6].map((number) =>
      catalog.search({ words: `w${number}` }, window, number === 5 ? stopped.signal : signal),
    );
    await new Promise(setImmediate);
    assert.equal(ckan.calls.length, 4);
    stopped.abort(new RangeError('typed on'));
    await assert.rejects(asked[4]!, RangeError);
    for (const answer of waiting.splice(0)) answer();
    await new Promise(setImmediate);
    for (const answer of waiting.splice(0)) answer();
    await Promise.all(asked.filter((_, index) => index !== 4));
    assert.deepEqual(
      bodies(ckan).map(({ q }) => q),
      ['w1', 'w2', 'w3', 'w4', 'w6'],
    );
  });
});

function changed(
  { text }: FakeAnswer,
  change: (result: Record<string, unknown>) => Record<string, unknown>,
): FakeAnswer {
  const { result } = JSON.parse(text) as { result: Record<string, unknown> };
  return success(change(result));
}
