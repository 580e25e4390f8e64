/** Random queries as the form shows them, read back as Run reads them. */
import assert from 'node:assert/strict';
import { DRAFT_WORDS } from '../../src/datastore/draft/draftWords.ts';
import { draftOf, readDraft } from '../../src/datastore/draft/readDraft.ts';
import { type DatastoreQuery, queryText } from '../../src/datastore/query/query.ts';
import { isSameQuery } from '../../src/datastore/query/queryHistory.ts';
import { figureOf, type KeptFigure } from './figures.ts';

/** Ids that aren't UUIDs have tests of their own (test/unit/datastore/draft). */
const RESOURCE = '2b4604b2-4860-4a3e-9a53-0e8f2a1f6f10';
const PORTAL = { id: 'portal', baseUrl: 'https://data.example.org/en' };

export function formFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  // A blank search is none in the form.
  const shown = queries.filter(({ q }) => q?.trim() !== '');
  return [
    figureOf('form-same', shown, (each) => {
      const query = { ...each, resourceId: RESOURCE };
      const { query: read, problems } = readDraft(draftOf(query, PORTAL.id), [PORTAL], DRAFT_WORDS);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      assert.ok(read && isSameQuery(read, query), read && queryText(read));
    }),
  ];
}
