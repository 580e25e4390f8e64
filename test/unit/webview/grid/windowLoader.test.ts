import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { type Rows, WindowLoader } from '../../../../src/webview/grid/windowLoader.ts';
import { until } from '../../../../tools/vscode/until.ts';

const SIZE = 100;

interface Question {
  readonly first: number;
  readonly last: number;
  readonly signal: AbortSignal;
  readonly answer: (rows?: Rows) => Promise<void>;
  readonly fail: () => Promise<void>;
  isOpen: boolean;
}

describe('WindowLoader', () => {
  let asked: Question[];
  let changes: [number, number][];

  /** A source that answers on request. Row 7 is `[7]`. */
  function loaderOver(count: number, head: Rows = [], restMs = 0): WindowLoader {
    asked = [];
    changes = [];
    return new WindowLoader({
      count,
      head,
      size: SIZE,
      restMs,
      onDidChange: (first, last) => changes.push([first, last]),
      getRows: (first, last, signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<Rows>();
        const all = Array.from({ length: last - first }, (_, index) => [first + index]);
        const close = async (end: () => void) => {
          question.isOpen = false;
          end();
          await setImmediate();
        };
        const question: Question = {
          first,
          last,
          signal,
          answer: (rows = all) => close(() => resolve(rows)),
          fail: () => close(() => reject(new Error('The server closed the connection'))),
          isOpen: true,
        };
        signal.addEventListener('abort', () => (question.isOpen = false));
        asked.push(question);
        return promise;
      },
    });
  }
  const open = () => asked.filter(({ isOpen }) => isOpen).map(({ first, last }) => [first, last]);
  const last = () => asked.at(-1)!;

  it('asks for nothing that it was given at the start', () => {
    const loader = loaderOver(
      250,
      Array.from({ length: 250 }, (_, row) => [row]),
    );
    for (const first of [0, 100, 220]) loader.want(first, first + 30);
    assert.deepEqual(asked, []);
    assert.deepEqual([loader.row(0), loader.row(249)], [[0], [249]]);
  });

  it('shows what it was given while it asks for the rest of a window', async () => {
    const loader = loaderOver(
      1000,
      Array.from({ length: 30 }, (_, row) => [row]),
    );
    loader.want(0, 40);
    assert.deepEqual(open(), [[0, 100]]);
    assert.deepEqual([loader.row(29), loader.row(30)], [[29], 'loading']);
    await asked[0]!.answer();
    assert.deepEqual(loader.row(30), [30]);
  });

  it('asks for the window in view, and shows its rows when they come', async () => {
    const loader = loaderOver(1000);
    loader.want(0, 30);
    assert.deepEqual(open(), [[0, 100]]);
    assert.equal(loader.row(7), 'loading');
    await asked[0]!.answer();
    assert.deepEqual(loader.row(7), [7]);
    assert.deepEqual(changes, [[0, 100]]);
  });

  it('asks for both windows of a view that lies across two', () => {
    loaderOver(1000).want(90, 120);
    assert.deepEqual(open(), [
      [0, 100],
      [100, 200],
    ]);
  });

  it('asks for nothing beyond the last row', () => {
    loaderOver(250).want(240, 270);
    assert.deepEqual(open(), [[200, 250]]);
  });

  it('asks for nothing when there is nothing', () => {
    const loader = loaderOver(0);
    loader.want(0, 30);
    assert.deepEqual(open(), []);
  });

  it('asks for no window twice at once', () => {
    const loader = loaderOver(1000);
    for (let row = 0; row < 60; row++) loader.want(row, row + 30);
    assert.equal(asked.length, 1);
  });

  it('asks for no window again that it has', async () => {
    const loader = loaderOver(100);
    loader.want(0, 30);
    await last().answer();
    loader.want(0, 30);
    assert.equal(asked.length, 1);
  });

  describe('prefetch', () => {
    it('takes the next window downwards, once those in view are there', async () => {
      const loader = loaderOver(1000);
      loader.want(0, 30);
      await last().answer();
      assert.deepEqual(open(), [[100, 200]]);
    });

    it('leaves time to draw what is in view', async () => {
      const loader = loaderOver(1000, [], 20);
      loader.want(0, 30);
      await last().answer();
      assert.deepEqual(open(), []);
      await until(() => asked.length === 2, 'the next window is asked for');
      assert.deepEqual(open(), [[100, 200]]);
    });

    it('takes the other rows of a window in view first, once what is in view is drawn', async () => {
      const head = Array.from({ length: 40 }, (_, row) => [row]);
      const loader = loaderOver(1000, head, 20);
      loader.want(0, 30);
      assert.deepEqual(open(), []);
      await until(() => asked.length === 1, 'the other rows are asked for');
      assert.deepEqual(open(), [[0, 100]]);
      loader.stopAhead();
      assert.deepEqual([open(), loader.row(39), loader.row(40)], [[], [39], 'loading']);
      loader.want(1, 31);
      await until(() => asked.length === 2, 'they are asked for again');
      await last().answer();
      await until(() => asked.length === 3, 'the next window follows');
      assert.deepEqual([open(), loader.row(99)], [[[100, 200]], [99]]);
    });

    it('turns with the scroll', async () => {
      const loader = loaderOver(1000);
      loader.want(530, 560);
      await last().answer();
      assert.deepEqual(open(), [[600, 700]]);
      loader.want(520, 550);
      assert.deepEqual(open(), [[400, 500]]);
      assert.equal(asked[1]!.signal.aborted, true);
    });

    it('is not repeated for each step when it fails', async () => {
      const loader = loaderOver(1000);
      loader.want(0, 30);
      await last().answer();
      await last().fail();
      for (let row = 1; row < 50; row++) loader.want(row, row + 30);
      assert.equal(asked.length, 2);
    });
  });

  describe('when the view jumps', () => {
    it('aborts what is no longer needed and asks for what is', async () => {
      const loader = loaderOver(1_000_000);
      loader.want(0, 30);
      loader.want(500_000, 500_030);
      assert.equal(asked[0]!.signal.aborted, true);
      await until(() => open().length > 0, 'the new window is asked for');
      assert.deepEqual(open(), [[500_000, 500_100]]);
    });

    it('asks at once after a window that was answered', async () => {
      const loader = loaderOver(1_000_000);
      loader.want(0, 30);
      await last().answer();
      loader.want(500_000, 500_030);
      assert.deepEqual(open(), [[500_000, 500_100]]);
    });

    it('asks for few of the windows that a drag flies over, and for the last one', async () => {
      const loader = loaderOver(1_000_000);
      const start = performance.now();
      for (let step = 0; step <= 500; step++) loader.want(step * 1000, step * 1000 + 30);
      const most = 3 + (performance.now() - start) / 50;
      await until(() => last().first === 500_000, 'the last window is asked for');
      assert(asked.length <= most, `${String(asked.length)} windows asked for`);
      assert.deepEqual(open(), [[500_000, 500_100]]);
    });

    it('drops an answer that comes all the same', async () => {
      const loader = loaderOver(1_000_000);
      loader.want(0, 30);
      loader.want(500_000, 500_030);
      await asked[0]!.answer();
      assert.deepEqual(changes, []);
      assert.equal(loader.row(0), 'loading');
      loader.dispose();
    });
  });

  describe('when a window fails', () => {
    it('says so in its rows, and asks again only when told to', async () => {
      const loader = loaderOver(1000);
      loader.want(0, 30);
      await last().fail();
      assert.equal(loader.row(7), 'failed');
      assert.deepEqual(changes, [[0, 100]]);
      loader.want(1, 31);
      assert.equal(asked.length, 1);
      loader.retry(7);
      assert.equal(loader.row(7), 'loading');
      await last().answer();
      assert.deepEqual(loader.row(7), [7]);
    });

    it('asks again when the view comes back to it', async () => {
      const loader = loaderOver(100_000);
      loader.want(0, 30);
      await last().fail();
      loader.want(50_000, 50_030);
      await last().answer();
      loader.want(0, 30);
      assert.deepEqual(open(), [[0, 100]]);
    });

    it('takes a source that throws at once like one that rejects', async () => {
      const loader = new WindowLoader({
        count: 10,
        size: SIZE,
        onDidChange: () => undefined,
        getRows: () => {
          throw new Error('No');
        },
      });
      loader.want(0, 10);
      await setImmediate();
      assert.equal(loader.row(0), 'failed');
    });
  });

  describe('when the source has fewer rows than it said', () => {
    it('shows that there are none, without asking on and on', async () => {
      const loader = loaderOver(1000);
      loader.want(0, 30);
      await last().answer([[0], [1]]);
      assert.deepEqual(loader.row(1), [1]);
      assert.equal(loader.row(2), 'absent');
      loader.want(1, 31);
      assert.deepEqual(open(), [[100, 200]]);
    });
  });

  describe('when rows are added', () => {
    it('asks for the rest of a window that was the last one', async () => {
      const loader = loaderOver(50);
      loader.want(0, 60);
      await last().answer();
      loader.setCount(80);
      assert.deepEqual(open(), [[0, 80]]);
      assert.deepEqual(loader.row(49), [49], 'what was there stays meanwhile');
      assert.equal(loader.row(60), 'loading');
      await last().answer();
      assert.deepEqual(loader.row(79), [79]);
    });

    it('asks for nothing that is not wanted', async () => {
      const loader = loaderOver(1000);
      loader.want(0, 30);
      await last().answer();
      await last().answer();
      loader.setCount(2000);
      assert.equal(asked.length, 2);
    });
  });

  it('keeps a bounded number of windows, those last seen', async () => {
    const loader = loaderOver(1_000_000);
    for (let index = 0; index < 200; index++) {
      loader.want(index * SIZE, index * SIZE + 30);
      for (const question of asked.filter(({ isOpen }) => isOpen)) await question.answer();
    }
    const kept = Array.from({ length: 200 }, (_, index) => index).filter(
      (index) => loader.row(index * SIZE) !== 'loading',
    );
    assert(kept.length <= 8, `${String(kept.length)} windows kept`);
    assert.equal(kept.at(-1), 199);
  });

  it('aborts everything when it is disposed, and tells nothing after', async () => {
    const loader = loaderOver(1000);
    loader.want(90, 120);
    loader.dispose();
    assert.deepEqual(open(), []);
    await asked[0]!.answer();
    assert.deepEqual(changes, []);
  });

  it('shows the right rows after any walk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20_000), { maxLength: 30 }),
        fc.infiniteStream(fc.boolean()),
        async (walk, fates) => {
          const loader = loaderOver(20_000);
          for (const row of walk) {
            loader.want(row, row + 40);
            for (const question of asked.filter(({ isOpen }) => isOpen))
              await (fates.next().value ? question.answer() : question.fail());
            for (let shown = row; shown < row + 40; shown++) {
              const state = loader.row(shown);
              if (typeof state !== 'string') assert.deepEqual(state, [shown]);
            }
          }
          loader.dispose();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('stops what is out of view for a newer question, and asks for it again once people scroll', async () => {
    const loader = loaderOver(1000);
    loader.want(0, 30);
    await last().answer();
    loader.want(0, 30);
    assert.deepEqual(open(), [[100, 200]]);
    loader.stopAhead();
    assert.deepEqual(open(), []);
    loader.want(150, 180);
    assert.deepEqual(open(), [[100, 200]]);
  });
});
