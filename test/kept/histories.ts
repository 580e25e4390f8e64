/** Random queries in the history's file, as text, read back. */
import assert from 'node:assert/strict';
import { readStored } from '../../src/base/stored.ts';
import { type DatastoreQuery, queryText } from '../../src/datastore/query/query.ts';
import { HistoryEntry, storedEntry } from '../../src/kept/history/historyEntry.ts';
import { figureOf, type KeptFigure } from './figures.ts';

export function historyFigures(queries: readonly DatastoreQuery[]): readonly KeptFigure[] {
  return [
    figureOf('history-same', queries, (query) => {
      const run = { portalId: 'portal', portal: 'Portal', label: 'trees', at: 0, elapsedMs: 1 };
      const text = JSON.stringify(storedEntry({ id: 'entry', ...run, query }));
      const read = readStored(HistoryEntry, JSON.parse(text));
      assert.ok(read);
      assert.deepEqual(JSON.parse(queryText(read.query)), JSON.parse(queryText(query)));
    }),
  ];
}
