import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Change,
  isLayoutChange,
  type LayoutChange,
  moved,
  movedQuery,
  NO_HISTORY,
  queryAt,
  type QueryHistory,
  visited,
  withChange,
  withoutPresent,
} from '../../../../src/datastore/query/queryHistory.ts';

const query = (q: string) => ({ resourceId: 'r', q });
const layoutOf = (frozen: number) => ({ places: [], frozen });
const layoutChange = (from: number, to: number): LayoutChange => ({
  ...{ before: layoutOf(from), layout: layoutOf(to), title: `Freeze ${String(to)}` },
});
/** A letter is a query, a digit the number of columns that are frozen from then on. */
const after = (...texts: string[]): QueryHistory =>
  texts.reduce(
    (history, text) =>
      /^\d+$/.test(text)
        ? withChange(history, layoutChange(frozenIn(history), Number(text)))
        : visited(history, query(text)),
    NO_HISTORY,
  );
const frozenIn = ({ changes, place }: QueryHistory): number =>
  changes.slice(0, place + 1).findLast(isLayoutChange)?.layout.frozen ?? 0;
const nameOf = (change: Change) => (isLayoutChange(change) ? String(change.layout.frozen) : String(change.q));
const back = (history: QueryHistory): QueryHistory => moved(history, -1) ?? history;
const forward = (history: QueryHistory): QueryHistory => moved(history, 1) ?? history;
const queryBack = (history: QueryHistory): QueryHistory => movedQuery(history, -1) ?? history;
const queryForward = (history: QueryHistory): QueryHistory => movedQuery(history, 1) ?? history;
const texts = ({ changes, place }: QueryHistory) => [changes.map(nameOf).join(' '), place];

describe('what changed in a panel', () => {
  it('is taken back and done again one by one, layouts and queries alike', () => {
    const history = after('a', '1', 'b', '2');
    assert.deepEqual(texts(history), ['a 1 b 2', 3]);
    assert.deepEqual(texts(back(history)), ['a 1 b 2', 2]);
    assert.deepEqual(texts(back(back(history))), ['a 1 b 2', 1]);
    assert.equal(queryAt(back(back(history)))?.q, 'a');
    assert.deepEqual(texts(forward(back(history))), texts(history));
    assert.equal(moved(history, 1), undefined);
    assert.equal(moved(after('a'), -1), undefined);
    assert.equal(moved(NO_HISTORY, -1), undefined);
  });

  it('has queries that are gone to and fro while the layout stays', () => {
    const history = after('a', 'b', '1', '2');
    const earlier = queryBack(history);
    assert.deepEqual(texts(earlier), ['a 1 2 b', 2]);
    assert.deepEqual([queryAt(earlier)?.q, frozenIn(earlier)], ['a', 2]);
    assert.deepEqual([queryAt(queryForward(earlier))?.q, frozenIn(queryForward(earlier))], ['b', 2]);
    assert.equal(movedQuery(earlier, -1), undefined);
    assert.deepEqual(texts(queryForward(back(earlier))), ['a 1 b 2', 2], 'past a layout that was taken back');
    assert.equal(movedQuery(after('a', 'b', '1'), 1), undefined);
    assert.equal(movedQuery(after('a', '1'), -1), undefined);
  });

  it('does not keep the same query twice in a row, whatever the order of its members', () => {
    assert.deepEqual(texts(visited(after('a'), { q: 'a', resourceId: 'r' })), ['a', 0]);
    assert.deepEqual(texts(visited(after('a', '1'), query('a'))), ['a 1', 1]);
    assert.deepEqual(texts(after('a', 'b', 'a')), ['a b a', 2]);
  });

  it('drops what was taken back when something else changes', () => {
    const history = back(back(after('a', 'b', 'c')));
    assert.deepEqual(texts(visited(history, query('a'))), ['a b c', 0]);
    assert.deepEqual(texts(visited(history, query('x'))), ['a x', 1]);
    assert.deepEqual(texts(withChange(history, layoutChange(0, 1))), ['a 1', 1]);
  });

  it('forgets a query that failed', () => {
    assert.deepEqual(texts(visited(withoutPresent(after('a', 'bad')), query('b'))), ['a b', 1]);
    assert.deepEqual(texts(withoutPresent(after('a', 'bad', '1'))), ['a 1', 1]);
    assert.deepEqual(texts(withoutPresent(after('bad'))), ['', -1]);
  });

  it('keeps the last 50, of which the first is a query', () => {
    const history = after(...Array.from({ length: 80 }, (_, index) => `q${String(index)}`));
    assert.deepEqual([history.changes.length, history.place, queryAt(history, 0)?.q], [50, 49, 'q30']);
    const laidOut = after('a', ...Array.from({ length: 80 }, (_, index) => String(index + 1)));
    assert.deepEqual([laidOut.changes.length, queryAt(laidOut, 0)?.q, frozenIn(laidOut)], [50, 'a', 80]);
  });

  it('always begins with a query, and each step back is undone by one forward', () => {
    const step = fc.oneof(
      fc.constantFrom('back', 'forward', 'queryBack', 'queryForward'),
      fc.constantFrom('a', 'b', 'c', '1', '2', '3'),
    );
    const moves = { back, forward, queryBack, queryForward };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 70 }), (steps) => {
        const history = steps.reduce<QueryHistory>((now, each) => {
          if (each in moves) return moves[each as keyof typeof moves](now);
          return /^\d/.test(each)
            ? withChange(now, layoutChange(frozenIn(now), Number(each)))
            : visited(now, query(each));
        }, after('first'));
        const [first] = history.changes;
        assert.ok(first !== undefined && !isLayoutChange(first));
        assert.ok(queryAt(history));
        const state = (one: QueryHistory) => [queryAt(one)?.q, frozenIn(one)];
        if (moved(history, -1)) assert.deepEqual(texts(forward(back(history))), texts(history));
        if (movedQuery(history, -1)) {
          assert.deepEqual(state(queryForward(queryBack(history))), state(history));
          assert.equal(frozenIn(queryBack(history)), frozenIn(history));
        }
        const layouts = history.changes.filter(isLayoutChange);
        for (const [at, { before }] of layouts.entries())
          if (at > 0) assert.deepEqual(before, layouts[at - 1]?.layout, 'each begins where the one before ended');
      }),
    );
  });
});
