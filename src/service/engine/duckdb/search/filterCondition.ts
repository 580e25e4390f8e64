/** `filters` of CKAN 2.12 as SQL: values, lists, ranges, `$and`, `$or` (docs/ckan.md 19). */
import { isList } from '../../../../base/cells.ts';
import { invalidQuery, validationError } from '../../../ckan/actionError.ts';
import type { Bindings } from '../bindings.ts';
import type { Columns } from '../columns.ts';
import { comparison, membership, type Comparator } from './comparison.ts';
import { describeOperation, isGroup, type FilterOperation } from './filterOperation.ts';

const comparators: ReadonlyMap<string, Comparator> = new Map([
  ['eq', '='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
]);

/** SQL. Throws ActionError. */
export function filterCondition(operation: FilterOperation, columns: Columns, bindings: Bindings): string {
  if (isGroup(operation)) {
    const parts = operation.value.map((part) => filterCondition(part, columns, bindings));
    return `(${parts.join(operation.op === '$or' ? ' or ' : ' and ')})`;
  }
  const { op, field, value } = operation;
  const column = columns.get(field);
  const comparator = comparators.get(op);
  if (column !== undefined && comparator !== undefined)
    return comparison(column, comparator, value, bindings);
  if (column === undefined || op !== 'in')
    throw validationError({ filters: [`Unknown filter operation: ${describeOperation(operation)}`] });
  // Python goes through the characters of a text.
  const values = typeof value === 'string' ? Array.from(value) : value;
  if (!isList(values)) throw invalidQuery('"in" needs a list');
  return membership(column, values, bindings);
}
