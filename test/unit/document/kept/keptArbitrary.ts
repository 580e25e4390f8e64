/** Any query that people can keep: places, operators, summaries and hostile texts. */
import fc from 'fast-check';
import { DATE_UNITS } from '../../../../src/base/calendarDay.ts';
import { filled } from '../../../../src/base/defined.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { CALCULATIONS, type Measure, type Summary } from '../../../../src/datastore/query/summary.ts';
import type { KeptPlace, QueryToKeep } from '../../../../src/document/kept/keptQuery.ts';
import type { ReadingChoices } from '../../../../src/service/index.ts';
import { anyQuery } from '../../datastore/query/queryArbitrary.ts';

/** Texts that a document could take for parameters, comments or its own marks. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '${city}',
    '$${city}',
    '${}',
    'a ${city}',
    '// no',
    '/* no */',
    '"',
    '\\',
    '\r\n',
    ',',
    '}',
    'Z\u2028',
  ),
);

const field = fc.oneof(
  hostileText,
  fc.constantFrom('city', 'day:month', 'amount:100', '__proto__', '10', 'constructor'),
);

const scalar = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.constantFrom('9007199254740993', '1.50', '-0', '1e400', 'true', 'null'),
);

const operator = fc.oneof(
  scalar,
  fc.array(scalar, { minLength: 1, maxLength: 4 }).map((values) => `[${values.join(',')}]`),
  scalar.map((value) => `{"not":${value}}`),
  fc.tuple(scalar, scalar).map(([from, to]) => `{"gte":${from},"lt":${to}}`),
  hostileText.map((text) => `{"contains":${JSON.stringify(text)}}`),
  hostileText.map((text) => `{"startsWith":${JSON.stringify(text)},"notContains":"x"}`),
  fc.boolean().map((isEmpty) => `{"empty":${String(isEmpty)}}`),
);

export const anyFilters = fc
  .uniqueArray(fc.tuple(field, operator), { selector: ([name]) => name, maxLength: 4 })
  .map((entries) => `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`)
  .map((json) => filled(conditionsOf(json)));

const measure: fc.Arbitrary<Measure> = fc
  .tuple(fc.constantFrom(...CALCULATIONS), field)
  .map(([calculate, name]) =>
    calculate === 'count' || calculate === 'share' ? { calculate } : { calculate, field: name },
  );

const summary: fc.Arbitrary<Summary> = fc.record(
  {
    groups: fc.array(
      fc.oneof(
        field.map((name) => ({ field: name })),
        fc.record({ field, unit: fc.constantFrom(...DATE_UNITS) }, { noNullPrototype: true }),
        fc.record({ field, width: fc.constantFrom('100', '0.25', '0010') }, { noNullPrototype: true }),
      ),
      { maxLength: 3 },
    ),
    measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
    top: fc.integer({ min: 1, max: 10_000 }),
    zone: fc.constantFrom('Europe/Zurich', 'UTC'),
  },
  { requiredKeys: ['groups', 'measures'], noNullPrototype: true },
);

const none = fc.constant(undefined);

const choices = fc.record(
  {
    ...{ encoding: fc.constantFrom('windows-1252', 'utf-8'), delimiter: fc.constantFrom(',', ';', '\t', '||') },
    ...{ headerLine: fc.integer({ min: 1, max: 9 }), skipEnd: fc.nat(9), header: fc.boolean(), part: hostileText },
    ...{ headerSeparator: fc.constantFrom('', ' / '), nested: fc.constantFrom('json', 'fields') },
    ...{ nullWords: fc.array(fc.constantFrom('-', 'n/a', '')), unreadable: fc.constantFrom('refuse', 'skip') },
  },
  { requiredKeys: ['encoding'], noNullPrototype: true },
) as fc.Arbitrary<ReadingChoices>;

const place: fc.Arbitrary<KeptPlace> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('https://data.example.org', 'https://data.example.org/en', 'http://127.0.0.1:5000'),
      hostileText,
    )
    .map(([baseUrl, resourceId]) => ({ kind: 'portal' as const, baseUrl, resourceId })),
  fc
    .tuple(fc.constantFrom('cases.csv', 'Fälle/a b "c".xlsx', '${city}'), fc.oneof(none, choices))
    .map(([path, chosen]) => ({ kind: 'file' as const, path, ...(chosen && { choices: chosen }) })),
);

const chart = fc.record(
  { kind: fc.constantFrom('bars', 'line', 'scatter'), across: field, up: field },
  { requiredKeys: [], noNullPrototype: true },
);

export const anyKept: fc.Arbitrary<QueryToKeep> = fc
  .tuple(place, anyQuery, fc.oneof(none, anyFilters), fc.oneof(none, summary), fc.oneof(none, none, chart))
  .map(([where, query, filters, groups, drawn]) => ({
    place: where,
    query: {
      ...query,
      resourceId: where.kind === 'portal' ? where.resourceId : '',
      ...(filters && { filters }),
      ...(groups && { summary: groups }),
    } satisfies DatastoreQuery,
    ...(drawn && { chart: drawn }),
  }));
