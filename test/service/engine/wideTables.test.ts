/** A page of a table with many fields is fast, because DuckDB's work per field before reading is small. */
import assert from 'node:assert/strict';
import { isList } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

const FIELDS = 300;
const RECORDS = 100;

function csv(value: (field: number) => string): { readonly content: string } {
  const line = (cell: (field: number) => string) => Array.from({ length: FIELDS }, (_, at) => cell(at)).join(',');
  const names = line((field) => `c${String(field)}`);
  return { content: `${[names, ...Array.from({ length: RECORDS }, () => line(value))].join('\n')}\n` };
}

describe('a page of a table of 300 fields', () => {
  let datastore: TestDatastore;
  before(async () => {
    datastore = await TestDatastore.open({
      'numbers.csv': csv((field) => `${String(field)}.5`),
      'words.csv': csv((field) => `word ${String(field)}`),
    });
  });
  after(() => datastore.close());

  const fastestMs = async (name: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const started = performance.now();
      const records = await datastore.records(name, { limit: RECORDS });
      times.push(performance.now() - started);
      assert.ok(isList(records) && records.length === RECORDS);
    }
    return Math.min(...times);
  };

  it('of numbers takes no more than some times the time of one of texts, whose values need no look', async () => {
    const words = await fastestMs('words.csv');
    const numbers = await fastestMs('numbers.csv');
    assert.ok(numbers < 10 * words, `${numbers.toFixed()} ms, texts ${words.toFixed()} ms`);
  });
});
