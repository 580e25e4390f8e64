import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  canMove,
  moved,
  NO_HISTORY,
  type QueryHistory,
  visited,
  withoutPresent,
} from '../../../../src/datastore/query/queryHistory.ts';

const query = (q: string) => ({ resourceId: 'r', q });
const after = (...texts: string[]): QueryHistory => texts.map(query).reduce(visited, NO_HISTORY);
const back = (history: QueryHistory): QueryHistory => moved(history, -1) ?? history;
const texts = ({ queries, place }: QueryHistory) => [queries.map(({ q }) => q).join(' '), place];

describe('history of questions', () => {
  it('goes back and forward', () => {
    const history = after('a', 'b', 'c');
    assert.deepEqual(texts(history), ['a b c', 2]);
    assert.deepEqual(texts(back(back(history))), ['a b c', 0]);
    assert.deepEqual(
      [canMove(history, 1), canMove(back(history), 1), canMove(NO_HISTORY, -1)],
      [false, true, false],
    );
    assert.equal(moved(after('a'), -1), undefined);
  });

  it('does not keep the same question twice in a row, whatever the order of its members', () => {
    assert.deepEqual(texts(visited(after('a'), { q: 'a', resourceId: 'r' })), ['a', 0]);
    assert.deepEqual(texts(after('a', 'b', 'a')), ['a b a', 2]);
  });

  it('drops what lay forward when something else is asked', () => {
    const history = back(back(after('a', 'b', 'c')));
    assert.deepEqual(texts(visited(history, query('a'))), ['a b c', 0]);
    assert.deepEqual(texts(visited(history, query('x'))), ['a x', 1]);
  });

  it('forgets a question that came to nothing', () => {
    assert.deepEqual(texts(visited(withoutPresent(after('a', 'bad')), query('b'))), ['a b', 1]);
    assert.deepEqual(texts(withoutPresent(after('bad'))), ['', -1]);
  });

  it('keeps the last 50', () => {
    const history = after(...Array.from({ length: 80 }, (_, index) => String(index)));
    assert.deepEqual([history.queries.length, history.place, history.queries[0]?.q], [50, 49, '30']);
  });

  it('always has a present question, and goes back to the one before', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom<-1 | 1>(-1, 1), fc.constantFrom('a', 'b', 'c')));
    fc.assert(
      fc.property(steps, (all) => {
        const history = all.reduce<QueryHistory>(
          (now, step) => (typeof step === 'number' ? (moved(now, step) ?? now) : visited(now, query(step))),
          after('first'),
        );
        assert.notEqual(history.queries[history.place], undefined);
        const next = visited(history, query('other'));
        assert.deepEqual(back(next).queries[back(next).place], history.queries[history.place]);
      }),
    );
  });
});
