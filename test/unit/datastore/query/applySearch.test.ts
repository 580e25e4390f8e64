import assert from 'node:assert/strict';
import { applyChange } from '../../../../src/datastore/query/applyChange.ts';
import type { QueryChange } from '../../../../src/datastore/query/queryChange.ts';

const embedded = { fields: [{ id: 'a', type: 'text' }], hasRanges: true, answersSql: true };

describe('a search of the query', () => {
  const query = { resourceId: 'r', q: 'x', qMode: 'startsWith', qField: 'a' } as const;
  const after = (change: Omit<Extract<QueryChange, { kind: 'search' }>, 'kind'>) =>
    applyChange(query, { kind: 'search', ...change }, embedded);

  it('is of all fields and whole words unless it keeps field and mode', () => {
    assert.deepEqual(after({ q: 'y' }), { resourceId: 'r', q: 'y' });
    assert.deepEqual(after({ q: 'y', keepsScope: true }), { ...query, q: 'y' });
    assert.deepEqual(after({ q: ' ', keepsScope: true }), { resourceId: 'r' });
  });
});
