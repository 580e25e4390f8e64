import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { allRecords, type RunOptions } from '../../../src/export/records.ts';
import type { ExportProgress } from '../../../src/export/runLog.ts';
import type { RecordRow } from '../../../src/base/cells.ts';
import { FakeCkan, type FakeAnswer, type FakeCkanOptions } from '../../support/fakes/fakeCkan.ts';
import { eventually } from '../../support/drivers/eventually.ts';
import type { TextRequest } from '../../../src/http/exchange.ts';
import { clientOf, exchangeWith } from '../../support/fakes/fakeExchange.ts';
import { idsOf, itemsResource, range, tamper } from '../../support/fakes/fakeResult.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const { signal } = new AbortController();
const byId = [{ field: '_id', descending: false }];

function fake(count: number, options: Partial<FakeCkanOptions> = {}): FakeCkan {
  return new FakeCkan({ resources: { r: itemsResource(count) }, ...options });
}

async function collect(ckan: FakeCkan, query: Partial<DatastoreQuery> = {}, more: RunOptions = {}) {
  const rows: RecordRow[] = [];
  const progress: ExportProgress[] = [];
  const fields = new Set<string>();
  const onProgress = (one: ExportProgress) => progress.push(one);
  const options = { ...more, onProgress, pause: () => Promise.resolve() };
  for await (const batch of allRecords(clientOf(ckan), { resourceId: 'r', ...query }, signal, options)) {
    rows.push(...batch.rows);
    fields.add(batch.fields.map(({ id }) => id).join());
  }
  const { notices, ...last } = progress.at(-1)!;
  return { rows, fields: [...fields], progress, notices, last };
}

/** A small first page makes later pages small, too, so that there are several. */
const smallPages = { rowsMax: 40 };

