import assert from 'node:assert/strict';
import type { FormView } from '../../../../src/messages/formProtocol.ts';
import { servedForm } from '../../../../src/webview/form/servedForm.ts';
import { draft, portals } from './draftSamples.ts';

describe('the calls of the host', () => {
  const seen: unknown[] = [];
  const view: FormView = {
    show: (shown) => seen.push(shown),
    settle: (before, settled) => seen.push(before, settled) > 0,
    portals: (choices) => seen.push(choices),
    runState: (state) => seen.push(state),
    focus: () => seen.push('focus'),
  };
  const served = servedForm(Promise.resolve(view));

  it('reach the form', async () => {
    const { signal } = new AbortController();
    await served.show.run(...served.show.check([draft()]), signal);
    await served.settle.run(...served.settle.check([draft(), { ...draft(), q: 'x' }]), signal);
    await served.portals.run(...served.portals.check([portals]), signal);
    await served.runState.run(...served.runState.check([{ kind: 'running' }]), signal);
    await served.focus.run(...served.focus.check([]), signal);
    assert.deepEqual(seen, [draft(), draft(), { ...draft(), q: 'x' }, portals, { kind: 'running' }, 'focus']);
  });

  const refused = [
    ['show', undefined],
    ['show', { ...draft(), q: 5 }],
    ['show', { ...draft(), filterRows: {} }],
    ['settle', draft()],
    ['portals', [{}]],
    ['portals', {}],
    ['runState', { kind: 'other' }],
    ['runState', { kind: 'failed' }],
  ] as const;
  for (const [method, argument] of refused)
    it(`${method}(${JSON.stringify(argument)}) does not`, () =>
      assert.throws(() => served[method].check([argument]), TypeError));
});
