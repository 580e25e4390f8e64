import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import {
  type HistoryEntry,
  historyGroups,
  type HistoryRun,
  isStorable,
  lastingEntries,
  withRun,
} from '../../../../src/kept/history/historyEntry.ts';
import { Redactor } from '../../../../src/base/secretText.ts';

const DAY = 86_400_000;
const NOW = new Date(2026, 2, 10, 15, 30);

function run(resourceId: string, at = 0, more: Partial<HistoryRun> = {}): HistoryRun {
  return { portalId: 'city', portal: 'City', label: resourceId, query: { resourceId }, at, elapsedMs: 1, ...more };
}

const entry = (id: string, at: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...run(id, at),
  id,
  ...more,
});
const labels = (entries: readonly HistoryEntry[]) => entries.map(({ label }) => label);

describe('the list of queries', () => {
  it('has each query once, the latest run first, with its name and pin', () => {
    let entries: readonly HistoryEntry[] = [];
    for (const each of [run('one', 1), run('two', 2)]) entries = withRun(entries, each);
    entries = entries.map((each) => (each.label === 'one' ? { ...each, name: 'First', isPinned: true } : each));
    const id = entries.find(({ name }) => name === 'First')?.id;
    entries = withRun(entries, run('one', 3, { count: 7 }));
    assert.deepEqual(labels(entries), ['one', 'two']);
    assert.deepEqual(entries[0], { ...run('one', 3, { count: 7 }), id, name: 'First', isPinned: true });
  });

  it('takes equal queries to other portals and resources, and other filters, for other ones', () => {
    const filtered: DatastoreQuery = { resourceId: 'one', filters: conditionsOf('{"city":"Bern"}') };
    const runs = [run('one'), run('two'), run('one', 0, { portalId: 'land' }), run('one', 0, { query: filtered })];
    const all = runs.reduce<readonly HistoryEntry[]>(withRun, []);
    assert.equal(all.length, 4);
    assert.equal(new Set(all.map(({ id }) => id)).size, 4);
  });

  it('takes filters that are written in another way for the same query', () => {
    const [one, other] = ['{"city":"Bern"}', '{ "city" : "Bern" }'].map((json) =>
      run('one', 0, { query: { resourceId: 'one', filters: conditionsOf(json) } }),
    );
    assert.equal([one!, other!].reduce<readonly HistoryEntry[]>(withRun, []).length, 1);
  });
});

describe('what the history keeps', () => {
  it('is 90 days; pinned queries stay', () => {
    const entries = [0, 89, 90, 91, 400].map((days) => entry(String(days), 500 * DAY - days * DAY));
    const pinned = entry('pinned', 0, { isPinned: true });
    assert.deepEqual(labels(lastingEntries([...entries, pinned], 500 * DAY)), ['0', '89', 'pinned']);
  });

  it('is at most 1,000 queries, of which the oldest that aren’t pinned go first', () => {
    const entries = Array.from({ length: 1200 }, (_, index) =>
      entry(String(index), 2000 - index, index === 1199 ? { isPinned: true } : {}),
    );
    const lasting = lastingEntries(entries, 2000);
    assert.equal(lasting.length, 1000);
    assert.deepEqual(labels(lasting.slice(-2)), ['998', '1199']);
  });

  it('is a few megabytes of queries', () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      entry(String(index), 100 - index, { query: { resourceId: String(index), q: 'x'.repeat(90_000) } }),
    );
    const lasting = lastingEntries(entries, 100);
    assert.ok(lasting.length > 40 && lasting.length < 50, String(lasting.length));
    assert.equal(lasting[0]?.label, '0');
  });
});

describe('a query that may be stored', () => {
  const redactor = new Redactor();
  redactor.hide('4f0ac1d2-an-old-api-key');
  const isKept = (query: Partial<DatastoreQuery>, label = 'Lessons') =>
    isStorable({ resourceId: 'lessons', ...query }, label, (text) => redactor.redact(text));
  const filters = (json: string) => ({ filters: conditionsOf(json) });

  const kept: readonly Partial<DatastoreQuery>[] = [
    {},
    { q: 'draw' },
    { q: 'token' },
    filters('{"city":"Bern","amount":{"gte":12345678901234567890.5}}'),
    filters('{"mail":"a@b.example"}'),
  ];
  for (const query of kept) it(`is ${JSON.stringify(query)}`, () => assert.equal(isKept(query), true));

  const leftOut: readonly Partial<DatastoreQuery>[] = [
    { q: '4f0ac1d2-an-old-api-key' },
    { q: 'Authorization: abc123' },
    { q: `eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2ln` },
    { q: 'curl -u me:secret https://data.example.org' },
    filters('{"password":"hunter2"}'),
    filters('{"link":"https://me:secret@data.example.org/"}'),
    filters('{"link":["https://data.example.org/?api_key=abc"]}'),
    { q: 'x'.repeat(100_001) },
    filters('no JSON'),
  ];
  for (const query of leftOut)
    it(`isn't ${JSON.stringify(query).slice(0, 80)}`, () => assert.equal(isKept(query), false));

  it("isn't one whose resource is named like a secret", () => {
    assert.equal(isKept({}, 'https://me:secret@data.example.org/'), false);
  });
});

describe('the groups of the history', () => {
  const at = (days: number, hour = 12) => new Date(2026, 2, 10 - days, hour).getTime();

  it('are days of this machine’s time zone, then a week, then all before; pinned ones come first', () => {
    const entries = [
      entry('now', NOW.getTime()),
      entry('morning', at(0, 0)),
      entry('late', at(1, 23)),
      entry('pinned', at(30), { isPinned: true }),
      entry('week', at(7, 0)),
      entry('old', at(8)),
    ];
    assert.deepEqual(
      historyGroups(entries, NOW).map(({ period, entries: those }) => [period, ...labels(those)]),
      [
        ['pinned', 'pinned'],
        ['today', 'now', 'morning'],
        ['yesterday', 'late'],
        ['week', 'week'],
        ['older', 'old'],
      ],
    );
  });

  it('hold each entry once, in its order', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: -400, max: 5 }), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(any, (days) => {
        const entries = days.map(([day, isPinned], index) =>
          entry(String(index), Math.max(0, NOW.getTime() + day * DAY), isPinned ? { isPinned } : {}),
        );
        const grouped = historyGroups(entries, NOW).flatMap((group) => group.entries);
        assert.deepEqual(new Set(grouped), new Set(entries));
        assert.equal(grouped.length, entries.length);
      }),
    );
  });

  it('are none of an empty history', () => assert.deepEqual(historyGroups([], NOW), []));
});
