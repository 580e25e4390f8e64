/** Any DatastoreQuery that could be asked. */
import fc from 'fast-check';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';

/** No CKAN takes a name with a control character, blank at its ends, or in double quotes (docs/ckan.md 35). */
const fieldName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      '_id',
      'a,b',
      'stage desc',
      'asc',
      'a nulls last',
      '50%',
      'a.b',
      '$x',
      '__proto__',
      'a"b',
      '東',
    ),
  )
  .filter((name) => name === name.trim() && !/[\p{Cc}]|^"|"$/u.test(name) && name !== '');

const filterValue = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '9007199254740993',
    '1.50',
    '-0',
    '1e400',
    'true',
    'null',
    '[]',
    '["a",2.0]',
    '{"gt":1.0}',
    '[[]]',
  ),
);

const filters = fc
  .uniqueArray(fc.tuple(fieldName, filterValue), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
  .map((entries) => `{${entries.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`)
  .map(conditionsOf);

export const anyQuery: fc.Arbitrary<DatastoreQuery> = fc.record(
  {
    resourceId: fc.oneof(fc.uuid(), fc.string({ minLength: 1 })),
    q: fc.string({ unit: 'grapheme', minLength: 1 }),
    filters,
    fields: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 4 }),
    sort: fc.uniqueArray(
      fc.record(
        { field: fieldName, descending: fc.boolean(), nullsLast: fc.constant(true) },
        { requiredKeys: ['field', 'descending'], noNullPrototype: true },
      ),
      {
        selector: ({ field }) => field,
        minLength: 1,
        maxLength: 3,
      },
    ),
    distinct: fc.boolean(),
    limit: fc.nat(),
  },
  { requiredKeys: ['resourceId'], noNullPrototype: true },
);
