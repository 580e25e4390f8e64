/** Counts hostile values in a separate process and prints the result: `node hostileValues.ts CASE`. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { allStatistics, MOST_READ } from '../../../../src/datastore/statistics/allStatistics.ts';
import type { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { statisticsOf } from '../../../../src/datastore/statistics/statistics.ts';
import { tallyLoaded } from '../../../../src/datastore/statistics/valueTally.ts';
import { summarize } from '../../../../src/records/selection/selectionSummary.ts';
import { ExactNumber, type ExactValue, type RecordRow } from '../../../../src/base/cells.ts';

/** The result of one case. */
export interface Counted {
  readonly outcome: unknown;
  readonly heapMb: number;
  /** The longest time without a turn for others, in the thread's CPU time, because the machine may be busy. */
  readonly stallMs: number;
}

const { signal } = new AbortController();
const watching = new AbortController();
let heap = 0;
let stall = 0;

function lookAtHeap(): void {
  heap = Math.max(heap, getHeapStatistics().used_heap_size);
}

async function watchTurns(): Promise<void> {
  while (!watching.signal.aborted) {
    const before = process.threadCpuUsage();
    await setTimeout(1);
    const { user, system } = process.threadCpuUsage(before);
    stall = Math.max(stall, (user + system) / 1000);
  }
}

/** A portal without SQL that returns this many records with different values, in batches of some megabytes. */
async function countAll(type: string, records: number, batch: number, valueOf: (place: number) => ExactValue) {
  const field = { id: 'value', type };
  const client = { dialect: { hasRanges: false } } as unknown as DatastoreClient;
  const readAll = async function* () {
    for (let first = 0; first < records; first += batch) {
      await setImmediate();
      lookAtHeap();
      const length = Math.min(batch, records - first);
      yield { fields: [field], rows: Array.from({ length }, (_, at): RecordRow => [valueOf(first + at)]) };
    }
  };
  const query = { resourceId: 'r' };
  const asked = { client, query, fields: [field], field, total: records, readAll, onRead: lookAtHeap };
  const { statistics } = await allStatistics(asked, signal);
  const { distinct, min, max, mean, hasLongNumbers } = statistics;
  return { distinct, min, max, mean, hasLongNumbers, first: statistics.bars[0]?.label };
}

const longText = Buffer.alloc(20_000, 'x');

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  texts: () =>
    countAll('text', MOST_READ, 300, (place) => {
      longText.writeUInt32LE(place, longText.length - 4);
      return longText.toString('latin1');
    }),
  numbers: () =>
    countAll('numeric', MOST_READ, 30_000, (place) => new ExactNumber(`${String(place * 7919)}.00${String(place)}`)),
  manyDigits: () =>
    countAll('numeric', 30_000, 1500, (place) => new ExactNumber(String(place + 10_000).padEnd(2000, '7'))),
  mostDigits: async () => {
    const rows = Array.from({ length: 20 }, (_, at): RecordRow => [
      new ExactNumber(String(at + 10).padEnd(500_000, '7')),
    ]);
    const fields = [{ id: 'value', type: 'numeric' }];
    const tally = await tallyLoaded({ loadedRows: () => [{ first: 0, rows }] }, 0, 'number', signal);
    const selected = { fields, rows: () => Promise.resolve(rows) };
    const range = { firstRow: 0, lastRow: rows.length, fields: [0] };
    const { distinct, min, hasLongNumbers } = await statisticsOf(
      tally,
      { id: 'value', kind: 'number', hasRanges: true },
      signal,
    );
    return { distinct, min, hasLongNumbers, selection: await summarize(selected, range, signal) };
  },
};

const watched = watchTurns();
const outcome = await cases[process.argv[2] ?? '']?.().catch((error: unknown) => String(error));
lookAtHeap();
watching.abort();
await watched;
const counted: Counted = { outcome, heapMb: heap / 2 ** 20, stallMs: stall };
process.stdout.write(JSON.stringify(counted));
