/** Summaries of portals by SQL: the statements, what is made of their answers, and refusals. */
import assert from 'node:assert/strict';
import { ExactNumber } from '../../../../src/base/cells.ts';
import { neededStatement } from '../../../../src/datastore/client/sqlSearch.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { DATE_UNITS } from '../../../../src/base/calendarDay.ts';
import { type Measure, type Summary, type SummaryGroup } from '../../../../src/datastore/query/summary.ts';
import { describeError } from '../../../../src/datastore/wire/errorWords.ts';
import { previewRequest } from '../../../../src/datastore/wire/request.ts';
import { FakeCkan, type FakeAnswer, refusal, success } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const never = new AbortController().signal;

const FIELDS = [
  { id: 'canton', type: 'text' },
  { id: 'day', type: 'timestamp' },
  { id: 'at', type: 'timestamptz' },
  { id: 'amount', type: 'numeric' },
  { id: 'speed', type: 'float8' },
  { id: 'ok', type: 'bool' },
];

const COUNT: Measure = { calculate: 'count' };

function asking(
  groups: readonly SummaryGroup[],
  measures: readonly Measure[],
  rest: Partial<Summary> = {},
): DatastoreQuery {
  return { resourceId: 'r', summary: { groups, measures, ...rest } };
}

/** A portal that answers the SELECTs in turn, each with rows of texts. Other answers take the place of rows. */
function portal(...answers: readonly (readonly (readonly (string | null)[])[] | FakeAnswer)[]) {
  const statements: string[] = [];
  const ckan = new FakeCkan({
    resources: { r: { fields: FIELDS, rows: [] } },
    fault: ({ action, body }, honest) => {
      if (action !== 'datastore_search_sql') return honest;
      const answer = answers[statements.length] ?? [];
      statements.push((JSON.parse(body) as { sql: string }).sql);
      if ('status' in answer) return answer;
      const names = (answer[0] ?? []).map((_, at) => `c${String(at)}`);
      const records = answer.map((row) =>
        Object.fromEntries<string | null>(row.map((value, at) => [names[at] ?? '', value])),
      );
      return success({ records, fields: names.map((id) => ({ id, type: 'text' })) });
    },
  });
  const dialect = new LearnedDialect({ allowsSql: () => true });
  const client = clientOf(ckan, undefined, dialect);
  const search = (query: DatastoreQuery) => client.search(query, undefined, never);
  return { search, client, dialect, statements, ckan };
}

