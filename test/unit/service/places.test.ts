import assert from 'node:assert/strict';
import { placesFor } from '../../../src/service/engine/duckdb/places.ts';

describe('places for statements', () => {
  for (const processors of [1, 2, 4, 8, 64])
    for (const threads of [2, 4, 16, 128])
      it(`${String(processors)} processors, ${String(threads)} threads: slow ones leave a thread to pages`, () => {
        const { page, scan, sql } = placesFor(processors, threads);
        assert.ok(Math.min(page, scan, sql) >= 1);
        if (threads > 2) assert.ok(scan + sql < threads, `${String(scan)} + ${String(sql)}`);
      });
});
