import assert from 'node:assert/strict';
import type { FilterValueDraft } from '../../../../../src/datastore/query/draft.ts';
import { choicesOf, isChosen, toggled } from '../../../../../src/webview/panel/question/valueList.ts';

const draft = (type: FilterValueDraft['type'], text: string): FilterValueDraft => ({ type, text });
const frequent = ['math', 'art', 'Art history'].map((text, index) => ({
  value: { type: 'text', text } as const,
  label: text,
  records: 9 - index,
}));

describe('choices of a pick list', () => {
  const table: [what: string, typed: string, chosen: FilterValueDraft[], isComplete: boolean, labels: string[]][] = [
    ['all, as they come', '', [], true, ['math', 'art', 'Art history']],
    ['those that contain what is typed, whatever the case', 'ART H', [], true, ['Art history']],
    ['the very text first', 'art', [], false, ['art', 'Art history']],
    ['what is typed, where there may be more values', 'ma', [], false, ['=ma', 'math']],
    ['the first match, where there are no more', 'ma', [], true, ['math']],
    ['what is typed, where nothing matches', 'x', [], true, ['=x']],
    [
      "what was chosen before and wasn't counted",
      '',
      [draft('text', 'old')],
      true,
      ['old', 'math', 'art', 'Art history'],
    ],
  ];
  for (const [what, typed, chosen, isComplete, labels] of table)
    it(what, () => {
      const choices = choicesOf({ frequent, chosen, pending: { type: 'auto', text: typed }, isComplete });
      assert.deepEqual(
        choices.map(({ label, isTyped = false }) => (isTyped ? `=${label}` : label)),
        labels,
      );
    });

  it('what is typed, where its type was chosen by hand and no such value is known', () => {
    const choices = (text: string) =>
      choicesOf({ frequent, chosen: [], pending: { type: 'number', text }, isComplete: true });
    assert.deepEqual(choices('math')[0], { value: draft('number', 'math'), label: 'math', isTyped: true });
    assert.deepEqual(
      choicesOf({ frequent, chosen: [], pending: { type: 'text', text: 'art' }, isComplete: true })[0],
      frequent[1],
    );
  });

  const same: [one: FilterValueDraft, other: FilterValueDraft, isSame: boolean][] = [
    [draft('number', '1.50'), draft('number', '1.5'), true],
    [draft('number', '100'), draft('number', '1'), false],
    [draft('number', '2.0'), draft('number', '2'), true],
    [draft('text', '1.50'), draft('text', '1.5'), false],
    [draft('auto', '5'), draft('number', '5'), true],
    [draft('text', '5'), draft('number', '5'), false],
    [draft('null', ''), draft('text', ''), false],
  ];
  for (const [one, other, isSame] of same)
    it(`${one.type} ${one.text} is ${isSame ? '' : 'not '}${other.type} ${other.text}`, () => {
      assert.equal(isChosen([one], other), isSame);
      assert.equal(toggled([one], other).length, isSame ? 0 : 2);
    });
});
