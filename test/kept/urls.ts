/** GET URLs of queries that CKAN's parameters can say, read back. */
import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { queryFromUrl, searchBody } from '../../src/datastore/wire/request.ts';
import { getUrl } from '../../src/document/code/getUrl.ts';
import { figureOf, type KeptFigure } from './figures.ts';

/** The share of queries that must have a URL, in percent. */
const LEAST_SHARE = 60;

export function urlFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  const said = queries.filter((query) => getUrl('https://data.example.org/en', query) instanceof URL);
  const share = Math.floor((said.length / queries.length) * 100);
  return [
    { name: 'url-share', value: share, limit: LEAST_SHARE, missed: [] },
    figureOf('url-same', said, (query) => {
      const url = getUrl('https://data.example.org/en', query);
      assert.ok(url instanceof URL);
      // A browser or a mail program passes the text on.
      const read = queryFromUrl(new URL(url.href));
      assert.equal(searchBody(read?.query ?? query), searchBody(query));
    }),
  ];
}
