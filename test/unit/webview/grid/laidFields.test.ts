import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { FieldLayout, PLAIN_LAYOUT } from '../../../../src/messages/fieldLayout.ts';
import { LaidFields } from '../../../../src/webview/grid/laidFields.ts';

const ids = ['a', 'b', 'c', 'd'];
const plain = new LaidFields(ids, PLAIN_LAYOUT);
const order = ({ shown }: LaidFields) => shown.map(({ field }) => field);

/** Any change that a person can make. */
type Change = (fields: LaidFields) => LaidFields;
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
const names = fc.array(fc.constantFrom('a', 'b', '__proto__', '', 'A', 'c', 'x'), {
  minLength: 1,
  maxLength: 7,
});

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
    const some = new LaidFields(['d', 'a'], all).move(0, 1).layout;
    const again = new LaidFields(ids, some);
    assert.deepEqual(again.shown, [{ field: 0 }, { field: 3, width: 77 }, { field: 2 }]);
  });

  it('keep the last of such places too', () => {
    const places = [{ id: 'd' }, { id: 'c' }];
    assert.deepEqual(new LaidFields(['d'], { places, frozen: 0 }).layout.places, places);
  });

  it('are all shown where a layout would hide all of them', () => {
    assert.deepEqual(order(new LaidFields(['b'], plain.hide(1).layout)), [0]);
  });

  it('of one name are told apart by their order', () => {
    assert.deepEqual(order(new LaidFields(['a', 'a', 'b'], { places: [{ id: 'b' }], frozen: 0 })), [2, 0, 1]);
  });

  it('stay a selection of the fields, each once, whatever is done; and come back from what is remembered', () => {
    fc.assert(
      fc.property(names, changes, (given, done) => {
        const fields = done.reduce((now, change) => change(now), new LaidFields(given, PLAIN_LAYOUT));
        const { shown, layout, frozen: count, hiddenCount } = fields;
        assert.equal(new Set(order(fields)).size, shown.length);
        assert(shown.every(({ field }) => field >= 0 && field < given.length));
        assert(shown.length > 0 && shown.length + hiddenCount === given.length);
        assert(count >= 0 && count <= shown.length);
        assert(v.is(FieldLayout, layout));
        const again = new LaidFields(given, JSON.parse(JSON.stringify(layout)) as typeof layout);
        assert.deepEqual([again.shown, again.frozen], [shown, count]);
      }),
    );
  });
});
