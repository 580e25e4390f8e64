/** Requests to servers that support little more than the API document. */
import assert from 'node:assert/strict';
import { describeError } from '../../../../src/datastore/wire/errorWords.ts';
import type { DialectFacts } from '../../../../src/datastore/dialect/facts.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import type { PageWindow } from '../../../../src/datastore/dialect/pageWindow.ts';
import { describeNotice } from '../../../../src/datastore/result/notice.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../../src/datastore/result/resultSet.ts';
import { allRecords } from '../../../../src/export/records.ts';
import type { ExportProgress } from '../../../../src/export/runLog.ts';
import { FakeCkan, type FakeCkanOptions } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const never = new AbortController().signal;
const KINDS = ['oak', 'elm', 'ash', 'fir', 'yew'];
const RESOURCES = { r: { fields: [{ id: 'kind', type: 'text' }], rows: KINDS.map((kind) => [kind]) } };
const BY_ID = [{ field: '_id', descending: false }];
const BY_KIND = [{ field: 'kind', descending: false }];

function setUp(options: Omit<FakeCkanOptions, 'resources'>, facts: DialectFacts = {}) {
  const ckan = new FakeCkan({ resources: RESOURCES, ...options });
  const dialect = new LearnedDialect({ facts });
  const client = clientOf(ckan, undefined, dialect);
  const search = async (query: Partial<DatastoreQuery>, window?: Omit<PageWindow, 'fields'>) => {
    const at = window && { ...window, fields: ['_id', 'kind'] };
    return (await client.search({ resourceId: 'r', ...query }, at, never)).rows;
  };
  const asked = () => ckan.calls.splice(0).map(({ body }) => body.replace('{"resource_id":"r",', '{'));
  return { dialect, search, asked };
}

/** A server that returns the first records for any offset. */
const ignoresOffsets = (most = 100) => {
  const first = new FakeCkan({ resources: RESOURCES, version: 'plain' });
  const fault: FakeCkanOptions['fault'] = ({ action, body }) =>
    first.answer(
      'POST',
      `/api/action/${action}`,
      body
        .replace(/,"offset":\d+/, '')
        .replace(/"limit":(\d+)/, (_, limit) => `"limit":${Math.min(most, Number(limit))}`),
    );
  return setUp({ version: 'plain', fault });
};

describe('a server that knows no more than the API document', () => {
  it('is asked for whole records up to the last one that is wanted, once it has refused more', async () => {
    const { search, asked } = setUp({ version: 'bare' });
    const query = { sort: BY_ID, fields: ['kind'] };
    assert.deepEqual(await search(query, { offset: 2, limit: 2 }), [['ash'], ['fir']]);
    assert.deepEqual(asked(), [
      '{"fields":["kind"],"sort":"_id asc","limit":2,"offset":2}',
      // Sorting by an _id that isn't selected is requested in another way.
      '{"limit":4}',
    ]);
    assert.deepEqual(await search(query, { offset: 4, limit: 2 }), [['yew']]);
    assert.deepEqual(asked(), ['{"limit":6}']);
  });

  it('has no other order than its own: people’s sort is refused in words', async () => {
    const { search, asked, dialect } = setUp({ version: 'bare' });
    await assert.rejects(search({ sort: BY_KIND }), (error) => {
      assert.deepEqual(describeError(error), {
        message: "ckan.test can't sort records.",
        hint: 'Remove the sort, or download a local copy and sort that.',
        offersToken: false,
      });
      return true;
    });
    assert.equal(dialect.facts.sorts, false);
    asked();
    await assert.rejects(search({ sort: BY_KIND }), { kind: 'noSort' });
    assert.deepEqual(asked(), []);
  });

  it('whose own order isn’t that of _id is not taken for sorted by it', async () => {
    const { search } = setUp({
      version: 'bare',
      fault: (_, honest) => ({ ...honest, text: honest.text.replace('"_id":1,', '"_id":7,') }),
    });
    await assert.rejects(search({ sort: BY_ID }), { kind: 'noSort' });
  });
});

