/** Query documents, written and changed: no query loses anything, and nothing else in the text changes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defined, filled } from '../../../../src/base/defined.ts';
import type { Condition } from '../../../../src/datastore/query/condition.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import {
  addQuery,
  changeQuery,
  newQueryDocument,
  UneditableDocument,
} from '../../../../src/document/kept/editQueryDocument.ts';
import { fillQuery } from '../../../../src/document/kept/fillQuery.ts';
import type { ParameterValues, QueryToKeep } from '../../../../src/document/kept/keptQuery.ts';
import { memberJson, queryObject } from '../../../../src/document/kept/queryObject.ts';
import { readQueryDocument } from '../../../../src/document/kept/readQueryDocument.ts';
import { changedText } from '../../../../src/document/kept/textChanges.ts';
import { anyKept, hostileText } from './keptArbitrary.ts';
import { memberTexts, scattered, trivia, withoutMember } from './scatteredDocument.ts';
import { isFull } from '../../../support/results/full.ts';

/** The query of a document as it was kept. Fails if anything is wrong with the document. */
function keptIn(text: string, name: string, values: ParameterValues = new Map()): QueryToKeep {
  const { queries, problems } = readQueryDocument(text);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  const kept = queries.find((each) => each.name === name);
  assert.ok(kept, text);
  const filled = fillQuery(kept, values);
  assert.ok('query' in filled, text);
  return { place: kept.place, query: filled.query, ...(kept.chart && { chart: kept.chart }) };
}

describe('a new query document', () => {
  it('holds any query without loss', () => {
    fc.assert(
      fc.property(hostileText, anyKept, (name, keep) => {
        assert.deepEqual(keptIn(newQueryDocument(name, keep), name), keep);
      }),
      { numRuns: isFull ? 5000 : 200 },
    );
  });
});

type Edit = (keep: QueryToKeep, other: QueryToKeep, place: number) => QueryToKeep;

/** Takes some members of the query from another one. */
function taken(...names: readonly (keyof DatastoreQuery)[]): Edit {
  return (keep, { query: other }) => {
    const rest = Object.entries(keep.query).filter(([name]) => !names.some((each) => each === name));
    const query = {
      ...Object.fromEntries(rest),
      ...defined(Object.fromEntries(names.map((name) => [name, other[name]]))),
    };
    return { ...keep, query: query as unknown as DatastoreQuery };
  };
}

function filtered(
  change: (filters: readonly Condition[], more: Condition | undefined, place: number) => readonly Condition[],
): Edit {
  return (keep, { query: { filters: others = [] } }, place) => {
    const { filters = [], ...query } = keep.query;
    const next = filled(change(filters, others[0], place));
    return { ...keep, query: { ...query, ...(next && { filters: next }) } };
  };
}

/** What people do in the form: one part of the query becomes another one. */
const EDITS: readonly Edit[] = [
  taken('q', 'qMode', 'qField'),
  ...(['limit', 'sort', 'fields', 'distinct', 'summary', 'filters'] as const).map((name) => taken(name)),
  filtered((filters, _, place) => filters.filter(({ field }) => field !== filters[place % filters.length]?.field)),
  filtered((filters, more) =>
    filters.some(({ field }) => field === more?.field) || !more ? filters : [...filters, more],
  ),
  filtered((filters, more) =>
    filters.some(({ field }) => field === more?.field) || !more ? filters : [more, ...filters],
  ),
  filtered((filters, more, place) => {
    const { field = '' } = filters[place % filters.length] ?? {};
    const rest = filters.filter(
      (each, at) => each.field !== field || filters.findIndex((one) => one.field === field) === at,
    );
    return more ? rest.map((each) => (each.field === field ? ({ ...more, field } as Condition) : each)) : filters;
  }),
  ({ query }, { place, query: { resourceId } }) => ({ place, query: { ...query, resourceId } }),
  ({ place, query }, { chart }) => ({ place, query, ...(chart && { chart }) }),
];

function haveOneOrder([one = [], other = []]: readonly (readonly string[])[]): boolean {
  return String(one.filter((name) => other.includes(name))) === String(other.filter((name) => one.includes(name)));
}

const anyCase = fc
  .tuple(anyKept, anyKept, fc.constantFrom(...EDITS), fc.nat(10))
  .chain(([keep, other, edit, place]) =>
    fc.tuple(fc.constant(keep), fc.constant(edit(keep, other, place)), scattered(keep)),
  );

describe('a change of a query in a document', () => {
  it('means what the form says, and leaves comments, blank lines and all other members byte for byte', () => {
    fc.assert(
      fc.property(anyCase, ([before, after, { text, name }]) => {
        assert.deepEqual(keptIn(text, name), before, 'the test writes another query');
        const changes = changeQuery(text, name, after);
        const changed = changedText(text, changes);
        assert.deepEqual(keptIn(changed, name), after, changed);
        const path = ['queries', name];
        const [old, now] = [text, changed].map((each) => memberTexts(each, path));
        const [was, is] = [memberJson(before), memberJson(after)];
        const isSame = (member: string): boolean => was.get(member) === is.get(member);
        for (const [member, written] of old ?? []) if (isSame(member)) assert.equal(now?.get(member), written, member);
        assert.deepEqual(trivia(changed, path, isSame), trivia(text, path, isSame), changed);
        const filters = [was, is].map((each) => memberTexts(each.get('filters') ?? '', []));
        if (filters.every(({ size }) => size > 0) && haveOneOrder(filters.map((each) => [...each.keys()]))) {
          const isSameFilter = (field: string): boolean => filters[0]?.get(field) === filters[1]?.get(field);
          const inside = [...path, 'filters'];
          for (const [field, written] of memberTexts(text, inside))
            if (isSameFilter(field)) assert.equal(memberTexts(changed, inside).get(field), written, field);
          assert.deepEqual(trivia(changed, inside, isSameFilter), trivia(text, inside, isSameFilter), changed);
        }
        const [around, surrounding] = [text, changed].map((each) => withoutMember(each, path));
        assert.equal(surrounding, around);
      }),
      { numRuns: isFull ? 5000 : 200 },
    );
  });
});
