/**
 * Fifty clients at a time, each with questions of its own about a table `n`, `name`. Every engine has to answer all of
 * them.
 */
import assert from 'node:assert/strict';
import type { AskedServer } from '../drivers/askedServer.ts';

const CLIENTS = 50;

/** The records of the table. */
export const CROWD_RECORDS = Array.from({ length: CLIENTS }, (_, at) => ({
  n: at + 1,
  name: `name ${String(at + 1)}`,
}));

/** Questions that each find the client's own record. */
function questionsOf(n: number): readonly Readonly<Record<string, unknown>>[] {
  return [
    { filters: { n } },
    { q: `name ${String(n)}`, filters: { n: { gte: n } }, sort: 'n', limit: 1 },
    { filters: { $or: [{ n }] }, sort: 'name desc' },
    { offset: n - 1, limit: 1, sort: 'n' },
    { fields: 'n', distinct: true, sort: 'n', filters: { n }, include_total: true },
  ];
}

export function crowd(served: () => AskedServer, table: string): void {
  it('50 clients at once, each with questions of its own, all get their answers', async () => {
    const clients = CROWD_RECORDS.map(({ n }) => n);
    const answers = await Promise.all(
      clients.map(async (n) => {
        const found: unknown[] = [];
        for (const query of questionsOf(n)) found.push(await served().values(table, 'n', query));
        return found;
      }),
    );
    assert.deepEqual(
      answers,
      clients.map((n) => questionsOf(n).map(() => [n])),
    );
  });
}
