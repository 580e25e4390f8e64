import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { FieldLayout } from '../../../../src/datastore/query/fieldLayout.ts';
import { PLAIN_LAYOUT } from '../../../../src/datastore/query/fieldLayout.ts';
import { VisibleFields } from '../../../../src/webview/grid/visibleFields.ts';

const ids = ['a', 'b', 'c', 'd'];
const plain = new VisibleFields(ids, PLAIN_LAYOUT);
const order = ({ shown }: VisibleFields) => shown.map(({ field }) => field);
const names = (fields: readonly { readonly field: number }[]) => fields.map(({ field }) => ids[field]).join('');

/** Any change that people can make. */
type Change = (fields: VisibleFields) => VisibleFields;
const column = fc.nat(7);
const changes = fc.array(
  fc.oneof(
    fc.tuple(column, column).map(
      ([from, to]): Change =>
        (fields) =>
          fields.move(from, to),
    ),
    fc.tuple(column, fc.option(fc.double({ noNaN: true }), { nil: undefined })).map(
      ([at, width]): Change =>
        (fields) =>
          fields.resize(at, width),
    ),
    column.map(
      (at): Change =>
        (fields) =>
          fields.hide(at),
    ),
    fc.integer({ min: -2, max: 9 }).map(
      (count): Change =>
        (fields) =>
          fields.freeze(count),
    ),
  ),
  { maxLength: 20 },
);
const someIds = fc.array(fc.constantFrom('a', 'b', '__proto__', '', 'A', 'c', 'x'), { minLength: 1, maxLength: 7 });

