import assert from 'node:assert/strict';
import { type AskPage, TreeBranch } from '../../../../src/tree/catalog/treeBranch.ts';

interface Item {
  readonly id: string;
}

const item = (place: number): Item => ({ id: `item-${place}` });

/** `length` items in pages. `asked` stores the requests. */
function listOf(length: number, { cap = 1000 } = {}) {
  const asked: string[] = [];
  const ask: AskPage<Item> = (start, rows, signal) => {
    signal.throwIfAborted();
    asked.push(`${start}+${rows}`);
    const end = Math.min(length, start + Math.min(rows, cap));
    const items = Array.from({ length: Math.max(0, end - start) }, (_, place) => item(start + place));
    return Promise.resolve({ items, total: length, ...(end < length && { next: end }) });
  };
  return { asked, ask };
}

const SIZE = { page: 100, most: 5000 };

/** Answers when the test says so. */
function heldBack() {
  const calls: PromiseWithResolvers<{ readonly items: readonly Item[]; readonly next?: number }>[] = [];
  const signals: AbortSignal[] = [];
  const ask: AskPage<Item> = (_start, _rows, signal) => {
    const call = Promise.withResolvers<{ readonly items: readonly Item[] }>();
    signals.push(signal);
    calls.push(call);
    return call.promise;
  };
  return { calls, signals, ask };
}

