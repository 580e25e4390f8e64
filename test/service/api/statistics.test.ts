/** Statistics of the embedded datastore over all records equal those counted by hand. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { quotedText } from '../../../src/base/quotes.ts';
import { allStatistics, askedStatistics, type CountedField } from '../../../src/datastore/statistics/allStatistics.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { statisticsOf } from '../../../src/datastore/statistics/statistics.ts';
import { ValueTally } from '../../../src/datastore/statistics/valueTally.ts';
import { allRecords } from '../../../src/export/records.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { fieldKind } from '../../../src/base/field.ts';
import type { FieldStatistics } from '../../../src/messages/fieldStatistics.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { InstantClock, releaseAll, undici } from '../../faults/client.ts';
import { TestDatastore } from '../datastore.ts';
import { withDuckdb } from '../reading/fileImport.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const ROWS = 3000;
const LONG = '90071992547409931234567';
const NAMES = ['__proto__', '', '<b>x</b>', 'it\'s "quoted"', 'שלום', 'x'.repeat(200), 'asked_value', 'n', '$or'];

/** Irregular numbers that are the same in every run. */
function noise(index: number): number {
  return (index * 7919 + ((index * index) % 104_729)) % 10_007;
}

function record(index: number): object {
  const some = noise(index);
  const none = some % 11 === 0;
  const day = new Date(Date.UTC(2015, 0, 1 + (some % 3000))).toISOString();
  return {
    small: some % 7,
    price: none ? null : { $n: `${String(some - 5000)}.${String(some % 100).padStart(2, '0')}` },
    long: { $n: `${LONG}${String(some)}.${String(some % 10)}` },
    float: { $n: `${String(some)}.5e3` },
    word: none ? null : ['red', 'green', some % 13 === 0 ? '' : 'blue', `rare ${String(some)}`][some % 4],
    day: none ? null : day.slice(0, 10),
    moment: day.replace('.000Z', ''),
    flag: some % 3 === 0,
    nothing: null,
    data: none ? null : { a: some % 5 },
    text: 'y'.repeat(some % 2 === 0 ? 400 : 10),
    ...Object.fromEntries(NAMES.map((_, place) => [`name ${String(place)}`, some % (place + 2)])),
  };
}

/** Writes JSON, with `{"$n":"1.50"}` as the number itself and the hostile names in their places. */
function fileText(): string {
  const records = Array.from({ length: ROWS }, (_, index) => JSON.stringify(record(index)));
  const text = `[${records.join(',\n')}]`.replace(/\{"\$n":"([^"]*)"\}/g, '$1');
  return NAMES.reduce((whole, name, place) => whole.replaceAll(`"name ${String(place)}"`, JSON.stringify(name)), text);
}

/** Compares bins by their labels, because only the service knows the last value of a float bin. */
const comparable = ({
  bars,
  median: _,
  quartile1: _one,
  quartile3: _three,
  deviation: _root,
  ...rest
}: FieldStatistics) => ({ ...rest, bars: bars.map(({ label, records }) => ({ label, records })) });