describe('all records of a query', () => {
  it('are one request when the limit fits a page', async () => {
    const ckan = fake(500);
    const { rows } = await collect(ckan, { q: 'item', limit: 50 });
    assert.deepEqual(ckan.searches, ['{"resource_id":"r","q":"item","limit":50}']);
    assert.deepEqual(idsOf(rows), range(451, 501).reverse(), 'as the grid shows them');
  });

  it('come to the last one without a limit, with proof of the end', async () => {
    const ckan = fake(469, smallPages);
    const { rows, last, notices } = await collect(ckan);
    assert.deepEqual(idsOf(rows), range(1, 470));
    assert.deepEqual([last, notices], [{ records: 469, expected: 469 }, []]);
    assert.match(
      ckan.searches.at(-1) ?? '',
      /"offset":468/,
      'a page with nothing behind the last record proves the end',
    );
  });

  it('respect a limit over several pages', async () => {
    const { rows, last } = await collect(fake(500, smallPages), { limit: 130 });
    assert.deepEqual(idsOf(rows), range(1, 131));
    assert.deepEqual(last, { records: 130, expected: 130 });
  });

  it('of a search come in _id order when they do not fit one page', async () => {
    const ckan = fake(500, smallPages);
    const { rows, fields, notices } = await collect(ckan, { q: 'item 1' });
    assert.deepEqual(idsOf(rows), [2, ...range(11, 21), ...range(101, 201)]);
    assert.deepEqual(fields, ['_id,name,group'], 'without rank');
    assert.deepEqual(notices, [{ kind: 'rankHidden', ownField: false }]);
    assert.match(ckan.searches[1] ?? '', /"sort":"_id asc"/);
  });

  it('of a sort have _id behind it', async () => {
    const ckan = fake(300, smallPages);
    const { rows } = await collect(ckan, { sort: [{ field: 'group', descending: true }] });
    assert.deepEqual(
      idsOf(rows),
      range(0, 300)
        .sort((a, b) => (b % 7) - (a % 7) || a - b)
        .map((index) => index + 1),
    );
  });

  it('are read behind the last _id where the server knows ranges, with the query’s own filters', async () => {
    const ckan = fake(700, { ...smallPages, version: '2.12' });
    const { rows } = await collect(ckan, { filters: conditionsOf('{"group": 3}') });
    assert.deepEqual(
      idsOf(rows),
      range(0, 700)
        .filter((index) => index % 7 === 3)
        .map((index) => index + 1),
    );
    assert.equal(
      ckan.searches[2],
      '{"resource_id":"r","filters":{"$and":[{"group":3},{"_id":{"gte":550}}]},"sort":"_id asc",' +
        '"limit":22,"offset":0,"include_total":false,"records_format":"lists"}',
    );
  });

  it('are read by offset again when ranges are refused', async () => {
    const fault = (call: { body: string }, honest: FakeAnswer): FakeAnswer =>
      call.body.includes('"gte"') ? { status: 409, text: '{"success":false,"error":{"filters":["no"]}}' } : honest;
    const { rows } = await collect(fake(300, { ...smallPages, version: '2.12', fault }));
    assert.deepEqual(idsOf(rows), range(1, 301));
  });

  it('give the fields even of nothing', async () => {
    const { rows, fields, progress } = await collect(fake(0));
    assert.deepEqual([rows, fields, progress.length], [[], ['_id,name,group'], 1]);
  });

  it('are all there whatever the server says about them', async () => {
    const world = fc.record({
      count: fc.nat(400),
      limit: fc.option(fc.nat(400), { nil: undefined }),
      rowsMax: fc.integer({ min: 30, max: 500 }),
      version: fc.constantFrom('plain', '2.6', '2.8', '2.11', '2.12'),
      total: fc.option(fc.nat(500), { nil: undefined }),
      most: fc.integer({ min: 20, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ count, limit, rowsMax, version, total, most }) => {
        // Each answer has at most `most` records without saying so, and any total.
        const fault = tamper(({ total: _, records, ...result }) => ({
          ...result,
          records: records.slice(0, most),
          ...(version === 'plain' && total !== undefined && { total }),
        }));
        const ckan = fake(count, { rowsMax, version, ...(version === 'plain' && { fault }) });
        const asked = collect(ckan, { sort: byId, ...(limit !== undefined && { limit }) });
        const wanted = range(1, 1 + Math.min(count, limit ?? Infinity));
        if (version === 'plain' && Math.min(total ?? 0, limit ?? Infinity) > wanted.length) {
          await assert.rejects(asked, { kind: 'incomplete' });
          return;
        }
        const { rows } = await asked;
        // The total of a portal that only looks like CKAN is believed if a page that ends with it was short.
        const isCut = version === 'plain' && total !== undefined && total < wanted.length && rows.length >= total;
        assert.deepEqual(idsOf(rows), isCut ? wanted.slice(0, rows.length) : wanted);
      }),
      { numRuns: 100 },
    );
  });

  it('end with an error when the server gives the same page again', async () => {
    const records = range(1, 101).map((_id) => ({ _id, name: 'x', group: 1 }));
    const same = tamper((result) => ({ ...result, records, total: 9000 }));
    for (const [version, kind] of [
      ['2.11', 'repeatedPage'],
      // Nothing shows that the server has read the offset.
      ['plain', 'noOffsets'],
    ] as const)
      await assert.rejects(collect(fake(1, { version, fault: same }), { sort: byId }), { kind, host: 'ckan.test' });
    const nameless = tamper(({ total: _, ...result }) => ({
      ...result,
      records: records.map(({ name }) => ({ name })),
    }));
    await assert.rejects(collect(fake(1, { version: '2.6', fault: nameless }), { fields: ['name'] }), {
      kind: 'repeatedPage',
    });
  });

  it('may be equal to each other where no _id tells them apart', async () => {
    const ckan = new FakeCkan({
      resources: { r: { ...itemsResource(0), rows: range(0, 300).map(() => ['x', 1]) } },
      ...smallPages,
    });
    const { rows, notices } = await collect(ckan, { fields: ['name'] });
    assert.deepEqual([rows.length, notices], [300, []]);
  });

  it('come with a notice when records repeat or are more than the server had counted', async () => {
    let pages = 0;
    const fault = tamper((result) => {
      pages += 1;
      if (pages === 1) return { ...result, total: 150 };
      const back = (id: number): number => (pages === 4 ? id - 10 : id);
      const records = (result.records as unknown as number[][]).map(([id, ...rest]) => [back(id ?? 0), ...rest]);
      return { ...result, records };
    });
    const unsorted = { sort: [{ field: 'name', descending: false }] };
    const table = fake(200, { ...smallPages, fault });
    const { notices } = await collect(table, unsorted, { acceptsChanges: true });
    assert.deepEqual(notices, [
      { kind: 'repeatedRecords' },
      { kind: 'recordsMoved' },
      { kind: 'totalWrong', claimed: 150, found: 200, atLeast: false },
    ]);
  });

  it('of distinct values before 2.12 are one page, and that is said', async () => {
    const short = tamper((result) => ({ ...result, records: result.records.slice(0, 2) }));
    const { rows, notices } = await collect(fake(500, { fault: short }), { distinct: true, fields: ['group'] });
    assert.deepEqual([rows.length, notices], [2, [{ kind: 'distinctPage', shown: 2 }]]);
  });

  it('stop with the signal', async () => {
    const stop = new AbortController();
    const records = allRecords(clientOf(fake(500, smallPages)), { resourceId: 'r' }, stop.signal);
    assert.equal((await records.next()).done, false);
    stop.abort(new Error('enough'));
    await assert.rejects(records.next(), /enough/);
  });

  it('are asked for two pages ahead, while the page before is written', async () => {
    const ckan = fake(500, smallPages);
    const records = allRecords(clientOf(ckan), { resourceId: 'r' }, signal);
    await records.next();
    await records.next();
    await eventually(() => ckan.searches.length, 4, 'the fourth page is asked for');
    await records.return();
    assert.equal(ckan.searches.length, 4, 'and no fifth');
  });

  it('are not waited for by a reader that takes no more', async () => {
    const left: TextRequest[] = [];
    const fault: FakeCkanOptions['fault'] = (_, honest, index) =>
      index < 2 ? honest : new Promise<FakeAnswer>(() => undefined);
    const exchange = exchangeWith({ 'ckan.test': fake(500, { ...smallPages, fault }) });
    const client = new DatastoreClient({
      access: () => Promise.resolve({ baseUrl: 'https://ckan.test' }),
      exchange: {
        fetch: async (request, read, ahead) => {
          ahead.addEventListener('abort', () => {
            left.push(request);
          });
          return await exchange.fetch(request, read, ahead);
        },
      },
    });
    const records = allRecords(client, { resourceId: 'r' }, signal);
    await records.next();
    await records.next();
    assert.equal(left.length, 0);
    await records.return();
    assert.equal(left.length, 4, 'the requests of the next pages and of the edition are ended, too');
  });
});
