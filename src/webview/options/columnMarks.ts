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
import { selectField } from '../ui/controls/selectField.ts';
import { textField } from '../ui/controls/textField.ts';
import type { OptionsContext } from './optionsContext.ts';
import { beingTyped, labelled, wordsField } from './optionField.ts';

const NAMES = { '': 'none', '.': 'point', ',': 'comma', ' ': 'space', "'": 'apostrophe' } as const;

type Change = (changed: Partial<ColumnOptions>) => void;

export function columnMarks(
  context: OptionsContext,
  id: string,
  options: ColumnOptions,
  change: Change,
): readonly TemplateResult[] {
  switch (options.kind) {
    case 'text':
      return [];
    case 'number':
      return numberMarks(context, id, options, change);
    case 'boolean':
      return wordsOfBoolean(context, id, options, change);
    case 'date':
    case 'timestamp':
      return [dayOrder(context, id, options, change), ...twoDigitYears(context, id, options, change)];
  }
}

function numberMarks(
  { words }: OptionsContext,
  id: string,
  { negative, ...options }: ColumnOptions,
  change: Change,
): readonly TemplateResult[] {
  const { decimal = '.', thousands = '', sign = '' } = options;
  const choice = <M extends keyof typeof NAMES>(mark: M) => ({ value: mark, label: words[NAMES[mark]] });
  const decimals = selectField({
    ...{ id: `${id}-decimal`, value: decimal, choices: DECIMAL_MARKS.map(choice) },
    onPick: (mark) => change({ decimal: mark, ...(mark === thousands && { thousands: '' }) }),
  });
  const groups = selectField({
    ...{ id: `${id}-thousands`, value: thousands },
    choices: GROUP_MARKS.filter((mark) => mark !== decimal).map(choice),
    onPick: (mark) => change({ thousands: mark }),
  });
  const signs = textField({
    ...{ id: `${id}-sign`, value: beingTyped(`${id}-sign`) ?? sign, hint: words.signHint },
    onType: (typed) => change({ sign: typed.trim() }),
  });
  const negatives = selectField({
    ...{ id: `${id}-negative`, value: negative ?? 'behind' },
    choices: NEGATIVES.map((value) => ({ value, label: value === 'behind' ? '5-' : '(5)' })),
    onPick: (form) => change({ negative: form }),
  });
  return [
    labelled(`${id}-decimal`, words.decimal, decimals),
    labelled(`${id}-thousands`, words.thousands, groups),
    labelled(`${id}-sign`, words.sign, signs),
    ...(negative === undefined ? [] : [labelled(`${id}-negative`, words.negative, negatives)]),
  ];
}

function wordsOfBoolean(
  { words, typed }: OptionsContext,
  id: string,
  options: ColumnOptions,
  change: Change,
): readonly TemplateResult[] {
  return (['trueWords', 'falseWords'] as const).map((part) =>
    labelled(
      `${id}-${part}`,
      words[part],
      wordsField({
        ...{ id: `${id}-${part}`, words: options[part] ?? [], typed },
        onWords: (changed) => change({ [part]: changed }),
      }),
    ),
  );
}

function dayOrder(
  { words }: OptionsContext,
  id: string,
  { order = 'ymd' }: ColumnOptions,
  change: Change,
): TemplateResult {
  const orders = DAY_ORDERS.map((each) => ({ value: each, label: words[each] }));
  const field = selectField({
    ...{ id: `${id}-order`, value: order, choices: orders },
    onPick: (picked) => change({ order: picked }),
  });
  return labelled(`${id}-order`, words.order, field);
}

function twoDigitYears(
  { words }: OptionsContext,
  id: string,
  { pivot }: ColumnOptions,
  change: Change,
): readonly TemplateResult[] {
  if (pivot === undefined) return [];
  const choices = [...new Set([...PIVOTS, pivot])].map((year) => ({
    value: String(year),
    label: `${String(1900 + year)}–${String(1999 + year)}`,
  }));
  const field = selectField({
    ...{ id: `${id}-pivot`, value: String(pivot), choices },
    onPick: (picked) => change({ pivot: Number(picked) }),
  });
  return [labelled(`${id}-pivot`, words.pivot, field)];
}
