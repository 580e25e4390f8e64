/** Random queries as people make them: with all operators, and summaries. */
import fc from 'fast-check';
import type { Condition } from '../../src/datastore/query/condition.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { anyQuery } from '../unit/datastore/query/queryArbitrary.ts';

/** Names and texts that end a literal, a comment or a command in some language. */
const HOSTILE = [
  `it's`,
  `a "b" c`,
  '`whoami`',
  '$(touch /tmp/owned)',
  '${HOME}',
  `'''`,
  `)"`,
  `)---"`,
  String.raw`\n\u0041\\`,
  '%s %d {0}',
  "'); DROP TABLE x; --",
  '*/ //',
  'a&b=c#d?e',
  'line\nbreak\ttab\r',
  'rtl\u202e\u2066',
  'Ж 東 🎹',
  '</script>',
  '__proto__',
  'null',
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }));
const field = text.map((name) => name.replace(/[\p{Cc}"]/gu, '').trim() || 'city').filter((name) => name !== '');

const operator = fc.oneof(
  fc.record({ not: text }),
  fc.constant({ empty: true }),
  fc.record({ contains: text }),
  fc.record({ startsWith: text }),
  fc.record({ gte: fc.integer(), lt: fc.integer() }),
  fc.array(text, { minLength: 2, maxLength: 4 }),
);
const conditions: fc.Arbitrary<readonly Condition[]> = fc
  .dictionary(field, operator, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  .map((filters) => conditionsOf(JSON.stringify(filters)));

const summary: fc.Arbitrary<DatastoreQuery> = fc
  .record({
    resourceId: fc.uuid(),
    field,
    unit: fc.constantFrom('day', 'month', 'year'),
    top: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ resourceId, field: name, unit, top }) => ({
    resourceId,
    summary: {
      groups: [{ field: name, unit }],
      measures: [{ calculate: 'count' }, { calculate: 'sum', field: name }],
      top,
    },
  }));

const withOperators = fc.tuple(anyQuery, conditions).map(([query, filters]): DatastoreQuery => ({ ...query, filters }));

const anyKept = fc.oneof(
  { weight: 16, arbitrary: anyQuery },
  { weight: 3, arbitrary: withOperators },
  { weight: 1, arbitrary: summary },
);

/** Queries that are equal at each run with the same seed. */
export function keptQueries(count: number, seed: number): readonly DatastoreQuery[] {
  return fc.sample(anyKept, { numRuns: count, seed });
}
