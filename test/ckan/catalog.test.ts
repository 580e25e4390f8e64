// The catalog of a real CKAN, with its Solr, asked by the pure client.
import assert from 'node:assert/strict';
import { Catalog } from '../../src/datastore/catalog/catalog.ts';
import type { Dataset } from '../../src/datastore/catalog/dataset.ts';
import type { DatasetQuery } from '../../src/datastore/catalog/datasetQuery.ts';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { LearnedDialect } from '../../src/datastore/dialect/learnedDialect.ts';
import type { DialectFacts } from '../../src/datastore/dialect/facts.ts';
import { useExchange } from './client.ts';
import { readFixture } from './fixture.ts';
import { GROUPS, OFFICE_DATASETS, ORGANIZATIONS, titleOf } from './offices.ts';
import { RecordingProxy } from './recordingProxy.ts';

const { adminToken, memberToken, strangerToken, ...fixture } = readFixture();
const never = new AbortController().signal;
const window = { start: 0, rows: 20 };
const PAGE = 40;

describe('The catalog of a real CKAN', () => {
  const exchange = useExchange();
  const proxy = new RecordingProxy(fixture.baseUrl);
  let baseUrl = '';
  before(async () => {
    baseUrl = await proxy.start();
  });
  after(() => proxy.stop());

  const portal = (token?: string, facts: DialectFacts = {}) => {
    const access = () => Promise.resolve({ baseUrl, ...(token !== undefined && { token }) });
    const dialect = new LearnedDialect({ facts });
    const options = { exchange, access, dialect };
    return { catalog: new Catalog(options), client: new DatastoreClient(options), dialect };
  };
  const found = async (query: DatasetQuery, token?: string) => {
    const { datasets } = await portal(token).catalog.search(query, window, never);
    return datasets.map(({ name }) => name);
  };
  const [open, hidden] = ['school-subjects', 'school-staff'];

  const words: [words: string, isTyping: boolean, names: readonly string[]][] = [
    ['subjects', false, [open]],
    ['charters 2003', false, ['charters-2003']],
    ['chart 2003', true, []],
    ['2003 chart', true, ['charters-2003']],
    ['taught subject', false, [open]],
    ['subj', false, []],
    ['subj', true, [open]],
    ['school subj', true, [open]],
    ['Draw', true, [open]],
    ['educ', true, [open]],
    ['subjects ', true, [open]],
    ['subjects:', true, [open]],
    ['school xyz', true, []],
  ];
  for (const [text, isTyping, names] of words)
    it(`is searched for ${JSON.stringify(text)}${isTyping ? ', which is being typed' : ''}`, async () => {
      proxy.requests.length = 0;
      assert.deepEqual(await found({ words: text, isTyping }), names);
      assert.equal(proxy.requests.length, 1);
    });

  for (const text of [
    '"',
    'a "b" "c',
    'OR OR',
    'school AND',
    'a AND OR b',
    'NOT school',
    '"school',
    '(',
    'a) OR (b',
    'x:y',
    '{!lucene}x',
    '*',
    '??',
    '\\',
    'AND',
    'NOT',
    '[a TO',
    '~',
    '^2',
    '/',
    '東京',
    '_query_:x',
  ])
    for (const isTyping of [false, true])
      it(`refuses no words, such as ${text}${isTyping ? ', being typed' : ''}`, async () => {
        assert.ok(Array.isArray(await found({ words: text, isTyping })));
      });

  const places: [what: string, query: DatasetQuery, names: readonly string[]][] = [
    ['organization', { within: { organization: 'school-board' } }, [open]],
    ['group', { within: { groups: 'education' } }, [open]],
    ['tag with a blank', { within: { tags: 'meter readings' } }, [open]],
    ['name that nothing has', { within: { tags: 'no "such\\ tag' } }, []],
  ];
  for (const [what, query, names] of places)
    for (const sort of [undefined, 'title', 'updated'] as const)
      it(`lists the datasets of a ${what}, by ${sort ?? 'its own order'}`, async () => {
        assert.deepEqual(await found({ ...query, ...(sort && { sort }) }), names);
      });

  it('has private datasets for those who may see them', async () => {
    assert.deepEqual(await found({ words: 'staff' }), []);
    assert.deepEqual(await found({ words: 'staff' }, strangerToken), []);
    assert.deepEqual(await found({ words: 'staff' }, memberToken), [hidden]);
  });

  it('says what its datasets are, and which resources have records', async () => {
    const { datasets, total, next } = await portal().catalog.search({ words: 'taught' }, window, never);
    assert.deepEqual([total, next], [1, undefined]);
    const [dataset] = datasets;
    assert.equal(dataset?.title, 'School subjects: what is taught');
    assert.deepEqual(dataset.organization, { name: 'school-board', title: 'School board' });
    assert.match(dataset.updated ?? '', /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(
      dataset.resources.map(({ name, format, hasRecords }) => [name, format, hasRecords]),
      [
        ['Report', 'PDF', false],
        ['Subjects', '', true],
        ['Meter readings', '', true],
      ],
    );
    // The index keeps links to the address that the portal had when it was filled.
    const withoutLinks = ({ resources, ...rest }: Dataset) => ({
      ...rest,
      resources: resources.map(({ url: _url, ...resource }) => resource),
    });
    assert.deepEqual(withoutLinks(await portal().catalog.dataset(dataset.id, never)), withoutLinks(dataset));
  });

  it('refuses a dataset by what it is', async () => {
    await assert.rejects(portal().catalog.dataset(hidden, never), { kind: 'forbidden' });
    await assert.rejects(portal().catalog.dataset('nothing', never), { kind: 'datasetMissing' });
    assert.equal((await portal(memberToken).catalog.dataset(hidden, never)).isPrivate, true);
  });

  const filed = (name: string, title: string, datasets: number) => ({ name, title, datasets });
  const openOffices = OFFICE_DATASETS.filter(({ isPrivate }) => !isPrivate);
  const counted = {
    organization: [
      filed('school-board', 'School board', 1),
      ...ORGANIZATIONS.map((name) =>
        filed(name, titleOf(name), openOffices.filter(({ organization }) => organization === name).length),
      ),
    ],
    groups: [
      filed('education', 'Education and culture', 1),
      ...GROUPS.map((name) => filed(name, titleOf(name), openOffices.filter(({ group }) => group === name).length)),
    ],
    tags: [
      ...['lessons', 'meter readings'].map((name) => filed(name, name, 1)),
      ...[...new Set(openOffices.flatMap(({ tags }) => tags))].map((name) =>
        filed(name, name, openOffices.filter(({ tags }) => tags.includes(name)).length),
      ),
    ],
  };
  for (const facet of ['organization', 'groups', 'tags'] as const)
    it(`counts the datasets of each of ${facet}, by one request`, async () => {
      proxy.requests.length = 0;
      const { items, isCut } = await portal().catalog.facet(facet, never);
      const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
      assert.deepEqual(items.toSorted(byName), counted[facet].toSorted(byName));
      assert.equal(isCut, false);
      assert.equal(proxy.requests.length, 1);
    });

  it('counts what a token may see', async () => {
    const { items } = await portal(memberToken).catalog.facet('organization', never);
    assert.equal(items.find(({ name }) => name === 'school-board')?.datasets, 2);
  });

  for (const sort of ['title', 'updated'] as const)
    it(`is read to its end by ${sort}, page by page, each dataset once`, async () => {
      proxy.requests.length = 0;
      const names: string[] = [];
      for await (const page of portal().catalog.datasets({ sort }, PAGE, never))
        names.push(...page.map(({ name }) => name));
      const expected = [...openOffices.map(({ name }) => name), open].toSorted();
      assert.deepEqual(names.toSorted(), expected);
      assert.equal(proxy.requests.length, Math.ceil(expected.length / PAGE));
    });

  it('has the private datasets of all for an administrator', async () => {
    const { total } = await portal(adminToken).catalog.search({}, window, never);
    assert.equal(total, OFFICE_DATASETS.length + 2);
  });

  for (const path of ['/api/action', '/api/3/action'] as const)
    it(`answers the same by GET at ${path}`, async () => {
      const { catalog, client, dialect } = portal(memberToken, { method: 'GET', path });
      const query: DatasetQuery = { words: 'subj', isTyping: true, within: { tags: 'lessons' }, sort: 'title' };
      assert.deepEqual(
        await catalog.search(query, window, never),
        await portal(memberToken).catalog.search(query, window, never),
      );
      assert.deepEqual(await catalog.facet('tags', never), await portal(memberToken).catalog.facet('tags', never));
      const question = {
        resourceId: fixture.subjects,
        fields: ['_id', 'subject'],
        sort: [{ field: '_id', descending: true }],
        limit: 3,
      };
      const byGet = await client.search(question, undefined, never);
      const byPost = await portal(memberToken).client.search(question, undefined, never);
      assert.deepEqual(byGet.rows, byPost.rows);
      assert.deepEqual(dialect.route, { method: 'GET', path });
    });
});
