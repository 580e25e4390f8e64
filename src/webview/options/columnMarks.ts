/** The notation of a column's values: separators of numbers, order of dates, words for true and false. */
import type { TemplateResult } from 'lit-html';
import {
  type ColumnOptions,
  DAY_ORDERS,
  DECIMAL_MARKS,
  GROUP_MARKS,
  NEGATIVES,
  PIVOTS,
} from '../../messages/optionsProtocol.ts';
import { type SelectField, selectField } from '../ui/controls/selectField.ts';
import { textField } from '../ui/controls/textField.ts';
import type { OptionsContext } from './optionsContext.ts';
import { beingTyped, labelled, wordsField } from './optionField.ts';

const NAMES = { '': 'none', '.': 'point', ',': 'comma', ' ': 'space', "'": 'apostrophe' } as const;

export function columnMarks(
  { words, typed }: OptionsContext,
  column: string,
  options: ColumnOptions,
  change: (changed: Partial<ColumnOptions>) => void,
): readonly TemplateResult[] {
  const { decimal = '.', thousands = '', sign = '', negative, order = 'ymd', pivot } = options;
  const choice = <V extends string>(
    part: 'decimal' | 'thousands' | 'negative' | 'order' | 'pivot',
    own: SelectField<V>,
  ) => labelled(`${column}-${part}`, words[part], selectField({ ...own, id: `${column}-${part}` }));
  const mark = <M extends keyof typeof NAMES>(value: M) => ({ value, label: words[NAMES[value]] });
  switch (options.kind) {
    case 'text':
      return [];
    case 'number': {
      const id = `${column}-sign`;
      const onType = (text: string): void => change({ sign: text.trim() });
      return [
        choice('decimal', {
          ...{ value: decimal, choices: DECIMAL_MARKS.map(mark) },
          onPick: (picked) => change({ decimal: picked, ...(picked === thousands && { thousands: '' }) }),
        }),
        choice('thousands', {
          ...{ value: thousands, choices: GROUP_MARKS.filter((each) => each !== decimal).map(mark) },
          onPick: (picked) => change({ thousands: picked }),
        }),
        labelled(id, words.sign, textField({ id, value: beingTyped(id) ?? sign, hint: words.signHint, onType })),
        ...(negative === undefined
          ? []
          : [
              choice('negative', {
                ...{
                  value: negative,
                  choices: NEGATIVES.map((value) => ({ value, label: value === 'behind' ? '5-' : '(5)' })),
                },
                onPick: (picked) => change({ negative: picked }),
              }),
            ]),
      ];
    }
    case 'boolean':
      return (['trueWords', 'falseWords'] as const).map((part) => {
        const id = `${column}-${part}`;
        const onWords = (changed: readonly string[]): void => change({ [part]: changed });
        return labelled(id, words[part], wordsField({ id, words: options[part] ?? [], typed, onWords }));
      });
    case 'date':
    case 'timestamp': {
      const years = pivot === undefined ? [] : [...new Set([...PIVOTS, pivot])];
      return [
        choice('order', {
          ...{ value: order, choices: DAY_ORDERS.map((value) => ({ value, label: words[value] })) },
          onPick: (picked) => change({ order: picked }),
        }),
        ...(pivot === undefined
          ? []
          : [
              choice('pivot', {
                value: String(pivot),
                choices: years.map((year) => ({ value: String(year), label: `${1900 + year}–${1999 + year}` })),
                onPick: (picked) => change({ pivot: Number(picked) }),
              }),
            ]),
      ];
    }
  }
}