describe('a branch of the tree', () => {
  it('asks for one page at first, and for nothing until then', async () => {
    const { asked, ask } = listOf(250);
    const branch = new TreeBranch(ask, SIZE);
    assert.deepEqual([asked, branch.rows, branch.hasMore], [[], [], false]);
    await Promise.all([branch.load(), branch.load()]);
    await branch.load();
    assert.deepEqual(asked, ['0+100']);
    assert.deepEqual([branch.rows.length, branch.total, branch.hasMore], [100, 250, true]);
  });

  it('adds one page at a time, to the end', async () => {
    const { asked, ask } = listOf(250);
    const branch = new TreeBranch(ask, SIZE);
    await branch.load();
    await branch.more();
    assert.equal(branch.rows.length, 200);
    await branch.more();
    assert.deepEqual([branch.rows.length, branch.hasMore, branch.isCut], [250, false, false]);
    await branch.more();
    assert.deepEqual(asked, ['0+100', '100+100', '200+100']);
  });

  it('shows a list that comes whole by pages too, without asking again', async () => {
    let asked = 0;
    const items = Array.from({ length: 230 }, (_, place) => item(place));
    const branch = new TreeBranch(() => {
      asked++;
      return Promise.resolve({ items });
    }, SIZE);
    await branch.load();
    assert.deepEqual([branch.rows.length, branch.hasMore], [100, true]);
    await branch.more();
    await branch.more();
    assert.deepEqual([branch.rows.length, branch.hasMore, asked], [230, false, 1]);
  });

  it('takes the steps of a portal that gives less than it is asked for', async () => {
    const { asked, ask } = listOf(150, { cap: 60 });
    const branch = new TreeBranch(ask, SIZE);
    await branch.load();
    assert.equal(branch.rows.length, 60);
    await branch.more();
    await branch.more();
    assert.deepEqual(asked, ['0+100', '60+100', '120+100']);
    assert.deepEqual([branch.rows.length, branch.hasMore], [150, false]);
  });

  it('is asked anew for as much as is shown, which stays until the answer is there', async () => {
    const { asked, ask } = listOf(1000);
    const branch = new TreeBranch(ask, SIZE);
    await branch.load();
    await branch.more();
    await branch.more();
    branch.outdate();
    assert.equal(branch.rows.length, 300);
    asked.splice(0);
    await branch.load();
    assert.deepEqual(asked, ['0+300']);
    assert.deepEqual([branch.rows.length, branch.hasMore], [300, true]);
  });

  it('ends where a portal gives the same page again and again', async () => {
    const same = { items: [item(0), item(1)], next: 2, total: 1000 };
    const branch = new TreeBranch(() => Promise.resolve(same), SIZE);
    await branch.load();
    assert.equal(branch.hasMore, true);
    await branch.more();
    assert.deepEqual([branch.rows.length, branch.hasMore, branch.isCut], [2, false, false]);
  });

  it('lists none twice, even if one page has it twice', async () => {
    const branch = new TreeBranch(() => Promise.resolve({ items: [item(0), item(0), item(1)] }), SIZE);
    await branch.load();
    assert.deepEqual(branch.rows, [item(0), item(1)]);
  });

  it('asks once a step where a page has nothing that can be read', async () => {
    let asked = 0;
    const branch = new TreeBranch(() => {
      asked++;
      return Promise.resolve({ items: [], next: asked * 100, total: 1e9 });
    }, SIZE);
    await branch.load();
    assert.deepEqual([asked, branch.hasMore], [1, true]);
    await branch.more();
    assert.equal(asked, 2);
  });

  it('ends at a number of rows that are too many to read', async () => {
    const { ask } = listOf(100_000);
    const branch = new TreeBranch(ask, { page: 100, most: 300 });
    await branch.load();
    for (let step = 0; step < 5; step++) await branch.more();
    assert.deepEqual([branch.rows.length, branch.hasMore, branch.isCut], [300, false, true]);
  });

  it('keeps its rows when it fails, and isn’t asked again until people want it', async () => {
    const { ask } = listOf(50);
    let isDown = false;
    let asked = 0;
    const branch = new TreeBranch<Item>((...page) => {
      asked++;
      return isDown ? Promise.reject(new Error('down')) : ask(...page);
    }, SIZE);
    await branch.load();
    isDown = true;
    branch.outdate();
    await branch.load();
    await branch.load();
    assert.deepEqual([branch.rows.length, asked, branch.failure?.isOfMore], [50, 2, false]);
    assert.match(String(branch.failure?.error), /down/);
    isDown = false;
    await branch.tryAgain();
    assert.deepEqual([branch.rows.length, asked, branch.failure], [50, 3, undefined]);
  });

  it('asks for the next page again when that failed, and keeps those before it', async () => {
    const { asked, ask } = listOf(250);
    let isDown = false;
    const branch = new TreeBranch<Item>((...page) => (isDown ? Promise.reject(new Error('down')) : ask(...page)), SIZE);
    await branch.load();
    isDown = true;
    await branch.more();
    assert.deepEqual([branch.rows.length, branch.failure?.isOfMore, branch.hasMore], [100, true, true]);
    isDown = false;
    await branch.tryAgain();
    assert.deepEqual([branch.rows.length, branch.failure, asked.at(-1)], [200, undefined, '100+100']);
  });

  it('is cancelled: the request ends, nothing is said, and the next load asks', async () => {
    const { calls, signals, ask } = heldBack();
    const branch = new TreeBranch(ask, SIZE);
    const loading = branch.load();
    branch.cancel();
    assert.equal(signals[0]?.aborted, true);
    assert.deepEqual([branch.isLoading, branch.isSettled], [false, false]);
    const again = branch.load();
    // The answer comes too late, because the load was cancelled.
    calls[0]?.resolve({ items: [item(0)] });
    await loading;
    assert.deepEqual([branch.rows, branch.isLoading, branch.failure], [[], true, undefined]);
    calls[1]?.resolve({ items: [item(1)] });
    await again;
    assert.deepEqual([branch.rows, branch.isLoading], [[item(1)], false]);
  });

  it('stays listed when the next page is cancelled', async () => {
    const { calls, ask } = heldBack();
    const branch = new TreeBranch(ask, SIZE);
    const loading = branch.load();
    calls[0]?.resolve({ items: [item(0)], next: 1 });
    await loading;
    void branch.more();
    assert.equal(branch.isLoadingMore, true);
    branch.cancel();
    assert.deepEqual([branch.rows, branch.isSettled, branch.hasMore], [[item(0)], true, true]);
  });
});
