/** Comparing a field that sorts by a decimal number (store/decimalOrder.ts) with a number of any length: exactly. */
import type { Bindings } from '../bindings.ts';
import { decimalPlace, decimalType } from '../decimalOrder.ts';

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

/** SQL. `operand` is the number's key (decimalKey.ts). */
export function decimalComparison(
  order: string,
  scale: number,
  comparator: Comparator,
  operand: string,
  bindings: Bindings,
): string {
  const place = decimalPlace(operand, scale);
  if (typeof place === 'string') {
    const isTrue = place === 'below' ? comparator.startsWith('>') : comparator.startsWith('<');
    return isTrue ? `${order} is not null` : 'false';
  }
  if (comparator === '=' && !place.isExact) return 'false';
  const bound = `${bindings.text(place.floor)}::${decimalType(scale)}`;
  return `${order} ${place.isExact ? comparator : beside(comparator)} ${bound}`;
}

/** Whether a value is one of these. */
export function decimalMembership(
  order: string,
  scale: number,
  operands: readonly string[],
  bindings: Bindings,
): string {
  const values = operands.flatMap((operand) => {
    const place = decimalPlace(operand, scale);
    return typeof place !== 'string' && place.isExact ? [place.floor] : [];
  });
  if (values.length === 0) return 'false';
  return `${order} in (select unnest(${bindings.list(values)})::${decimalType(scale)})`;
}

/** The number is greater than the bound, and less than whatever comes behind it. */
function beside(comparator: Comparator): Comparator {
  return comparator.startsWith('<') ? '<=' : '>';
}