describe('statistics over all records of the embedded datastore', () => {
  let datastore: TestDatastore;
  let client: DatastoreClient;
  let actions: string[] = [];
  const { signal } = new AbortController();

  before(async () => {
    datastore = await TestDatastore.open({
      'all.json': { content: fileText() },
      'empty.csv': { content: 'a,b\n' },
      'case.csv': { content: 'a,A\n1,x\n2,y\n2,y\n' },
      'exponents.csv': { content: 'n\n5\n-1e999999999\n1e-999999999\n1e999999999\n2.5\n1e400\n2.5\n' },
      'huge.json': { content: `[{"h":1${'0'.repeat(45)}.5},{"h":2},{"h":null}]` },
    });
    const { baseUrl, token } = datastore.server;
    const exchange = new Exchange({ timeoutMs: () => 30_000, clock: new InstantClock(), transport: undici() });
    client = new DatastoreClient({
      exchange: {
        fetch: (request, read, abort) => {
          actions.push(request.url.pathname.split('/').at(-1) ?? '');
          return exchange.fetch(request, read, abort);
        },
      },
      access: () => Promise.resolve({ baseUrl, token }),
    });
  });
  after(async () => {
    await releaseAll();
    await datastore.close();
  });

  const open = (name: string, query: Partial<DatastoreQuery> = {}) =>
    ResultSet.open(client, { resourceId: datastore.id(name), ...query }, signal);

  const counted = async (set: ResultSet, id: string): Promise<FieldStatistics> => {
    const field = set.fields.find((each) => each.id === id);
    assert.ok(field, `a field ${id}`);
    const asked: CountedField = {
      client,
      query: set.query,
      fields: set.fields,
      field,
      ...(set.count.kind === 'exact' && { total: set.count.value }),
      readAll: allRecords,
      onRead: () => undefined,
    };
    return (await allStatistics(asked, signal)).statistics;
  };

  /** Statistics of every field, in the order of the fields. */
  const byHand = async (set: ResultSet): Promise<readonly FieldStatistics[]> => {
    const tallies = set.fields.map(({ type }) => new ValueTally(fieldKind(type)));
    for await (const { rows } of allRecords(client, set.query, signal))
      for (const row of rows) tallies.forEach((tally, place) => tally.take(row[place] ?? null));
    return Promise.all(
      tallies.map(async (tally, place) => {
        const field = { id: set.fields[place]?.id ?? '', kind: tally.kind, hasRanges: true };
        return { ...(await statisticsOf(tally, field, signal)), isAll: true };
      }),
    );
  };

  const questions: readonly Partial<DatastoreQuery>[] = [
    {},
    { filters: conditionsOf('{"word":["red","green"]}') },
    { filters: conditionsOf('{"price":{"gte":-100,"lt":1000.5}}'), q: '2' },
    { q: 'no such text anywhere' },
  ];
  for (const question of questions)
    it(`of every field equal those counted by hand: ${JSON.stringify(question)}`, async () => {
      const set = await open('all.json', question);
      const hand = await byHand(set);
      for (const [place, { id }] of set.fields.entries()) {
        actions = [];
        const found = await counted(set, id);
        const asked = [...actions];
        const { min, max, ...expected } = comparable(hand[place] ?? assert.fail());
        const { min: least, max: greatest, ...rest } = comparable(found);
        assert.deepEqual(rest, expected, id);
        // Only the server knows how texts are sorted.
        if (min !== undefined) assert.deepEqual([least, greatest], [min, max], id);
        assert.ok(
          asked.every((action) => action === 'x_datastore_summary') && asked.length <= 2,
          `${id}: ${asked.join()}`,
        );
      }
      set.dispose();
    });

  it('a bar’s filter finds exactly the records that the bar counts', async () => {
    const set = await open('all.json');
    for (const id of ['_id', 'small', 'price', 'long', 'float', 'word', 'day', 'moment', 'flag', 'text', '$or']) {
      for (const { filter, records, label } of (await counted(set, id)).bars) {
        if (filter === undefined) continue;
        const field = id.startsWith('$') ? `$${id}` : id;
        const found = await open('all.json', { filters: [{ ...filter, field }], limit: 0 });
        assert.deepEqual([label, found.count.value], [label, records], `${id} ${JSON.stringify(filter)}`);
      }
    }
  });

  it('numbers are told digit for digit', async () => {
    const set = await open('all.json');
    const { min, max, mean } = await counted(set, 'long');
    assert.match(min ?? '', new RegExp(`^${LONG}`));
    assert.match(max ?? '', new RegExp(`^${LONG}`));
    assert.match(mean ?? '', /^\d{20,}\.\d{1,6}$/);
  });

  it('searches alone say the same of ends, nulls and distinct values', async () => {
    const set = await open('all.json', { filters: conditionsOf('{"small":[1,2,3]}') });
    for (const id of ['price', 'long', 'word', 'day', 'moment', 'small', 'nothing', 'it\'s "quoted"', '$or']) {
      const field = set.fields.find((each) => each.id === id);
      assert.ok(field);
      actions = [];
      const { min, max, nulls, distinct } = await askedStatistics(client, set.query, field, set.count.value, signal);
      assert.ok(actions.length <= 3);
      const all = await counted(set, id);
      if (id === 'nothing') assert.deepEqual([min, max, nulls, distinct], [undefined, undefined, undefined, undefined]);
      else assert.deepEqual([min, max, nulls, distinct], [all.min, all.max, all.nulls, all.distinct], id);
    }
  });

  it('NaN and infinities are counted apart, and the ends, the mean and the bars are those of numbers', async () => {
    const file = path.join(datastore.folder, 'notFinite.parquet');
    const values = ["'nan'", '1.5', "'-inf'", 'null', '-2', "'nan'", "'inf'", '1.5', '1e3'];
    const rows = values.map((value) => `(${value}::double)`).join(', ');
    await withDuckdb(`copy (from (values ${rows}) as t(v)) to ${quotedText(file)} (format parquet)`);
    await datastore.import(file);
    const set = await open('notFinite.parquet');
    const [hand] = (await byHand(set)).filter((_, place) => set.fields[place]?.id === 'v');
    actions = [];
    const found = await counted(set, 'v');
    assert.deepEqual(new Set(actions), new Set(['x_datastore_summary']));
    assert.deepEqual(comparable(found), comparable(hand ?? assert.fail()));
    assert.partialDeepStrictEqual(found, { records: 9, nulls: 1, distinct: 6, min: '-2', max: '1000' });
    assert.deepEqual(
      found.notFinite?.map(({ label, records }) => [label, records]),
      [['-Infinity', 1], ['Infinity', 1], ['NaN', 2]],
    ); // prettier-ignore
    for (const { filter, records } of found.notFinite ?? []) {
      const filtered = await open('notFinite.parquet', { filters: [filter ?? assert.fail()], limit: 0 });
      assert.equal(filtered.count.value, records);
    }
    const field = set.fields.find(({ id }) => id === 'v') ?? assert.fail();
    const asked = await askedStatistics(client, set.query, field, set.count.value, signal);
    assert.deepEqual([asked.min, asked.max, asked.distinct, asked.nulls], ['-2', '1000', 6, 1]);
  });

  it('a resource without records has nothing but zeros', async () => {
    const set = await open('empty.csv');
    assert.deepEqual(await counted(set, 'a'), {
      records: 0,
      nulls: 0,
      emptyTexts: 0,
      isAll: true,
      distinct: 0,
      shape: 'values',
      bars: [],
    });
  });

  it('names that differ by case alone are two fields, and numbers that can’t be added up are read', async () => {
    const set = await open('case.csv');
    assert.deepEqual(comparable(await counted(set, 'a')).bars, [
      { label: '1', records: 1 },
      { label: '2', records: 2 },
    ]);
    assert.equal((await counted(set, 'A')).distinct, 2);
    const huge = await counted(await open('huge.json'), 'h');
    assert.deepEqual([huge.min, huge.max], ['2', `1${'0'.repeat(45)}.5`]);
    assert.equal(
      huge.bars.reduce((sum, { records }) => sum + records, 0),
      2,
    );
  });

  it('of numbers with huge exponents: bars are filters that find their records', async () => {
    const set = await open('exponents.csv');
    const found = await counted(set, 'n');
    assert.equal(found.distinct, 6);
    assert.ok(found.bars.length > 0);
    for (const { label, records, filter } of found.bars) {
      if (filter === undefined) continue;
      const filtered = await open('exponents.csv', { filters: [filter] });
      assert.equal(filtered.count.value, records, label);
    }
  });

  it('ends when it is aborted', async () => {
    const set = await open('all.json');
    const [field] = set.fields;
    assert.ok(field);
    const run = new AbortController();
    const asked = { client, query: set.query, fields: set.fields, field, readAll: allRecords };
    const waiting = allStatistics({ ...asked, onRead: () => undefined }, run.signal);
    run.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
  });
});
