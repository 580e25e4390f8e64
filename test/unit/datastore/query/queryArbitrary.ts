/** Any DatastoreQuery that can be sent. */
import fc from 'fast-check';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { searchFromWire } from '../../../../src/datastore/query/searchText.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';

/** CKAN refuses names with a control character, with blanks at their ends, or in double quotes (docs/ckan.md 35). */
const fieldName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('_id', 'a,b', 'stage desc', 'asc', 'a nulls last', '50%', 'a.b', '$x', '__proto__', 'a"b', '東'),
  )
  .filter((name) => name === name.trim() && !/[\p{Cc}]|^"|"$/u.test(name) && name !== '');

const filterValue = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('9007199254740993', '1.50', '-0', '1e400', 'true', 'null', '[]', '["a",2.0]', '{"gt":1.0}', '[[]]'),
);

const filters = fc
  .uniqueArray(fc.tuple(fieldName, filterValue), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
  .map((entries) => `{${entries.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`)
  .map(conditionsOf);

const text = fc.string({ unit: 'grapheme', minLength: 1 });

const search = fc
  .tuple(
    fc.oneof(
      // CKAN takes a text that is a JSON object for an object.
      text.filter((q) => !q.trim().startsWith('{')).map((q) => ({ q })),
      text
        .map((q) => ({ q, qMode: 'expression' as const }))
        .filter(({ q }) => searchFromWire(q, false).qMode === 'expression' && !q.trim().startsWith('{')),
      fc
        .array(fc.constantFrom('caf', 'Straße', '3.5', '-7', 'a@b.org', '東'), { minLength: 1, maxLength: 3 })
        .map((words) => ({ q: words.join(' '), qMode: 'startsWith' as const })),
    ),
    fc.option(fieldName, { nil: undefined }),
  )
  .map(([asked, qField]) => ({ ...asked, ...(qField !== undefined && { qField }) }));

const unsearched: fc.Arbitrary<DatastoreQuery> = fc.record(
  {
    resourceId: fc.oneof(fc.uuid(), fc.string({ minLength: 1 })),
    filters,
    fields: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 4 }),
    sort: fc.uniqueArray(
      fc.record(
        { field: fieldName, descending: fc.boolean(), nullsLast: fc.constant(true) },
        { requiredKeys: ['field', 'descending'], noNullPrototype: true },
      ),
      { selector: ({ field }) => field, minLength: 1, maxLength: 3 },
    ),
    distinct: fc.boolean(),
    limit: fc.nat(),
  },
  { requiredKeys: ['resourceId'], noNullPrototype: true },
);

export const anyQuery: fc.Arbitrary<DatastoreQuery> = fc
  .tuple(unsearched, fc.option(search, { nil: {} }))
  .map(([query, asked]) => ({ ...query, ...asked }));
