/** The rows of the form's filters builder and the conditions that they stand for. */
import { type Condition, type FilterValue, readValue, type ValueProblem } from '../../messages/condition.ts';
import type { FilterRowDraft } from '../../messages/draft.ts';

interface FilterRowProblem {
  readonly row: number;
  readonly part: 'field' | 'value';
  readonly problem: 'noField' | 'fieldTwice' | ValueProblem;
  /** What was typed. */
  readonly text: string;
}

/** Undefined when the conditions say more than rows can show: ranges, `$or`, a field twice or without a name. */
export function rowsOf(conditions: readonly Condition[]): readonly FilterRowDraft[] | undefined {
  const rows = conditions.flatMap((condition) => {
    if (condition.kind !== 'values' || condition.field === '') return [];
    const { field, values, list } = condition;
    return [{ field, values, list }];
  });
  const isWhole = new Set(rows.map(({ field }) => field)).size === conditions.length;
  return isWhole ? rows : undefined;
}

/**
 * In row order. Rows in which nothing was entered do not count. Without a known type (`fieldTypes`: field id to the
 * server's type name) a value is text.
 */
export function conditionsOfRows(
  rows: readonly FilterRowDraft[],
  fieldTypes: ReadonlyMap<string, string>,
): readonly Condition[] | FilterRowProblem {
  const conditions = new Map<string, Condition>();
  for (const [row, { field, values, list }] of rows.entries()) {
    const typed = values.map(({ text }) => text).join(', ');
    if (values.length === 0 && !list) continue;
    if (field === '') {
      if (typed.trim() === '') continue;
      return { row, part: 'field', problem: 'noField', text: typed };
    }
    if (conditions.has(field)) return { row, part: 'field', problem: 'fieldTwice', text: field };
    const exact: FilterValue[] = [];
    for (const value of values) {
      const read = readValue(value, fieldTypes.get(field));
      if ('problem' in read) return { row, part: 'value', problem: read.problem, text: value.text };
      exact.push(read);
    }
    conditions.set(field, { kind: 'values', field, values: exact, list: list || exact.length > 1 });
  }
  return [...conditions.values()];
}
