import assert from 'node:assert/strict';
import * as v from 'valibot';
import { FormView } from '../../../src/messages/formProtocol.ts';
import { type Handlers, serve } from '../../../src/messages/rpc.ts';
import { draft, portals } from '../webview/form/draftSamples.ts';

describe('the calls of the host', () => {
  const seen: unknown[] = [];
  const { signal } = new AbortController();
  const view: Handlers<FormView> = {
    show: (...shown) => void seen.push(...shown.slice(0, -1)),
    portals: (choices) => void seen.push(choices),
    runState: (state) => void seen.push(state),
    focus: () => void seen.push('focus'),
    type: (text) => void seen.push(text),
  };
  const served = serve(FormView, Promise.resolve(view));

  it('reach the form', async () => {
    await served.show([draft(), 'r1', null], signal);
    await served.show([{ ...draft(), q: 'x' }, 'r2', 3], signal);
    await served.portals([portals], signal);
    await served.runState([{ kind: 'running' }], signal);
    await served.focus([], signal);
    await served.type(['typed'], signal);
    const shown = [draft(), 'r1', null, { ...draft(), q: 'x' }, 'r2', 3];
    assert.deepEqual(seen, [...shown, portals, { kind: 'running' }, 'focus', 'typed']);
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
      assert.rejects(served[method]([argument], signal), v.ValiError));
});
