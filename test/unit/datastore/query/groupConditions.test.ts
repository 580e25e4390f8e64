/** The records of a group, compared with those that a simple reference puts into that group. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExactNumber, type ExactValue, isList, isObject } from '../../../../src/base/cells.ts';
import { compare, parseDecimal } from '../../../../src/base/exactDecimal.ts';
import { parseExact, stringifyExact, valueText } from '../../../../src/base/exactJson.ts';
import type { Field } from '../../../../src/base/field.ts';
import { apiQuestion } from '../../../../src/datastore/query/apiQuestion.ts';
import { areConsistent } from '../../../../src/datastore/query/condition.ts';
import { conditionsOf, filtersJson } from '../../../../src/datastore/query/conditions.ts';
import { type GroupRow, recordsOfGroup } from '../../../../src/datastore/query/groupConditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { OTHERS, summaryColumns, type SummaryGroup } from '../../../../src/datastore/query/summary.ts';
import { startOfDate, utcDate } from '../../../../src/datastore/query/zoneTime.ts';

const FACTS = { records: 9, others: 0, notFinite: 0, tooLong: [] };
const OURS = { hasRanges: true, takesConditions: true };

function groupsOf(groups: readonly SummaryGroup[], filters = '{}'): DatastoreQuery {
  const conditions = conditionsOf(filters);
  return {
    resourceId: 'r',
    q: 'oak',
    ...(conditions.length > 0 && { filters: conditions }),
    sort: [{ field: 'count', descending: true }],
    limit: 5,
    summary: { groups, measures: [{ calculate: 'count' }] },
  };
}

function rowOf(query: DatastoreQuery, values: readonly ExactValue[], facts: Partial<GroupRow['facts']> = {}): GroupRow {
  const columns = summaryColumns(query.summary ?? { groups: [], measures: [] }).map((id) => ({ id, type: 'text' }));
  return { columns, row: [...values, 3], isLast: false, facts: { ...FACTS, ...facts } };
}

function filtersOf(
  type: string,
  groups: readonly SummaryGroup[],
  values: readonly ExactValue[],
  { filters = '{}', server = OURS, zone }: { filters?: string; server?: typeof OURS; zone?: string } = {},
) {
  const query = groupsOf(groups, filters);
  const fields: readonly Field[] = [{ id: 'x', type }];
  const records = recordsOfGroup(query, rowOf(query, values, zone === undefined ? {} : { zone }), {
    fields,
    ...server,
  });
  if ('problem' in records) return records.problem;
  assert.deepEqual(Object.keys(records).sort(), ['filters', 'q', 'resourceId']);
  const { filters: conditions = [] } = apiQuestion(records, server.takesConditions) ?? records;
  return filtersJson(conditions);
}

/** Whether a value is what `filters` ask for, in the words of our own service. */
function isMatch(filters: ExactValue, value: ExactValue): boolean {
  if (!isObject(filters)) throw new TypeError('no object');
  return Object.entries(filters).every(([name, wanted]) => {
    if (name === '$and') return isList(wanted) && wanted.every((each) => isMatch(each, value));
    const any = isList(wanted) ? wanted : [wanted];
    return any.some((one) => {
      if (!isObject(one)) return one !== null && value !== null && order(value, one) === 0;
      return Object.entries(one).every(([comparison, end]) => {
        if (comparison === 'null') return value === null;
        if (comparison === 'not') return ![end].flat().some((each) => each !== null && order(value, each) === 0);
        if (value === null) return false;
        const sign = order(value, end);
        return { gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[comparison];
      });
    });
  });
}

function order(one: ExactValue, other: ExactValue): number {
  const [a, b] = [one, other].map((each) => parseDecimal(valueText(each)));
  if (a !== undefined && b !== undefined) return compare(a, b);
  const [first = 0, second = 0] = [one, other].map((each) => {
    const text = valueText(each);
    return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : text.includes('T') ? `${text}Z` : text);
  });
  return first - second;
}