describe('a server that ignores offsets', () => {
  it('is found out by the records before, once, and asked for more records instead', async () => {
    const { search, asked, dialect } = ignoresOffsets();
    assert.deepEqual(await search({}, { offset: 2, limit: 2 }), [
      [3, 'ash'],
      [4, 'fir'],
    ]);
    assert.deepEqual(asked(), ['{"limit":2,"offset":2}', '{"limit":2,"offset":0}', '{"limit":4}']);
    assert.equal(dialect.facts.offsets, false);
    assert.deepEqual(await search({}, { offset: 4, limit: 2 }), [[5, 'yew']]);
    assert.deepEqual(asked(), ['{"limit":6}']);
  });

  it('and gives few records at once is named: nothing ends without a word', async () => {
    const { search } = ignoresOffsets(2);
    await assert.rejects(search({}, { offset: 2, limit: 2 }), (error) => {
      assert.deepEqual(describeError(error), {
        message: 'ckan.test returns only the first 2 records of a query.',
        hint: "It doesn't return further pages. Add filters so that fewer records match.",
        offersToken: false,
      });
      return true;
    });
  });
});

describe('a server that takes offsets', () => {
  it('shows it by its answer, and is asked nothing more', async () => {
    const { search, asked, dialect } = setUp({ version: '2.6' });
    await search({ sort: BY_ID }, { offset: 2, limit: 2 });
    assert.deepEqual([asked().length, dialect.facts.offsets], [1, true]);
  });

  it('or by other records, of which it is asked once', async () => {
    const { search, asked, dialect } = setUp({ version: 'plain' });
    await search({ sort: BY_ID }, { offset: 2, limit: 2 });
    await search({ sort: BY_ID }, { offset: 4, limit: 2 });
    assert.deepEqual([asked().length, dialect.facts.offsets], [3, true]);
  });
});

describe('a server that may ignore filters', () => {
  const filter = (json: string) => ({ filters: conditionsOf(json) });
  const ignoresFilters: FakeCkanOptions['fault'] = ({ action, body }) =>
    new FakeCkan({ resources: RESOURCES, version: 'plain' }).answer(
      'POST',
      `/api/action/${action}`,
      JSON.stringify({ ...(JSON.parse(body) as object), filters: undefined }),
    );

  it('is not believed where a record has none of the values', async () => {
    const { search } = setUp({ version: 'plain', fault: ignoresFilters });
    await assert.rejects(search(filter('{"kind":"oak"}')), { kind: 'ignoresFilters', part: 'filters' });
    await assert.rejects(search(filter('{"_id":[1,2]}')), { kind: 'ignoresFilters', part: 'filters' });
    assert.equal((await search({ q: 'o' })).length, KINDS.length - 4);
  });

  it('is not believed where a stored fact wrongly takes it for our own', async () => {
    const { search } = setUp({ version: 'plain', fault: ignoresFilters }, { isOurs: true });
    await assert.rejects(search(filter('{"kind":"oak"}')), { kind: 'ignoresFilters', part: 'filters' });
  });

  it('is doubted where nothing in the records tells, in words', async () => {
    const ckan = new FakeCkan({ resources: RESOURCES, version: 'plain', fault: ignoresFilters });
    const open = (filters: string, fields?: readonly string[]) =>
      ResultSet.open(
        clientOf(ckan),
        { resourceId: 'r', filters: conditionsOf(filters), ...(fields && { fields }) },
        never,
      );
    for (const set of [await open('{"kind":{"in":["oak"]}}'), await open('{"kind":"oak"}', ['_id'])])
      assert.deepEqual(
        set.notices.map((notice) => describeNotice(notice)),
        ["This portal doesn't say whether it applied the filters, so some records may not match them."],
      );
    const progress: ExportProgress[] = [];
    const query = { resourceId: 'r', filters: conditionsOf('{"kind":{"in":["oak"]}}') };
    const onProgress = (each: ExportProgress) => void progress.push(each);
    for await (const { rows } of allRecords(clientOf(ckan), query, never, { onProgress }))
      assert.equal(rows.length, KINDS.length);
    assert.deepEqual(progress.at(-1)?.notices, [{ kind: 'filtersUnproven' }]);
  });

  it('is believed where it repeats the filters', async () => {
    const ckan = new FakeCkan({ resources: RESOURCES });
    const query = { resourceId: 'r', fields: ['_id'], filters: conditionsOf('{"kind":"oak"}') };
    const set = await ResultSet.open(clientOf(ckan), query, never);
    assert.deepEqual([set.notices, set.rowCount], [[], 1]);
  });

  it('is believed where all records have one, however it spells them', async () => {
    const { search } = setUp({
      version: 'plain',
      fault: (_, honest) => ({ ...honest, text: honest.text.replaceAll('"oak"', '"Oak "') }),
    });
    assert.deepEqual(await search(filter('{"kind":["oak","elm"],"_id":"1.0"}')), [[1, 'Oak ']]);
  });
});
