/** Links to random queries, read back as another window reads them. */
import assert from 'node:assert/strict';
import { type DatastoreQuery, queryText } from '../../src/datastore/query/query.ts';
import { linkText, readLink } from '../../src/document/code/queryLink.ts';
import { figureOf, type KeptFigure } from './figures.ts';

const SCHEMES = ['vscode', 'vscode-insiders', 'vscodium', 'code-oss'];
/** The share of queries with a link, in percent. Others have texts such as `//a:b@c.d`, which look like passwords. */
const LEAST_SHARE = 99;

function linkOf(query: DatastoreQuery): ReturnType<typeof linkText> {
  const place = { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: query.resourceId } as const;
  return linkText({ kind: 'query', place, query }, SCHEMES[queryText(query).length % SCHEMES.length] ?? '');
}

export function linkFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  const linked = queries.filter((query) => typeof linkOf(query) === 'string');
  const share = Math.floor((linked.length / queries.length) * 100);
  return [
    { name: 'link-share', value: share, limit: LEAST_SHARE, missed: [] },
    figureOf('link-same', linked, (query) => {
      const text = linkOf(query);
      assert.ok(typeof text === 'string');
      assert.doesNotMatch(text, /[^\w.:/?&=~-]/);
      const link = readLink(text);
      assert.ok(link !== undefined && 'kind' in link && link.kind === 'query');
      assert.deepEqual(JSON.parse(queryText(link.query)), JSON.parse(queryText(query)));
    }),
  ];
}
