/** Writes conditions as SQL. Fields compare with sent values as in PostgreSQL (docs/ckan.md 21 and 22). */
import type { Comparator, Operand, RecordCondition } from '../../../question/tableQuestion.ts';
import type { Bindings } from '../bindings.ts';
import { columnOf, type Columns, type Column } from '../columns.ts';
import { decimalPlace, decimalType } from '../decimalOrder.ts';

export function filterCondition(condition: RecordCondition, columns: Columns, bindings: Bindings): string {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.of.map((part) => filterCondition(part, columns, bindings));
      return `(${parts.join(` ${condition.kind} `)})`;
    }
    case 'not':
      return `not coalesce(${filterCondition(condition.of, columns, bindings)}, false)`;
    case 'null':
      return `${columnOf(columns, condition.field).value} is null`;
    case 'contains':
    case 'startsWith': {
      const text = `lower(${columnOf(columns, condition.field).text}::varchar)`;
      const test = condition.kind === 'contains' ? 'contains' : 'starts_with';
      return `${test}(${text}, lower(${bindings.text(condition.text)}))`;
    }
    case 'compare':
      return comparison(columnOf(columns, condition.field), condition.comparator, condition.operand, bindings);
    case 'in':
      return membership(columnOf(columns, condition.field), condition.operands, bindings);
  }
}

function comparison(column: Column, comparator: Comparator, operand: Operand | undefined, bindings: Bindings): string {
  if (operand === undefined) return 'false';
  return column.scale !== undefined
    ? decimalComparison(column.order, column.scale, comparator, operand.key, bindings)
    : `${column.order} ${comparator} ${bindings.text(operand.key)}${castOf(column)}`;
}

function membership({ order, scale, type }: Column, operands: readonly Operand[], bindings: Bindings): string {
  const keys = operands.map(({ key }) => key);
  if (scale !== undefined) return decimalMembership(order, scale, keys, bindings);
  if (keys.length === 0) return 'false';
  return `${order} in (select unnest(${bindings.list(keys)})${castOf({ type })})`;
}

/** Record numbers are below 2^53, so a double compares them exactly with any number. */
function castOf({ type }: Pick<Column, 'type'>): string {
  return type === 'int' ? '::double' : '';
}

/** Compares a field that sorts by DECIMAL exactly with a number of any length, whose sort key is `operand`. */
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

/** Whether a value of such a field is one of these. */
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

/** The number is greater than the bound, but less than the next decimal after it. */
function beside(comparator: Comparator): Comparator {
  return comparator.startsWith('<') ? '<=' : '>';
}
