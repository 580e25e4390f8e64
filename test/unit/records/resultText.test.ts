import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { queryLabel } from '../../../src/records/queryLabel.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

describe('what a panel is called', () => {
  const cases: readonly [query: Omit<DatastoreQuery, 'resourceId'>, label: string][] = [
    [{}, 'Lessons'],
    [{ q: 'draw', limit: 5 }, 'Lessons · "draw" · limit 5'],
    [{ filters: conditionsOf('{"subject":["math","art"],"stage":2}') }, 'Lessons · subject: math, art · stage: 2'],
    [{ filters: conditionsOf('{"n":9007199254740993,"gone":null}') }, 'Lessons · n: 9007199254740993 · gone: NULL'],
    [{ filters: conditionsOf('{"a":{"gte":1,"not":[2]}}') }, 'Lessons · a: from 1 · a: not 2'],
    [{ filters: conditionsOf('{"a":{"contains":"x"},"b":{"empty":true}}') }, 'Lessons · a: contains "x" · b: is empty'],
    [{ filters: conditionsOf('{"a":{"gt":1}}') }, 'Lessons · a: greater than 1'],
    [{ filters: conditionsOf('{"a":{"gt":1,"lte":2}}') }, 'Lessons · {"a":{"gt":1,"lte":2}}'],
    [{ limit: 0 }, 'Lessons · limit 0'],
  ];
  for (const [query, label] of cases)
    it(label, () => assert.equal(queryLabel('Lessons', { resourceId: 'r', ...query }), label));

  it('is never long', () => {
    const label = queryLabel('Lessons', { resourceId: 'r', q: 'x'.repeat(5000) });
    assert.equal(label.length, 200);
    assert.ok(label.endsWith('…'));
  });
});
