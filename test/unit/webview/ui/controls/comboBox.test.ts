import assert from 'node:assert/strict';
import { type ComboOption, matchingOptions } from '../../../../../src/webview/ui/controls/comboBox.ts';
import { placeByKey } from '../../../../../src/webview/ui/controls/listKeys.ts';

describe('choices of a combobox', () => {
  const options: readonly ComboOption[] = [
    { key: '1', label: 'substage' },
    { key: '2', label: 'Stage 2', detail: 'int4' },
    { key: '3', label: 'stage' },
    { key: '4', label: 'subject', detail: 'text' },
    { key: '', label: 'Add…', act: () => undefined },
  ];
  const found = (text: string) => matchingOptions(options, text).map(({ label }) => label);

  const searches = [
    ['', ['substage', 'Stage 2', 'stage', 'subject', 'Add…']],
    ['stage', ['stage', 'Stage 2', 'substage', 'Add…']],
    [' STAGE ', ['stage', 'Stage 2', 'substage', 'Add…']],
    ['text', ['subject', 'Add…']],
    ['add', []],
    ['.*', []],
  ] as const;
  for (const [text, labels] of searches)
    it(`"${text}" finds ${labels.join(', ') || 'nothing'}`, () => assert.deepEqual(found(text), labels));

  const walk = { isRound: true, isTyping: true } as const;
  const moves = [
    ['ArrowDown', -1, 0],
    ['ArrowDown', 4, 0],
    ['ArrowUp', -1, 4],
    ['ArrowUp', 0, 4],
    ['PageDown', -1, 4],
    ['PageUp', 3, 0],
    ['Home', 3, undefined],
    ['x', 3, undefined],
  ] as const;
  for (const [key, from, to] of moves)
    it(`${key} leads from ${from} to ${String(to)}`, () => assert.equal(placeByKey(key, from, 5, walk), to));

  it('cannot be walked when there are none', () => assert.equal(placeByKey('ArrowDown', -1, 0, walk), undefined));
});
