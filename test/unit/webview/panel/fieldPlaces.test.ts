import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { FieldLayout, placedFields, PLAIN_LAYOUT } from '../../../../src/messages/fieldLayout.ts';
import { fieldOrder, withMoved, withShown } from '../../../../src/webview/panel/fieldPlaces.ts';

const ids = ['a', 'b', 'c', 'd'];
const shown = (layout: FieldLayout) =>
  placedFields(ids, layout)
    .map(({ field }) => ids[field])
    .join('');
const order = (layout: FieldLayout) =>
  fieldOrder(ids, layout)
    .map(({ field }) => ids[field])
    .join('');

describe('places of fields, as the fields pane changes them', () => {
  it('hides a field where it is, and shows it there again', () => {
    const hidden = withShown(ids, PLAIN_LAYOUT, 1, false);
    assert.deepEqual([shown(hidden), order(hidden)], ['acd', 'abcd']);
    assert.equal(shown(withShown(ids, hidden, 1, true)), 'abcd');
  });

  it('freezes one less when a frozen field goes, and one more when it is back', () => {
    const layout: FieldLayout = { places: [{ id: 'c', width: 80 }], frozen: 2 };
    const hidden = withShown(ids, layout, 2, false);
    assert.deepEqual([shown(hidden), hidden.frozen], ['abd', 1]);
    const back = withShown(ids, hidden, 2, true);
    assert.deepEqual([shown(back), back.frozen, back.places[0]], ['cabd', 2, { id: 'c', width: 80 }]);
    assert.equal(withShown(ids, layout, 3, false).frozen, 2);
  });

  it('moves a field one place, past its end nowhere', () => {
    assert.equal(order(withMoved(ids, PLAIN_LAYOUT, 2, -1)), 'acbd');
    assert.equal(order(withMoved(ids, PLAIN_LAYOUT, 3, 1)), 'abcd');
    const withOthers: FieldLayout = {
      places: [{ id: 'a' }, { id: 'gone' }, { id: 'b', hidden: true }],
      frozen: 0,
    };
    const moved = withMoved(ids, withOthers, 1, -1);
    assert.deepEqual([order(moved), shown(moved)], ['bacd', 'acd']);
    assert.ok(
      moved.places.some(({ id }) => id === 'gone'),
      'fields of other days keep their places',
    );
  });

  it('keeps every field, whatever is done, in a layout that can be remembered', () => {
    const step = fc.record({
      field: fc.nat(3),
      by: fc.constantFrom(-1, 1),
      isShown: fc.boolean(),
      moves: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let layout: FieldLayout = { ...PLAIN_LAYOUT, frozen: 2 };
        for (const { field, by, isShown, moves } of steps) {
          layout = moves
            ? withMoved(ids, layout, field, by === 1 ? 1 : -1)
            : withShown(ids, layout, field, isShown);
          assert.ok(v.is(FieldLayout, layout), JSON.stringify(layout));
          assert.deepEqual(order(layout).split('').toSorted(), ids);
        }
      }),
    );
  });
});
