import assert from 'node:assert/strict';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import type { Summary } from '../../../src/datastore/query/summary.ts';
import { changeTitle } from '../../../src/records/exploration.ts';

const BY_CANTON: Summary = {
  groups: [{ field: 'canton' }, { field: 'reported', unit: 'year' }],
  measures: [{ calculate: 'count' }],
};

describe('the title of a change of the query', () => {
  const resourceId = 'r';
  const filtered = (json: string): DatastoreQuery => ({ resourceId, filters: conditionsOf(json) });
  const sorted = (field: string): DatastoreQuery => ({ resourceId, sort: [{ field, descending: false }] });
  const all: DatastoreQuery = { resourceId };
  const cases: readonly (readonly [title: string, before: DatastoreQuery, after: DatastoreQuery])[] = [
    ['Search "oak"', all, { resourceId, q: 'oak' }],
    ['Search "oak"', { resourceId, q: 'oak' }, { resourceId, q: 'oak', qField: 'name' }],
    ['Clear Search', { resourceId, q: 'oak' }, all],
    ['Sort by name', all, sorted('name')],
    ['Clear Sort', sorted('name'), all],
    ['Filter kind', all, filtered('{"kind":"a"}')],
    ['Filter kind', filtered('{"kind":"a","age":1}'), filtered('{"kind":["a","b"],"age":1}')],
    ['Filter age', filtered('{"kind":"a","age":1}'), filtered('{"kind":"a"}')],
    ['Change Filters', filtered('{"kind":"a"}'), filtered('{"age":1}')],
    ['Change Filters', all, filtered('{"$or":[{"a":1},{"b":2}]}')],
    ['Clear All Filters', filtered('{"kind":"a"}'), all],
    ['Summarize by canton, year of reported', { ...sorted('name'), limit: 5 }, { resourceId, summary: BY_CANTON }],
    ['Summarize count', all, { resourceId, summary: { groups: [], measures: [{ calculate: 'count' }] } }],
    ['Remove Summary', { ...sorted('count'), summary: BY_CANTON }, all],
    ['Show Records of This Group', { resourceId, summary: BY_CANTON }, filtered('{"canton":"Bern"}')],
    ['Sort by count', { resourceId, summary: BY_CANTON }, { ...sorted('count'), summary: BY_CANTON }],
    ['Filter canton', { resourceId, summary: BY_CANTON }, { ...filtered('{"canton":"Bern"}'), summary: BY_CANTON }],
    ['Change Query', all, { resourceId, limit: 5 }],
    ['Change Query', all, { ...sorted('name'), q: 'oak' }],
  ];
  for (const [title, before, after] of cases)
    it(`is ${title} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () =>
      assert.equal(changeTitle(before, after), title));
});