describe('a summary of a portal by SQL', () => {
  it('is one SELECT, whose texts become exact values and facts', async () => {
    const { search, statements } = portal([
      ['ZH', '2', '9007199254740993.100', '3', '9007199254740993.10', '3', '2', '2', '3', '1'],
      [null, '1', null, null, '-4', '1', '1', '2', '3', '1'],
    ]);
    const query = asking(
      [{ field: 'canton' }],
      [COUNT, { calculate: 'median', field: 'amount' }, { calculate: 'mean', field: 'amount' }, { calculate: 'share' }],
    );
    const page = await search({ ...query, filters: conditionsOf('{"canton":{"not":"x"}}'), limit: 5 });
    assert.deepEqual(statements, [
      'SELECT k1 AS c1, (count(*))::text AS c2, ' +
        '(percentile_disc(0.5) WITHIN GROUP (ORDER BY v1 ASC))::text AS c3, ' +
        '(percentile_disc(0.5) WITHIN GROUP (ORDER BY v1 DESC))::text AS c4, ' +
        '(sum(v1))::text AS c5, (count(v1))::text AS c6, (count(*))::text AS c7, ' +
        'count(*) OVER () AS n1, sum(count(*)) OVER () AS n2, sum(0 * count(*) + count(v2) - count(v1)) OVER () AS n3 ' +
        'FROM (SELECT "canton" AS k1, CASE WHEN "amount" - "amount" = 0 THEN "amount" END AS v1, "amount" AS v2 ' +
        `FROM "r" WHERE ("canton" IS NULL OR "canton" NOT IN ('x'))) AS asked GROUP BY k1 ` +
        'ORDER BY count(*) DESC NULLS LAST, k1::text COLLATE "C" ASC NULLS LAST LIMIT 5 OFFSET 0',
    ]);
    assert.deepEqual(page.fields, [
      { id: 'canton', type: 'text' },
      { id: 'count', type: 'int8' },
      { id: 'median:amount', type: 'numeric' },
      { id: 'mean:amount', type: 'numeric' },
      { id: 'share', type: 'numeric' },
    ]);
    assert.deepEqual(page.rows, [
      ['ZH', 2, new ExactNumber('4503599627370498.05'), 3002399751580331, 66.67],
      [null, 1, null, -4, 33.33],
    ]);
    const { statement, ...facts } = page.summary ?? {};
    assert.deepEqual(facts, { records: 3, others: 0, notFinite: 1, tooLong: [] });
    assert.equal(statement, statements[0]);
    assert.deepEqual([page.total, page.countsAll, page.limit], [2, true, 5]);
  });

  it('has the others as its last row, from their own records', async () => {
    const { search, statements } = portal([['2024-01-01 00:00:00', '5', '9', '12', '0']], [['7', '3']]);
    const query = asking([{ field: 'at', unit: 'year' }], [COUNT], { top: 1, zone: 'Europe/Zurich' });
    const page = await search(query);
    assert.deepEqual(page.rows, [
      [2024, 5],
      ['(others)', 7],
    ]);
    assert.deepEqual([page.total, page.summary?.others, page.summary?.zone], [2, 8, 'Europe/Zurich']);
    const keys = `SELECT date_trunc('year', (CASE WHEN isfinite("at") THEN "at" END) AT TIME ZONE 'Europe/Zurich') AS k1 FROM "r"`;
    const ranked = `(SELECT *, dense_rank() OVER (ORDER BY k1) AS place FROM (${keys}) AS asked) AS ranked`;
    assert.equal(
      statements[1],
      `SELECT (count(*))::text AS c1 FROM ${ranked} WHERE place NOT IN (SELECT place FROM ${ranked} GROUP BY place, k1 ` +
        'ORDER BY count(*) DESC NULLS LAST, k1 ASC NULLS LAST LIMIT 1)',
    );
  });

  const dates: [unit: (typeof DATE_UNITS)[number], text: string, value: unknown][] = [
    ['year', '2024-01-01 00:00:00', 2024],
    ['year', '0044-01-01 00:00:00 BC', -44],
    ['quarter', '2024-10-01 00:00:00+01', '2024-Q4'],
    ['month', '2024-01-01 00:00:00', '2024-01'],
    ['week', '2020-12-28 00:00:00', '2020-W53'],
    ['week', '2024-12-30 00:00:00', '2025-W01'],
    ['day', '2024-02-29 00:00:00', '2024-02-29'],
    ['weekday', '7', 7],
    ['hour', '0', 0],
  ];
  for (const [unit, text, value] of dates)
    it(`writes the ${unit} ${text} as ${String(value)}`, async () => {
      const { search } = portal([[text, '1', '1', '1', '0']]);
      assert.deepEqual((await search(asking([{ field: 'day', unit }], [COUNT]))).rows, [[value, 1]]);
    });

  it('writes bins by their lower edges, and doubles with 15 digits', async () => {
    const { search } = portal([
      ['-1', '0.30000000000000004', '-Infinity', '1', '2', '0'],
      ['2', null, '5', '1', '2', '0'],
    ]);
    const measures: readonly Measure[] = [
      { calculate: 'sum', field: 'speed' },
      { calculate: 'sum', field: 'speed' },
    ];
    const page = await search(asking([{ field: 'amount', width: '0.25' }], measures));
    assert.deepEqual(page.rows, [
      [-0.25, 0.3, '-Infinity'],
      [0.5, null, 5],
    ]);
    assert.deepEqual(
      page.fields.map(({ id, isRounded }) => [id, isRounded]),
      [
        ['amount:0.25', undefined],
        ['sum:speed', true],
        ['sum:speed (2)', true],
      ],
    );
  });

  it('goes on behind a page that the portal cut, and knows all facts behind the last group', async () => {
    const { client, statements } = portal([], [['ZH', '5', '1', '5', '0']]);
    const window = { offset: 3, limit: 2, fields: ['canton', 'count'] };
    const page = await client.search(asking([{ field: 'canton' }], [COUNT]), window, never);
    assert.deepEqual([page.rows, page.total, page.summary?.records], [[], 1, 5]);
    assert.deepEqual(
      statements.map((sql) => / LIMIT .*/.exec(sql)?.[0]),
      [' LIMIT 2 OFFSET 3', ' LIMIT 1 OFFSET 0'],
    );
  });

  it('calls only functions that CKAN allows', async () => {
    const names = new Set<string>();
    const all = ['distinct', 'sum', 'mean', 'median', 'min', 'max'] as const;
    for (const { id, type } of FIELDS)
      for (const unit of [undefined, ...DATE_UNITS]) {
        if (unit !== undefined && !type.startsWith('timestamp')) continue;
        const isNumber = ['numeric', 'float8'].includes(type);
        const measures = all.filter((name) => isNumber || !['sum', 'mean', 'median'].includes(name));
        const groups = [
          { field: id, ...(unit && { unit }) },
          { field: 'speed', width: '2' },
        ];
        const { search, statements } = portal([['x', 'x', ...Array<string>(20).fill('1'), '9', '9', '0']]);
        await search(asking(groups, [COUNT, ...measures.map((calculate) => ({ calculate, field: id }))], { top: 1 }));
        assert.equal(statements.length, 2);
        for (const [, name = ''] of statements.join(' ').matchAll(/(\w+)\(/g)) names.add(name);
      }
    // CKAN lists these in its allowed_functions.txt.
    const allowed =
      'avg bool_and bool_or count date_part date_trunc dense_rank div isfinite max min mod percentile_disc sum';
    assert.deepEqual([...names].sort(), allowed.split(' '));
  });

  it('is shown as its statement before it runs', () => {
    const query = asking([{ field: 'canton' }], [COUNT]);
    const statement = neededStatement(query, FIELDS, new LearnedDialect());
    assert.match(statement ?? '', /^SELECT k1 AS c1, .* LIMIT 100 OFFSET 0$/);
    const preview = previewRequest('', query, { hasToken: false, statement });
    assert.match(preview, /^POST \/api\/action\/datastore_search_sql\n/);
    // Without the fields there is no statement, and they are requested first.
    assert.match(
      previewRequest('', query, { hasToken: false }),
      /datastore_search\n[^]*\{"resource_id":"r","limit":0\}$/,
    );
  });
});

describe('a summary that a portal can not compute', () => {
  const query = asking([{ field: 'canton' }], [COUNT]);

  it('needs that people allow SQL', async () => {
    const ckan = new FakeCkan({ resources: { r: { fields: FIELDS, rows: [] } } });
    await assert.rejects(clientOf(ckan).search(query, undefined, never), { kind: 'sqlNotAllowed' });
    assert.deepEqual(ckan.calls, []);
  });

  it('is refused in words that lead to a local copy, once the portal is known to have no SQL', async () => {
    const ckan = new FakeCkan({ resources: { r: { fields: FIELDS, rows: [] } } });
    const client = clientOf(ckan, undefined, new LearnedDialect({ allowsSql: () => true }));
    const refused = await client.search(query, undefined, never).catch((error: unknown) => error);
    assert.deepEqual(describeError(refused), {
      message: "ckan.test can't summarize records.",
      hint: 'Download a local copy and summarize that.',
      offersToken: false,
    });
    ckan.calls.splice(0);
    await assert.rejects(client.search(query, undefined, never), { kind: 'noSummary' });
    assert.deepEqual(ckan.calls, []);
  });

  it('is refused likewise if a function is forbidden, also in the second statement', async () => {
    const forbidden = refusal(403, 'Authorization Error', { message: 'Not authorized to call function dense_rank' });
    await assert.rejects(portal(forbidden).search(query), { kind: 'noSummary' });
    const { search } = portal([['ZH', '5', '9', '12', '0']], forbidden);
    await assert.rejects(search(asking([{ field: 'canton' }], [COUNT], { top: 1 })), { kind: 'noSummary' });
  });

  it('is refused without a statement if filters have no SQL, or the question does not fit the fields', async () => {
    const { search, statements } = portal();
    await assert.rejects(search({ ...query, filters: conditionsOf('{"$or":[{"canton":"a"}]}') }), {
      kind: 'noSummary',
    });
    const wrong: [query: DatastoreQuery, words: RegExp][] = [
      [asking([{ field: 'kanton' }], [COUNT]), /^There is no field "kanton"\. Fields: _id, canton, day, at,/],
      [asking([{ field: 'canton', unit: 'year' }], [COUNT]), /has no year\. Fields with one: day, at\.$/],
      [asking([], [{ calculate: 'sum', field: 'ok' }]), /has no sum\. Fields with numbers: _id, amount, speed\.$/],
      [asking([], [COUNT], { zone: 'Nowhere' }), /^There is no time zone "Nowhere"\./],
      [{ ...query, sort: [{ field: 'x', descending: true }] }, /^There is no column "x"\. Columns: canton, count\.$/],
    ];
    for (const [each, words] of wrong)
      await assert.rejects(search(each), ({ kind, serverMessage }: { kind: string; serverMessage: string }) => {
        assert.match(serverMessage, words);
        return kind === 'validation';
      });
    assert.deepEqual(statements, []);
  });
});
