/**
 * The main job of people with a resource, run with the pure client on records of subjects.ts, on each fake and each
 * real CKAN.
 */
import assert from 'node:assert/strict';
import { type CellValue, type RecordRow, typedValue } from '../../../src/base/cells.ts';
import { valueText } from '../../../src/base/exactJson.ts';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import type { DatastoreErrorKind } from '../../../src/datastore/wire/errors.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { allStatistics } from '../../../src/datastore/statistics/allStatistics.ts';
import { JsonWriter } from '../../../src/export/jsonWriter.ts';
import { allRecords } from '../../../src/export/records.ts';
import { digitsOf, SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from './subjects.ts';

type Subject = ReturnType<typeof subjectRecord>;
type Order = (one: number, other: number) => number;

interface Job {
  readonly what: string;
  readonly query: Omit<DatastoreQuery, 'resourceId'>;
  readonly finds: (record: Subject) => boolean;
  /** The expected order. The server's own order decides what it leaves open. */
  readonly order?: Order;
}

export interface MainJobServer {
  readonly client: () => DatastoreClient;
  readonly resourceId: () => string;
  /** Whether a list in `filters` is refused, with the parameter's name. */
  readonly refusesAlternatives?: boolean;
  /** Whether a sort is refused, with the parameter's name. */
  readonly refusesSort?: boolean;
  /** Whether records come in any order unless one is requested. */
  readonly hasNoOrder?: boolean;
  /** The server's own order, by the number of a record. The number itself if absent. */
  readonly ownOrder?: Order;
  /** Number of decimal places in a column's numbers, however they were written. */
  readonly weightScale?: number;
}

const { signal } = new AbortController();
const NUMBERS = Array.from({ length: SUBJECT_COUNT }, (_, index) => index + 1);
const byNumber: Order = (one, other) => one - other;
const byHours: Order = (one, other) => (other % 40) - (one % 40);

const JOBS: readonly Job[] = [
  { what: 'all of it', query: {}, finds: () => true },
  { what: 'the first 7', query: { limit: 7 }, finds: () => true },
  { what: 'more than one answer holds', query: { limit: 1100 }, finds: () => true },
  {
    what: 'a word of any field',
    query: { q: 'pianoforte' },
    finds: ({ note }) => note?.includes('pianoforte') ?? false,
  },
  { what: 'a word of many records', query: { q: 'college' }, finds: ({ stage }) => stage === 'college' },
  {
    what: 'a filter',
    query: { filters: conditionsOf('{"subject":"music"}') },
    finds: ({ subject }) => subject === 'music',
  },
  {
    what: 'two filters',
    query: { filters: conditionsOf('{"subject":"music","stage":"college"}') },
    finds: ({ subject, stage }) => subject === 'music' && stage === 'college',
  },
  {
    what: 'a filter with one of several values',
    query: { filters: conditionsOf('{"subject":["music","physics"]}') },
    finds: ({ subject }) => subject === 'music' || subject === 'physics',
  },
  {
    what: 'filters with alternatives, in two fields',
    query: { filters: conditionsOf('{"subject":["music","physics"],"stage":["college","primary"]}') },
    finds: ({ subject, stage }) =>
      ['music', 'physics'].includes(subject ?? '') && ['college', 'primary'].includes(stage ?? ''),
  },
  {
    what: 'a filter with one of several numbers',
    query: { filters: conditionsOf(`{"code":[${digitsOf(2).code},${digitsOf(9).code}]}`) },
    finds: ({ code }) => code === digitsOf(2).code || code === digitsOf(9).code,
  },
  {
    what: 'a number that is given as a text',
    query: { filters: conditionsOf(`{"code":"${digitsOf(3).code}"}`) },
    finds: ({ code }) => code === digitsOf(3).code,
  },
  {
    what: "a number that a double can't tell from the next one",
    query: { filters: conditionsOf(`{"code":${digitsOf(2).code}}`) },
    finds: ({ code }) => code === digitsOf(2).code,
  },
  {
    what: 'q, filters and limit together',
    query: { q: 'pianoforte', filters: conditionsOf('{"stage":"college","subject":"history"}'), limit: 2 },
    finds: ({ note, stage, subject }) =>
      (note?.includes('pianoforte') ?? false) && stage === 'college' && subject === 'history',
  },
  {
    what: 'a sort by a number, downwards',
    query: { sort: [{ field: 'hours, weekly', descending: true }] },
    finds: () => true,
    order: byHours,
  },
  {
    what: 'q, filter and sort together',
    query: {
      q: 'lesson',
      filters: conditionsOf('{"stage":"college"}'),
      sort: [{ field: 'hours, weekly', descending: true }],
    },
    finds: ({ note, stage }) => (note?.startsWith('Lesson') ?? false) && stage === 'college',
    order: byHours,
  },
  { what: 'two of the fields', query: { fields: ['code', 'subject'] }, finds: () => true },
  { what: 'nothing', query: { filters: conditionsOf('{"subject":"alchemy"}') }, finds: () => false },
];

/** Declares the tests, within a `describe`. */
export function mainJob({
  client,
  resourceId,
  refusesAlternatives,
  refusesSort,
  hasNoOrder,
  ownOrder = byNumber,
  weightScale,
}: MainJobServer): void {
  const records = (rows: readonly RecordRow[], ids: readonly string[]): readonly string[] =>
    rows.map((row) => textOf(row[ids.indexOf('code')]));
  const openJob = ({ query }: Job): Promise<ResultSet> =>
    ResultSet.open(client(), { resourceId: resourceId(), ...query }, signal);
  const export_ = async ({ query }: Job) => {
    const rows: RecordRow[] = [];
    let ids: readonly string[] = [];
    for await (const batch of allRecords(client(), { resourceId: resourceId(), ...query }, signal)) {
      ids = batch.fields.map(({ id }) => id);
      rows.push(...batch.rows);
    }
    return { rows, ids };
  };
  const refusalOf = ({ query: { filters = [], sort } }: Job): DatastoreErrorKind | undefined => {
    const hasAlternatives = filters.some((condition) => condition.kind === 'values' && condition.list);
    if (refusesAlternatives === true && hasAlternatives) return 'validation';
    return refusesSort === true && sort !== undefined ? 'noSort' : undefined;
  };

  it('fields: those that the resource has, and no rank or count beside them', async () => {
    const expected = SUBJECT_FIELDS.map(({ id, type }) => `${id}: ${type}`);
    for (const query of [{}, { q: 'college' }] as const) {
      const { fields } = await client().search({ resourceId: resourceId(), ...query }, undefined, signal);
      const ids = fields.filter(({ id }) => id !== '_id').map(({ id, type }) => `${id}: ${type}`);
      assert.deepEqual(ids, expected);
    }
    const asked = await client().fields(resourceId(), signal);
    assert.deepEqual(
      asked.filter(({ id }) => id !== '_id').map(({ id }) => id),
      SUBJECT_FIELDS.map(({ id }) => id),
    );
  });

  for (const job of JOBS) {
    const refusal = refusalOf(job);
    const matching = NUMBERS.filter((n) => job.finds(subjectRecord(n))).toSorted(
      (one, other) => (job.order?.(one, other) ?? 0) || ownOrder(one, other),
    );
    const codes = matching.map((n) => digitsOf(n).code);
    const wanted = codes.slice(0, job.query.limit);
    // The best ones by rank come first, or any if the server has no order.
    const isAnyOfThem = job.query.limit !== undefined && (job.query.q !== undefined || hasNoOrder === true);
    const assertSome = (shown: readonly string[]): void => {
      assert.equal(new Set(shown).size, wanted.length);
      assert.ok(shown.every((code) => codes.includes(code)));
    };

    it(`${job.what}: the records shown, page by page`, async () => {
      if (refusal !== undefined) return assertRefused(openJob(job), refusal);
      let set = await openJob(job);
      if (set.continuation && !isAnyOfThem) set = await ResultSet.open(client(), set.continuation, signal);
      const ids = set.fields.map(({ id }) => id);
      const shown: string[] = [];
      for (let first = 0; first < set.rowCount; first += 500)
        shown.push(...records(await set.rows(first, Math.min(first + 500, set.rowCount), signal), ids));
      if (isAnyOfThem) {
        assertSome(shown);
        return undefined;
      }
      const hasOrder = job.query.sort !== undefined || (job.query.q === undefined && hasNoOrder !== true);
      assert.deepEqual(hasOrder ? shown : shown.toSorted(), hasOrder ? wanted : wanted.toSorted());
      return undefined;
    });

    it(`${job.what}: how many match`, async () => {
      if (refusal !== undefined) return assertRefused(openJob(job), refusal);
      const { total } = await client().search({ resourceId: resourceId(), ...job.query }, undefined, signal);
      const set = await openJob(job);
      assert.equal(total ?? set.rowCount, codes.length);
      return undefined;
    });

    it(`${job.what}: an export has each of them once`, async () => {
      if (refusal !== undefined) return assertRefused(export_(job), refusal);
      const { rows, ids } = await export_(job);
      const came = records(rows, ids);
      if (isAnyOfThem) assertSome(came);
      else assert.deepEqual(came.toSorted(), wanted.toSorted());
      return undefined;
    });
  }

  it('an export as JSON keeps every digit', async () => {
    const { rows, ids } = await export_({ what: '', query: { limit: 2 }, finds: () => true });
    const writer = new JsonWriter();
    const json = [writer.begin(ids.map((id) => ({ id, type: 'text' }))), writer.rows(rows), writer.end()].join('');
    const numbers = rows.map((row) => textOf(row[ids.indexOf('code')]));
    for (const n of NUMBERS.filter((each) => numbers.includes(digitsOf(each).code))) {
      const { code, hours, weight: written } = digitsOf(n);
      const [whole = '', fraction = ''] = written.split('.');
      const weight = weightScale === undefined ? written : `${whole}.${fraction.padEnd(weightScale, '0')}`;
      for (const member of [`"code": ${code},`, `"hours, weekly": ${hours},`, `"weight": ${weight},`])
        assert.ok(json.includes(member), `${member} in ${json}`);
    }
  });

  it('statistics of a field of numbers', async () => {
    const set = await ResultSet.open(client(), { resourceId: resourceId() }, signal);
    const field = set.fields.find(({ id }) => id === 'code');
    assert.ok(field);
    const { statistics, isWhole } = await allStatistics(
      { client: client(), query: set.query, fields: set.fields, field, readAll: allRecords, onRead: () => undefined },
      signal,
    );
    const { records: counted, nulls, distinct, min, max } = statistics as unknown as Record<string, unknown>;
    assert.deepEqual(
      { isWhole, counted, nulls, distinct, min, max },
      {
        isWhole: true,
        counted: SUBJECT_COUNT,
        nulls: 0,
        distinct: SUBJECT_COUNT,
        min: digitsOf(1).code,
        max: digitsOf(SUBJECT_COUNT).code,
      },
    );
  });
}

async function assertRefused(answer: Promise<unknown>, kind: DatastoreErrorKind): Promise<undefined> {
  await assert.rejects(answer, { name: 'DatastoreError', kind });
}

function textOf(value: CellValue = null): string {
  return valueText(typedValue(value));
}
