import assert from 'node:assert/strict';
import * as v from 'valibot';
import { PanelState } from '../../../src/messages/gridProtocol.ts';

const saved = { version: 1, portalId: 'p', resourceId: 'r', query: '{}' };
const view = { topRow: 3, left: 0, cursor: { row: 3, column: 1 }, detail: false };
const selection = { anchor: { row: 1, column: 0 }, shape: 'rows' };

describe('The saved state of a records panel', () => {
  const table: readonly [name: string, state: unknown, isUsable: boolean][] = [
    ['of the first version', { saved, view }, true],
    ['with all there is', { saved, view: { ...view, detailWidth: 400, selection, find: 'a' } }, true],
    ['with what a later version adds', { saved, view: { ...view, more: 1 } }, true],
    ['with a selection of no shape', { saved, view: { ...view, selection: { anchor: view.cursor } } }, false],
    ['with an unknown shape', { saved, view: { ...view, selection: { ...selection, shape: 'x' } } }, false],
    ['with a width that is no number', { saved, view: { ...view, detailWidth: '4' } }, false],
    ['with a text to find that is none', { saved, view: { ...view, find: {} } }, false],
    ['without a cursor', { saved, view: { ...view, cursor: undefined } }, false],
    ['of another version', { saved: { ...saved, version: 2 }, view }, false],
    ['that is none', null, false],
  ];
  for (const [name, state, isUsable] of table)
    it(`${name} is ${isUsable ? 'used' : 'left'}`, () => {
      assert.equal(v.is(PanelState, state), isUsable);
    });
});
