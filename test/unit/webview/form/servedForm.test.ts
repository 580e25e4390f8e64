import assert from 'node:assert/strict';
import type { FormView } from '../../../../src/messages/formProtocol.ts';
import { servedForm } from '../../../../src/webview/form/servedForm.ts';
import { draft, portals } from './draftSamples.ts';

describe('the calls of the host', () => {
  const seen: unknown[] = [];
  const view: FormView = {
    show: (...shown) => seen.push(...shown),
    portals: (choices) => seen.push(choices),
    runState: (state) => seen.push(state),
    focus: () => seen.push('focus'),
  };
  const served = servedForm(Promise.resolve(view));

  it('reach the form', async () => {
    const { signal } = new AbortController();
    await served.show.run(...served.show.check([draft(), 'r1', null]), signal);
    await served.show.run(...served.show.check([{ ...draft(), q: 'x' }, 'r2', 3]), signal);
    await served.portals.run(...served.portals.check([portals]), signal);
    await served.runState.run(...served.runState.check([{ kind: 'running' }]), signal);
    await served.focus.run(...served.focus.check([]), signal);
    const shown = [draft(), 'r1', null, { ...draft(), q: 'x' }, 'r2', 3];
    assert.deepEqual(seen, [...shown, portals, { kind: 'running' }, 'focus']);
  });

  const refused = [
    ['show', undefined],
    ['show', { ...draft(), q: 5 }],
    ['show', { ...draft(), filterRows: {} }],
    ['portals', [{}]],
    ['portals', {}],
    ['runState', { kind: 'other' }],
    ['runState', { kind: 'failed' }],
  ] as const;
  for (const [method, argument] of refused)
    it(`${method}(${JSON.stringify(argument)}) does not`, () =>
      assert.throws(() => served[method].check([argument]), TypeError));
});
