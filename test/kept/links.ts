/** Links to random queries, read back as another window reads them. */
import assert from 'node:assert/strict';
import { type DatastoreQuery, queryText } from '../../src/datastore/query/query.ts';
import { linkText, readLink } from '../../src/document/code/queryLink.ts';
import { figureOf, type KeptFigure } from './figures.ts';

const SCHEMES = ['vscode', 'vscode-insiders', 'vscodium', 'code-oss'];

export function linkFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  return [
    figureOf('link-same', queries, (query) => {
      const place = { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: query.resourceId } as const;
      const scheme = SCHEMES[queryText(query).length % SCHEMES.length] ?? '';
      const text = linkText({ kind: 'query', place, query }, scheme);
      assert.ok(typeof text === 'string', JSON.stringify(text));
      assert.doesNotMatch(text, /[^\w.:/?&=~-]/);
      const link = readLink(text);
      assert.ok(link !== undefined && 'kind' in link && link.kind === 'query');
      assert.deepEqual(JSON.parse(queryText(link.query)), JSON.parse(queryText(query)));
    }),
  ];
}
