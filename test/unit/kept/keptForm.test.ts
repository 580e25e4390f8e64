/** What people change in the form changes the query of the text, however the form writes the rest of it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { draftOf, readDraft } from '../../../src/datastore/draft/readDraft.ts';
import { DRAFT_WORDS } from '../../../src/datastore/draft/draftWords.ts';
import type { QueryDraft } from '../../../src/datastore/query/draft.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { withChanges } from '../../../src/kept/keptForm.ts';
import { anyKept } from '../document/kept/keptArbitrary.ts';

const PORTALS = [{ id: 'p1', baseUrl: 'https://h/en', resources: [{ id: 'r1' }] }];
const TYPES = ['text', 'numeric', 'timestamp', 'bool'];

/** The query of a draft, where all fields that it names have this type. */
function readAs(
  type: string,
  draft: QueryDraft,
  { filters = [], summary }: DatastoreQuery,
): DatastoreQuery | undefined {
  const fields = [...filters, ...(summary?.groups ?? [])].map(({ field }) => field ?? '');
  return readDraft(draft, PORTALS, DRAFT_WORDS, { fieldTypes: new Map(fields.map((name) => [name, type])) }).query;
}

describe('the query of a text beside its form', () => {
  it('keeps all members that people did not change, also those that the form leaves out', () => {
    fc.assert(
      fc.property(anyKept, fc.constantFrom(...TYPES), fc.nat(), ({ query: kept }, type, limit) => {
        const query = { ...kept, resourceId: 'r1' };
        const draft = draftOf(query, 'p1');
        const before = readAs(type, draft, query);
        const after = readAs(type, { ...draft, limit: String(limit) }, query);
        fc.pre(before !== undefined && after !== undefined);
        assert.deepEqual(withChanges(query, before, after), { ...query, limit });
      }),
    );
  });

  it('loses a member that people clear, and gets one that they add', () => {
    const query: DatastoreQuery = { resourceId: 'r1', q: 'road', distinct: true };
    const before: DatastoreQuery = { resourceId: 'r1', q: 'road' };
    assert.deepEqual(withChanges(query, before, { resourceId: 'r1', limit: 5 }), {
      ...{ resourceId: 'r1', distinct: true, limit: 5 },
    });
  });
});
