import assert from 'node:assert/strict';
import { nextKey, reduceRows, type RowAction, type FilterRow, keyed } from '../../../../src/webview/form/formEntry.ts';
import { row } from './draftSamples.ts';

const after = (rows: readonly FilterRow[], ...actions: readonly RowAction[]) =>
  actions.reduce<readonly FilterRow[]>(reduceRows, rows);
const texts = (rows: readonly FilterRow[]) => rows.map(({ values }) => values.map(({ text }) => text));

describe('filter rows', () => {
  const subject = keyed([row('subject', 'math', 'art', 'music')]);

  it('add a value by Enter and are ready for the next', () => {
    const rows = after(
      subject,
      { kind: 'valueTyped', key: 1, text: 'a, b' },
      { kind: 'valueAdded', key: 1, onPurpose: true },
    );
    assert.deepEqual(texts(rows), [['math', 'art', 'music', 'a, b']]);
    assert.deepEqual(rows[0]?.pending, { type: 'auto', text: '' });
  });

  const types = [
    { type: 'auto', text: '5', value: { type: 'auto', text: '5' } },
    { type: 'text', text: '5', value: { type: 'text', text: '5' } },
    { type: 'text', text: '', value: { type: 'text', text: '' } },
    { type: 'number', text: '1.50', value: { type: 'number', text: '1.50' } },
    { type: 'true', text: 'ignored', value: { type: 'boolean', text: 'true' } },
    { type: 'false', text: '', value: { type: 'boolean', text: 'false' } },
    { type: 'null', text: '', value: { type: 'null', text: '' } },
  ] as const;
  for (const { type, text, value } of types)
    it(`take "${text}" with the type "${type}" as ${JSON.stringify(value)}`, () => {
      const rows = after(
        keyed([row('stage')]),
        { kind: 'valueTyped', key: 1, text },
        { kind: 'valueTypeChosen', key: 1, type },
        { kind: 'valueAdded', key: 1, onPurpose: true },
      );
      assert.deepEqual(rows[0]?.values, [value]);
    });

  it('never add an empty text because the input was left', () => {
    const rows = after(
      subject,
      { kind: 'valueTypeChosen', key: 1, type: 'text' },
      { kind: 'valueAdded', key: 1, onPurpose: false },
    );
    assert.deepEqual(rows, subject);
  });

  const edits = [
    { take: 0, typed: '', expected: ['math', 'art', 'music'] },
    { take: 0, typed: 'new', expected: ['math', 'art', 'music', 'new'] },
    { take: 2, typed: 'new', expected: ['math', 'art', 'music', 'new'] },
  ] as const;
  for (const { take, typed, expected } of edits)
    it(`put value ${take} back into its place after a look at it, with "${typed}" in the input`, () => {
      const rows = after(
        subject,
        { kind: 'valueTyped', key: 1, text: typed },
        { kind: 'valueTakenBack', key: 1, index: take },
        { kind: 'valueAdded', key: 1, onPurpose: true },
      );
      assert.deepEqual(texts(rows), [expected]);
    });

  it('keep their place when one value is taken back after another', () => {
    const rows = after(
      subject,
      { kind: 'valueTakenBack', key: 1, index: 0 },
      { kind: 'valueTakenBack', key: 1, index: 1 },
      { kind: 'valueTyped', key: 1, text: 'MUSIC' },
      { kind: 'valueAdded', key: 1, onPurpose: true },
    );
    assert.deepEqual(texts(rows), [['math', 'art', 'MUSIC']]);
  });

  it('lose the value that is removed, and the one in the input keeps its place', () => {
    const rows = after(
      subject,
      { kind: 'valueTakenBack', key: 1, index: 2 },
      { kind: 'valueRemoved', key: 1, index: 0 },
      { kind: 'valueAdded', key: 1, onPurpose: true },
    );
    assert.deepEqual(texts(rows), [['art', 'music']]);
  });

  it('come and go without their keys changing', () => {
    const rows = after(
      keyed([row('a', '1'), row('b', '2')]),
      { kind: 'rowAdded' },
      { kind: 'rowRemoved', key: 1 },
      { kind: 'fieldEntered', key: 3, field: 'c' },
    );
    assert.deepEqual(
      rows.map(({ key, field }) => [key, field]),
      [
        [2, 'b'],
        [3, 'c'],
      ],
    );
    assert.equal(nextKey(rows), 4);
  });
});
