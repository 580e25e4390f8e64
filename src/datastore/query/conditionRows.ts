/** The rows of the form's filters builder and the conditions that they stand for. */
import {
  areConsistent,
  type Bound,
  type Comparison,
  type Condition,
  type FieldCondition,
  isEnd,
  type ValueProblem,
} from './condition.ts';
import type { FilterRowDraft, FilterValueDraft } from './draft.ts';
import { isOfValues, operatorOf, readCondition } from './filterOperator.ts';

interface FilterRowProblem {
  readonly row: number;
  readonly part: 'field' | 'value';
  readonly problem: 'noField' | 'fieldTwice' | ValueProblem;
  /** What was typed. */
  readonly text: string;
}

/**
 * Undefined when the conditions say more than rows can show: `$or`, ranges without their ends, a name that is empty, or
 * conditions of a field that don't stand together.
 */
export function rowsOf(conditions: readonly Condition[]): readonly FilterRowDraft[] | undefined {
  const shown = conditions.filter(isShown);
  return shown.length < conditions.length || !areConsistent(shown) ? undefined : shown.map(rowOf);
}

function isShown(condition: Condition): condition is FieldCondition {
  if (condition.kind === 'raw' || condition.field === '') return false;
  return condition.kind !== 'range' || (condition.bounds.length > 0 && condition.bounds.every(isEnd));
}

function rowOf(condition: FieldCondition): FilterRowDraft {
  const operator = operatorOf(condition);
  return {
    field: condition.field,
    ...(operator !== 'equals' && { operator }),
    values: valuesOf(condition),
    list: 'list' in condition && condition.list,
  };
}

function valuesOf(condition: FieldCondition): readonly FilterValueDraft[] {
  switch (condition.kind) {
    case 'values':
    case 'not':
      return condition.values;
    case 'contains':
      return [{ type: 'text', text: condition.text }];
    case 'range':
      return endsOf(condition.bounds);
    case 'empty':
      return [];
  }
}

function endsOf(bounds: readonly Bound[]): readonly FilterValueDraft[] {
  const at = (wanted: Comparison) => bounds.filter(({ comparison }) => comparison === wanted);
  return [...at('gte'), ...at('lte')].map(({ value }) => value);
}

/**
 * In row order, a condition of a field beside the others of that field. Rows in which nothing was entered do not count.
 * Without a known type (`fieldTypes`: field id to the server's type name) a value is text.
 */
export function conditionsOfRows(
  rows: readonly FilterRowDraft[],
  fieldTypes: ReadonlyMap<string, string>,
): readonly Condition[] | FilterRowProblem {
  const byField = new Map<string, readonly Condition[]>();
  for (const [row, draft] of rows.entries()) {
    const { field, values } = draft;
    if (asksNothing(draft)) continue;
    const typed = values.map(({ text }) => text).join(', ');
    if (field === '' && typed.trim() === '') continue;
    if (field === '') return { row, part: 'field', problem: 'noField', text: typed };
    const condition = readCondition(draft, fieldTypes.get(field));
    if ('problem' in condition) return { row, part: 'value', ...condition };
    const others = byField.get(field) ?? [];
    if (!areConsistent([...others, condition]))
      return { row, part: 'field', problem: 'fieldTwice', text: field };
    byField.set(field, condition.kind === 'not' ? [...others, condition] : [condition, ...others]);
  }
  return [...byField.values()].flat();
}

function asksNothing({ operator = 'equals', values, list }: FilterRowDraft): boolean {
  if (operator === 'empty' || operator === 'notEmpty') return false;
  if (isOfValues(operator)) return values.length === 0 && !list;
  return values.every(({ text }) => text.trim() === '');
}