describe('the records of a group', () => {
  const cases: [what: string, type: string, group: Omit<SummaryGroup, 'field'>, value: ExactValue, filters: string][] =
    [
      ['a text', 'text', {}, 'Zürich', '{"x":"Zürich"}'],
      ['an empty text', 'text', {}, '', '{"x":""}'],
      [
        'a number with all its digits',
        'numeric',
        {},
        new ExactNumber('9007199254740993.10'),
        '{"x":9007199254740993.10}',
      ],
      ['NaN', 'float8', {}, 'NaN', '{"x":"NaN"}'],
      ['a boolean', 'bool', {}, false, '{"x":false}'],
      ['no value', 'text', {}, null, '{"x":[{"null":true}]}'],
      ['no value in bins', 'int4', { width: '10' }, null, '{"x":[{"null":true}]}'],
      ['no date', 'date', { unit: 'weekday' }, null, '{"x":[{"null":true}]}'],
      ['a bin', 'int4', { width: '100' }, -100, '{"x":{"gte":-100,"lt":0}}'],
      ['a bin of decimals', 'numeric', { width: '0.25' }, new ExactNumber('0.50'), '{"x":{"gte":0.50,"lt":0.75}}'],
      ['NaN among bins', 'float8', { width: '5' }, 'NaN', '{"x":"NaN"}'],
      ['a year', 'date', { unit: 'year' }, 2024, '{"x":{"gte":"2024-01-01","lt":"2025-01-01"}}'],
      ['the year 9999', 'date', { unit: 'year' }, 9999, '{"x":{"gte":"9999-01-01","lt":"10000-01-01"}}'],
      ['a quarter', 'date', { unit: 'quarter' }, '2024-Q4', '{"x":{"gte":"2024-10-01","lt":"2025-01-01"}}'],
      [
        'a month',
        'timestamp',
        { unit: 'month' },
        '2024-02',
        '{"x":{"gte":"2024-02-01T00:00:00","lt":"2024-03-01T00:00:00"}}',
      ],
      [
        'a week over the end of a year',
        'date',
        { unit: 'week' },
        '2020-W53',
        '{"x":{"gte":"2020-12-28","lt":"2021-01-04"}}',
      ],
      ['a day', 'date', { unit: 'day' }, '2024-02-29', '{"x":{"gte":"2024-02-29","lt":"2024-03-01"}}'],
    ];
  for (const [what, type, group, value, filters] of cases)
    it(`of ${what} are those of ${filters}`, () => {
      assert.equal(filtersOf(type, [{ field: 'x', ...group }], [value]), filters);
    });

  it('of an instant begin and end at midnight of the zone, in summer time and out of it', () => {
    const month = [{ field: 'x', unit: 'month' }] as const;
    assert.equal(
      filtersOf('timestamptz', month, ['2024-03'], { zone: 'Europe/Zurich' }),
      '{"x":{"gte":"2024-03-01T00:00:00+01:00","lt":"2024-04-01T00:00:00+02:00"}}',
    );
    assert.equal(
      filtersOf('timestamptz', month, ['2024-03']),
      '{"x":{"gte":"2024-03-01T00:00:00+00:00","lt":"2024-04-01T00:00:00+00:00"}}',
    );
  });

  it('can not be asked for in one range, and the reason is said', () => {
    const problems = [
      filtersOf('date', [{ field: 'x', unit: 'weekday' }], [3]),
      filtersOf('timestamp', [{ field: 'x', unit: 'hour' }], [23]),
      filtersOf('json', [{ field: 'x' }], ['{}']),
      filtersOf('date', [{ field: 'x', unit: 'year' }], [12024]),
      filtersOf('date', [{ field: 'x', unit: 'year' }], [-44]),
      filtersOf('date', [{ field: 'x', unit: 'day' }], ['infinity']),
      filtersOf('date', [{ field: 'y', unit: 'year' }], [2024]),
    ];
    assert.deepEqual(problems, ['weekday', 'hour', 'json', 'date', 'date', 'date', 'noField']);
  });

  it('of all other groups can not be asked for, but a group of that name can', () => {
    const query = groupsOf([{ field: 'x' }]);
    const row = { ...rowOf(query, [OTHERS], { others: 3 }), isLast: true };
    const facts = { fields: [{ id: 'x', type: 'text' }], ...OURS };
    assert.deepEqual(recordsOfGroup(query, row, facts), { problem: 'others', group: { field: 'x' } });
    assert.ok(!('problem' in recordsOfGroup(query, { ...row, isLast: false }, facts)));
    assert.ok(!('problem' in recordsOfGroup(query, { ...row, facts: FACTS }, facts)));
  });

  it('of a summary without groups are all that match', () => {
    const query = groupsOf([], '{"x":"a"}');
    assert.deepEqual(recordsOfGroup(query, rowOf(query, []), { fields: [], ...OURS }), {
      resourceId: 'r',
      q: 'oak',
      filters: conditionsOf('{"x":"a"}'),
    });
  });

  it('keep the filters of the summary, and read as few conditions as possible', () => {
    const year = [{ field: 'x', unit: 'year' }] as const;
    const filters = (given: string, type = 'date') => filtersOf(type, year, [2024], { filters: given });
    assert.equal(filters('{"y":1}'), '{"y":1,"x":{"gte":"2024-01-01","lt":"2025-01-01"}}');
    assert.equal(filters('{"x":{"gte":"2024-05-01"}}'), '{"x":{"gte":"2024-05-01","lt":"2025-01-01"}}');
    assert.equal(
      filters('{"x":{"gt":"2023-05-01"}}'),
      '{"x":{"gte":"2024-01-01","lt":"2025-01-01","gt":"2023-05-01"}}',
    );
    assert.equal(filters('{"x":["2024-02-01","2025-02-01"]}'), '{"x":["2024-02-01"]}');
    assert.equal(
      filters('{"x":{"not":"2024-02-01"}}'),
      '{"x":{"gte":"2024-01-01","lt":"2025-01-01","not":"2024-02-01"}}',
    );
    assert.equal(filters('{"x":{"empty":false}}'), '{"x":{"gte":"2024-01-01","lt":"2025-01-01"}}');
    // A filter that can't be compared with is kept as it is.
    assert.equal(
      filters('{"x":{"gte":"yesterday"}}'),
      '{"$and":[{"x":{"gte":"yesterday"}},{"x":{"gte":"2024-01-01","lt":"2025-01-01"}}]}',
    );
    assert.equal(
      filters('[{"x":1},{"y":2}]'),
      '{"$and":[{"$or":[{"x":1},{"y":2}]},{"x":{"gte":"2024-01-01","lt":"2025-01-01"}}]}',
    );
    assert.equal(
      filtersOf('text', [{ field: 'x' }], ['a'], { filters: '{"x":{"contains":"A"},"y":2}' }),
      '{"y":2,"x":"a"}',
    );
  });

  it('are not asked for where a portal can not take both conditions', () => {
    const year = [{ field: 'x', unit: 'year' }] as const;
    const old = { hasRanges: false, takesConditions: false };
    assert.equal(filtersOf('date', year, [2024], { filters: '{"x":{"gte":"yesterday"}}', server: old }), 'together');
    assert.equal(
      filtersOf('date', year, [2024], { filters: '{"x":{"gte":"2024-06-01"}}', server: old }),
      '{"x":{"gte":"2024-06-01","lt":"2025-01-01"}}',
    );
  });

  const UNITS = ['year', 'quarter', 'month', 'week', 'day'] as const;
  const ZONES = ['UTC', 'Europe/Zurich', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia', 'Asia/Beirut'];

  /** A local date and time in a zone, as a date of UTC. */
  function localOf(instant: Date, timeZone: string): Date {
    return new Date(`${instant.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  }

  function reference(local: Date, unit: (typeof UNITS)[number]): ExactValue {
    const [year, month, day] = local.toISOString().slice(0, 10).split('-').map(Number) as [number, number, number];
    const two = (number: number) => String(number).padStart(2, '0');
    if (unit === 'year') return year;
    if (unit === 'quarter') return `${String(year)}-Q${String(Math.ceil(month / 3))}`;
    if (unit === 'month') return `${String(year)}-${two(month)}`;
    if (unit === 'day') return local.toISOString().slice(0, 10);
    // The Thursday of a week is in the week's year.
    const thursday = new Date(Date.UTC(year, month - 1, day + 4 - (local.getUTCDay() || 7)));
    const week = 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * 86_400_000));
    return `${String(thursday.getUTCFullYear())}-W${two(week)}`;
  }

  const instant = fc
    .integer({ min: Date.UTC(1980, 0) / 1000, max: Date.UTC(2040, 0) / 1000 })
    .map((s) => new Date(s * 1000));

  it('are those of its year, quarter, month, week or day in any zone', () => {
    const near = fc.integer({ min: -40 * 86_400, max: 40 * 86_400 });
    fc.assert(
      fc.property(
        fc.constantFrom('date', 'timestamp', 'timestamptz'),
        fc.constantFrom(...UNITS),
        fc.constantFrom(...ZONES),
        instant,
        fc.array(near, { minLength: 20, maxLength: 40 }),
        (type, unit, zone, first, steps) => {
          const local = (at: Date) => (type === 'timestamptz' ? localOf(at, zone) : at);
          const group = reference(local(first), unit);
          const json = filtersOf(type, [{ field: 'x', unit }], [group], { zone });
          const filters = parseExact(json);
          for (const step of [0, ...steps]) {
            const at = new Date(first.getTime() + step * 1000);
            const value =
              type === 'date'
                ? at.toISOString().slice(0, 10)
                : at.toISOString().slice(0, type === 'timestamp' ? 19 : 24);
            assert.equal(
              isMatch(filters, value),
              stringifyExact(reference(local(at), unit)) === stringifyExact(group),
              `${json} ${value}`,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are those of its bin, whatever else the field is filtered by', () => {
    const decimal = fc.tuple(fc.bigInt(-2000n, 2000n), fc.nat(2)).map(([digits, scale]) => {
      const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
      const at = text.length - scale;
      return {
        text: `${digits < 0n ? '-' : ''}${text.slice(0, at)}${scale > 0 ? `.${text.slice(at)}` : ''}`,
        hundredths: digits * 10n ** BigInt(2 - scale),
      };
    });
    const bound = fc
      .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), decimal)
      .map(([name, { text }]) => `{"x":{"${name}":${text}}}`);
    const list = fc
      .array(decimal, { minLength: 1, maxLength: 4 })
      .map((all) => `{"x":[${all.map(({ text }) => text).join(',')}]}`);
    const other = fc.oneof(
      bound,
      list,
      decimal.map(({ text }) => `{"x":{"not":${text}}}`),
      fc.constant('{}'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('0.25', '1', '7', '100'),
        other,
        fc.array(decimal, { minLength: 1, maxLength: 30 }),
        (width, filters, values) => {
          const step = BigInt(Number(width) * 100);
          const binOf = (hundredths: bigint) => (hundredths - (((hundredths % step) + step) % step)) / 1n;
          const asked = parseExact(filters);
          const [first] = values;
          if (first === undefined || !isMatch(asked, parseExact(first.text))) return;
          const edge = binOf(first.hundredths);
          const whole = edge % 100n === 0n ? String(edge / 100n) : (Number(edge) / 100).toFixed(2);
          const json = filtersOf('numeric', [{ field: 'x', width }], [parseExact(whole)], { filters });
          for (const { text, hundredths } of values) {
            const isOfGroup = isMatch(asked, parseExact(text)) && binOf(hundredths) === edge;
            assert.equal(isMatch(parseExact(json), parseExact(text)), isOfGroup, `${json} ${text}`);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are always consistent conditions, also of two groups of one field', () => {
    const groups = [
      { field: 'x', unit: 'year' },
      { field: 'x', unit: 'month' },
      { field: 'x', unit: 'day' },
    ] as const;
    const json = filtersOf('timestamptz', groups, [2024, '2024-03', '2024-03-31'], { zone: 'Europe/Zurich' });
    assert.equal(json, '{"x":{"gte":"2024-03-31T00:00:00+01:00","lt":"2024-04-01T00:00:00+02:00"}}');
    assert.ok(areConsistent(conditionsOf(json)));
  });
});

describe('the start of a date in a zone', () => {
  const cases: [zone: string, year: number, month: number, day: number, start: string | undefined][] = [
    ['UTC', 2024, 1, 1, '2024-01-01T00:00:00+00:00'],
    // Clocks go forward from 24:00 to 1:00.
    ['America/Sao_Paulo', 2018, 11, 4, '2018-11-04T01:00:00-02:00'],
    // Clocks go back from 24:00 to 23:00 of the same date.
    ['America/Sao_Paulo', 2018, 2, 18, '2018-02-18T00:00:00-03:00'],
    // Clocks go back from 0:01 to 23:01 of the date before.
    ['America/St_Johns', 2010, 11, 7, undefined],
    // This day didn't exist, so it is empty.
    ['Pacific/Apia', 2011, 12, 30, '2011-12-31T00:00:00+14:00'],
    ['Pacific/Apia', 2011, 12, 31, '2011-12-31T00:00:00+14:00'],
    // Local mean time has seconds.
    ['Europe/Zurich', 1850, 1, 1, '1849-12-31T23:25:52+00:00'],
    ['Asia/Kathmandu', 2024, 6, 1, '2024-06-01T00:00:00+05:45'],
  ];
  for (const [zone, year, month, day, start] of cases)
    it(`${String(year)}-${String(month)}-${String(day)} in ${zone} is ${start ?? 'unclear'}`, () => {
      assert.equal(startOfDate(utcDate(year, month - 1, day), zone), start);
    });
});