describe('Fields as a person lays them out', () => {
  it('lie as the server gives them until then', () => {
    assert.deepEqual(order(plain), [0, 1, 2, 3]);
    assert.deepEqual(plain.layout, PLAIN_LAYOUT);
  });

  const moves: readonly [from: number, to: number, order: readonly number[]][] = [
    [0, 3, [1, 2, 3, 0]],
    [3, 0, [3, 0, 1, 2]],
    [1, 2, [0, 2, 1, 3]],
    [2, 2, [0, 1, 2, 3]],
    [0, 9, [0, 1, 2, 3]],
  ];
  for (const [from, to, moved] of moves)
    it(`${String(from)} moved to ${String(to)}: ${moved.join(' ')}`, () => {
      assert.deepEqual(order(plain.move(from, to)), moved);
    });

  const frozen: readonly [from: number, to: number, frozen: number][] = [
    [3, 0, 3],
    [3, 1, 3],
    [3, 2, 2],
    [0, 1, 2],
    [0, 2, 1],
    [1, 3, 1],
  ];
  for (const [from, to, count] of frozen)
    it(`of two frozen: ${String(from)} moved to ${String(to)} leaves ${String(count)}`, () => {
      assert.equal(plain.freeze(2).move(from, to).frozen, count);
    });

  it('are hidden but for the last one, which takes a frozen place away', () => {
    const one = plain.freeze(2).hide(1).hide(2).hide(1);
    assert.deepEqual([order(one), one.frozen, one.hiddenCount], [[0], 1, 3]);
    assert.equal(one.hide(0), one);
    assert.equal(one.columnOf(2), -1);
  });

  it('move by those that are shown', () => {
    assert.deepEqual(order(plain.hide(1).move(0, 1)), [2, 0, 3]);
  });

  it('keep a width between 40 and 5,000 px, until they fit again', () => {
    const widths = [10, 123.4, 1e6].map((width) => plain.resize(1, width).shown[1]?.width);
    assert.deepEqual(widths, [40, 123, 5000]);
    assert.deepEqual(plain.resize(1, 100).resize(1, undefined).layout, PLAIN_LAYOUT);
  });

  it('need places only as far as they differ', () => {
    assert.deepEqual(plain.move(0, 1).layout.places, [{ id: 'b' }]);
    assert.deepEqual(plain.resize(2, 90).layout.places, [{ id: 'a' }, { id: 'b' }, { id: 'c', width: 90 }]);
  });

  it('keep the places of fields that this result lacks', () => {
    const all = plain.move(3, 0).hide(2).resize(0, 77).layout;
    const some = new VisibleFields(['d', 'a'], all).move(0, 1).layout;
    const again = new VisibleFields(ids, some);
    assert.deepEqual(again.shown, [{ field: 0 }, { field: 3, width: 77 }, { field: 2 }]);
  });

  it('keep the last of such places too', () => {
    const places = [{ id: 'd' }, { id: 'c' }];
    assert.deepEqual(new VisibleFields(['d'], { places, frozen: 0 }).layout.places, places);
  });

  it('are all shown where a layout would hide all of them', () => {
    assert.deepEqual(order(new VisibleFields(['b'], plain.hide(1).layout)), [0]);
  });

  it('of one name are told apart by their order', () => {
    assert.deepEqual(order(new VisibleFields(['a', 'a', 'b'], { places: [{ id: 'b' }], frozen: 0 })), [2, 0, 1]);
  });

  it('stay a selection of the fields, each once, whatever is done; and come back from what is remembered', () => {
    fc.assert(
      fc.property(someIds, changes, (given, done) => {
        const fields = done.reduce((now, change) => change(now), new VisibleFields(given, PLAIN_LAYOUT));
        const { shown, layout, frozen: count, hiddenCount } = fields;
        assert.equal(new Set(order(fields)).size, shown.length);
        assert(shown.every(({ field }) => field >= 0 && field < given.length));
        assert(shown.length > 0 && shown.length + hiddenCount === given.length);
        assert(count >= 0 && count <= shown.length);
        assert(v.is(FieldLayout, layout));
        const again = new VisibleFields(given, JSON.parse(JSON.stringify(layout)) as typeof layout);
        assert.deepEqual([again.shown, again.frozen], [shown, count]);
      }),
    );
  });

  describe('as the fields pane changes them', () => {
    it('hides a field where it is, and shows it there again', () => {
      const hidden = plain.hide(1);
      assert.deepEqual([names(hidden.shown), names(hidden.all)], ['acd', 'abcd']);
      assert.equal(names(hidden.show(1).shown), 'abcd');
    });

    it('freezes one less when a frozen field goes, and one more when it is back', () => {
      const fields = new VisibleFields(ids, { places: [{ id: 'c', width: 80 }], frozen: 2 });
      const hidden = fields.hide(fields.columnOf(2));
      assert.deepEqual([names(hidden.shown), hidden.frozen], ['abd', 1]);
      const back = hidden.show(2);
      assert.deepEqual([names(back.shown), back.frozen, back.layout.places[0]], ['cabd', 2, { id: 'c', width: 80 }]);
      assert.equal(fields.hide(fields.columnOf(3)).frozen, 2);
    });

    it('moves a field one place, past its end nowhere', () => {
      assert.equal(names(plain.moveBy(2, -1).all), 'acbd');
      assert.equal(names(plain.moveBy(3, 1).all), 'abcd');
      const withOthers: FieldLayout = { places: [{ id: 'a' }, { id: 'gone' }, { id: 'b', hidden: true }], frozen: 0 };
      const moved = new VisibleFields(ids, withOthers).moveBy(1, -1);
      assert.deepEqual([names(moved.all), names(moved.shown)], ['bacd', 'acd']);
      assert.ok(
        moved.layout.places.some(({ id }) => id === 'gone'),
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
          let fields = plain.freeze(2);
          for (const { field, by, isShown, moves } of steps) {
            if (moves) fields = fields.moveBy(field, by === 1 ? 1 : -1);
            else fields = isShown ? fields.show(field) : fields.hide(fields.columnOf(field));
            fields = new VisibleFields(ids, fields.layout);
            assert.ok(v.is(FieldLayout, fields.layout), JSON.stringify(fields.layout));
            assert.deepEqual(names(fields.all).split('').toSorted(), ids);
          }
        }),
      );
    });
  });
});
