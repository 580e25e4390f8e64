/** Random queries in a document, all in one text, read back. */
import assert from 'node:assert/strict';
import { type DatastoreQuery, queryText } from '../../src/datastore/query/query.ts';
import { newQueryDocument } from '../../src/document/kept/editQueryDocument.ts';
import { fillQuery } from '../../src/document/kept/fillQuery.ts';
import { readQueryDocument } from '../../src/document/kept/readQueryDocument.ts';
import { figureOf, type KeptFigure } from './figures.ts';

export function documentFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  return [
    figureOf('document-same', queries, (query) => {
      const place = { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: query.resourceId } as const;
      const { queries: read, problems } = readQueryDocument(newQueryDocument('kept', { place, query }));
      assert.deepEqual(problems, []);
      assert.ok(read[0]);
      const filled = fillQuery(read[0], new Map());
      assert.ok('query' in filled, JSON.stringify(filled));
      assert.deepEqual(JSON.parse(queryText(filled.query)), JSON.parse(queryText(query)));
    }),
  ];
}
