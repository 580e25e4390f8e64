import assert from 'node:assert/strict';
import type { Wait } from '../../../src/http/originGate.ts';
import { ServerWaits } from '../../../src/platform/serverWaits.ts';
import { people } from '../../support/host/vscode.ts';

describe('waits that servers ask for', () => {
  beforeEach(() => people.forget());
  afterEach(() => people.forget());

  function busy(host = 'portal.test', ms = 30_000) {
    const tried: string[] = [];
    const wait: Wait = { host, ms, tryNow: () => void tried.push(host) };
    return { wait, tried };
  }

  it('are told once for each server, whatever waits for it, until all of that is over', () => {
    const { onWait } = new ServerWaits();
    const overs = [onWait(busy().wait), onWait(busy().wait), onWait(busy('other.test').wait)];
    assert.equal(people.asked.length, 2);
    assert.match(people.asked[0]?.text ?? '', /^portal\.test is busy, and asks to wait until .*\d\d/);
    overs[0]?.();
    onWait(busy().wait);
    assert.equal(people.asked.length, 2);
    const again = new ServerWaits();
    again.onWait(busy().wait)();
    again.onWait(busy().wait);
    assert.equal(people.asked.length, 4);
  });

  it('are not told where they are over at once', () => {
    new ServerWaits().onWait(busy('portal.test', 2000).wait);
    assert.deepEqual(people.asked, []);
  });

  it('end with Try Now', async () => {
    people.answer = () => 'Try Now';
    const { wait, tried } = busy();
    new ServerWaits().onWait(wait);
    await new Promise(setImmediate);
    assert.deepEqual(tried, ['portal.test']);
  });
});
