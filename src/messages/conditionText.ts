/** A condition in words, for a chip and for the name of a panel's question. */
import { fill } from '../base/words.ts';
import { endOf, type FieldCondition, type FilterValue } from '../datastore/query/condition.ts';
import type { GridStrings } from './gridStrings.ts';

/** `math, art`, `from 5`, `1 to 5`, `contains "abc"`, `not math`, `is empty` */
export function conditionText(filter: FieldCondition, strings: GridStrings): string {
  switch (filter.kind) {
    case 'values':
      return valuesText(filter.values, strings);
    case 'not':
      return fill(strings.notValues, valuesText(filter.values, strings));
    case 'contains':
      return fill(strings.containsText, filter.text);
    case 'empty':
      return filter.isEmpty ? strings.isEmpty : strings.isNotEmpty;
    case 'range': {
      const [least, greatest] = [endOf(filter.bounds, 'gte'), endOf(filter.bounds, 'lte')];
      if (least !== undefined && greatest !== undefined) return fill(strings.rangeBetween, least, greatest);
      return least === undefined ? fill(strings.rangeTo, greatest ?? '') : fill(strings.rangeFrom, least);
    }
  }
}

function valuesText(values: readonly FilterValue[], strings: GridStrings): string {
  return values
    .map(({ type, text }) => (type === 'null' ? strings.null : text === '' ? strings.emptyText : text))
    .join(', ');
}
