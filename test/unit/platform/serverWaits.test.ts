import assert from 'node:assert/strict';
import type { Wait } from '../../../src/http/originGate.ts';
import { type RunningWait, ServerWaits } from '../../../src/platform/serverWaits.ts';
import { people } from '../../support/host/vscode.ts';

describe('waits that servers ask for', () => {
  beforeEach(() => people.forget());
  afterEach(() => people.forget());

  function busy(host = 'portal.test', ms = 30_000, reason?: number) {
    const tried: string[] = [];
    const wait: Wait = { host, ms, ...(reason !== undefined && { reason }), tryNow: () => void tried.push(host) };
    return { wait, tried };
  }

  it('are told once for each server, whatever waits for it, until all of that is over', () => {
    const { onWait } = new ServerWaits();
    const overs = [onWait(busy().wait), onWait(busy().wait), onWait(busy('other.test').wait)];
    assert.equal(people.asked.length, 2);
    assert.match(people.asked[0]?.text ?? '', /^portal\.test is busy and asks to wait until .*\d\d/);
    overs[0]?.();
    onWait(busy().wait);
    assert.equal(people.asked.length, 2);
    const again = new ServerWaits();
    again.onWait(busy().wait)();
    again.onWait(busy().wait);
    assert.equal(people.asked.length, 4);
  });

  for (const [what, ms, reason] of [
    ['they are over at once', 2000, undefined],
    ['no server asked for them', 30_000, 502],
  ] as const)
    it(`are not told where ${what}`, () => {
      new ServerWaits().onWait(busy('portal.test', ms, reason).wait);
      assert.deepEqual(people.asked, []);
    });

  /** A display of waits, which stores the seconds left. */
  function watching(waits: ServerWaits, isSeen: boolean) {
    const shown: (number | undefined)[] = [];
    const watcher = {
      isSeen: () => isSeen,
      show: (wait: RunningWait | undefined) =>
        void shown.push(wait && Math.round((wait.until - performance.now()) / 1000)),
    };
    return { shown, watch: waits.watch('portal.test', watcher) };
  }

  for (const [what, isSeen, messages] of [
    ['are not told where a panel shows them', true, 0],
    ['are told where the panel that shows them is hidden', false, 1],
  ] as const)
    it(what, () => {
      const waits = new ServerWaits();
      const { shown } = watching(waits, isSeen);
      waits.onWait(busy().wait)();
      assert.deepEqual([shown, people.asked.length], [[undefined, 30, undefined], messages]);
    });

  it('are shown by the last one to end, which ends all with Try Now', () => {
    const waits = new ServerWaits();
    const [long, short] = [busy('portal.test', 30_000), busy('portal.test', 2000, 502)];
    const overs = [long, short, busy('other.test', 60_000)].map(({ wait }) => waits.onWait(wait));
    const { shown } = watching(waits, true);
    let last: RunningWait | undefined;
    waits.watch('portal.test', { isSeen: () => true, show: (wait) => (last = wait) });
    last?.tryNow();
    assert.deepEqual([long.tried.length, short.tried.length], [1, 1]);
    overs[0]?.();
    overs[1]?.();
    assert.deepEqual(shown, [30, 2, undefined]);
  });

  it('are shown no more once no caller wants to', () => {
    const waits = new ServerWaits();
    const { shown, watch } = watching(waits, true);
    watch.dispose();
    waits.onWait(busy().wait);
    assert.deepEqual([shown, people.asked.length], [[undefined], 1]);
  });

  it('end with Try Now', async () => {
    people.answer = () => 'Try Now';
    const { wait, tried } = busy();
    new ServerWaits().onWait(wait);
    await new Promise(setImmediate);
    assert.deepEqual(tried, ['portal.test']);
  });
});
