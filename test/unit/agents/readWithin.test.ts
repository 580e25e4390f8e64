import assert from 'node:assert/strict';
import type { AgentResource } from '../../../src/agents/agentCall.ts';
import { AgentBudget } from '../../../src/agents/agentBudget.ts';
import { readWithin, shareOfRead } from '../../../src/agents/readWithin.ts';
import type { PageWindow } from '../../../src/datastore/dialect/pageWindow.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { DatastoreError } from '../../../src/datastore/wire/errors.ts';

interface FakeTable {
  readonly records: number;
  readonly fields: number;
  readonly counts?: boolean;
  readonly ignoresOffsets?: boolean;
  readonly failsFrom?: number;
}

/** A portal whose records are all the same, except for their first value. */
function resourceOf({ records, fields, counts = true, ignoresOffsets = false, failsFrom = Infinity }: FakeTable) {
  const list = Array.from({ length: fields }, (_, at) => ({ id: `f${String(at)}`, type: 'int4' }));
  const rest = Array.from({ length: fields - 1 }, () => 1);
  const client = {
    fields: () => Promise.resolve(list),
    search: (query: DatastoreQuery, { offset = 0, limit = query.limit ?? 0 }: Partial<PageWindow> = {}) => {
      if (offset >= failsFrom) return Promise.reject(new DatastoreError('server', 'ckan.test'));
      const start = ignoresOffsets ? 0 : offset;
      const rows = Array.from({ length: Math.min(limit, Math.max(0, records - start)) }, (_, at) => [
        start + at,
        ...rest,
      ]);
      const size = rows.length * fields * 2;
      return Promise.resolve({ fields: list, rows, size, totalIsEstimate: !counts, total: records });
    },
  };
  return { client, resourceId: 'r' } as unknown as AgentResource;
}

describe('Reading within a budget', () => {
  const cases: readonly (readonly [
    what: string,
    table: FakeTable,
    records: number,
    isWhole: boolean,
    words: RegExp,
  ])[] = [
    ['all records of a table', { records: 45_000, fields: 3 }, 45_000, true, /45000 records of 45000 \(100 %\)/],
    ['no records', { records: 0, fields: 3 }, 0, true, /the first 0 records were read/],
    [
      'up to two million values',
      { records: 50_000, fields: 100 },
      20_000,
      false,
      /20000 records of 50000 \(40 %\)[^]*2 million values/,
    ],
    [
      'what comes before a failure',
      { records: 500, fields: 2, failsFrom: 100 },
      100,
      false,
      /100 records of 500 \(20 %\)[^]*returned no more/,
    ],
    [
      'one page of a portal that ignores offsets',
      { records: 500, fields: 2, ignoresOffsets: true },
      100,
      false,
      /returned no more/,
    ],
    [
      'to the end of a portal that does not count',
      { records: 300, fields: 2, counts: false },
      300,
      true,
      /the first 300 records were read/,
    ],
  ];
  for (const [what, table, records, isWhole, words] of cases)
    it(`reads ${what}`, async () => {
      const budget = new AgentBudget().begin(new AbortController().signal);
      const seen: unknown[] = [];
      const read = await readWithin(resourceOf(table), {}, { budget, signal: budget.signal }, (_, rows) => {
        seen.push(...rows.map(([first]) => first));
      });
      budget.end();
      assert.deepEqual(
        [read.records, read.isWhole, seen.length, new Set(seen).size],
        [records, isWhole, records, records],
      );
      assert.match(shareOfRead(read), words);
    });

  it('fails like the first page', async () => {
    const budget = new AgentBudget().begin(new AbortController().signal);
    const asked = readWithin(
      resourceOf({ records: 5, fields: 1, failsFrom: 0 }),
      {},
      { budget, signal: budget.signal },
      () => undefined,
    );
    await assert.rejects(asked, DatastoreError);
    budget.end();
  });
});
