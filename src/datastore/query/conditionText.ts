import { fill } from '../../base/words.ts';
import type { FieldCondition, FilterValue } from './condition.ts';
import { operatorEntry, type OperatorStrings } from './operators.ts';
import { enteredValues, operatorOf } from './readCondition.ts';

type ChipStrings = OperatorStrings & { readonly null: string; readonly emptyText: string };

/** Returns a text like `math, art`, `from 5`, `1 to 5`, `contains "abc"`, `not math` or `is empty`. */
export function conditionText(condition: FieldCondition, strings: ChipStrings): string {
  const { chip } = operatorEntry(operatorOf(condition));
  const texts =
    'values' in condition
      ? [condition.values.map((value) => valueText(value, strings)).join(', ')]
      : enteredValues(condition).map(({ text }) => text);
  return chip === undefined ? texts.join(', ') : fill(strings[chip], ...texts);
}

function valueText({ type, text }: FilterValue, strings: ChipStrings): string {
  if (type === 'null') return strings.null;
  return text === '' ? strings.emptyText : text;
}
