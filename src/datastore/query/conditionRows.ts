import { areConsistent, type Condition, type FieldCondition, isExclusion, type ValueProblem } from './condition.ts';
import type { FilterRowDraft } from './draft.ts';
import { USUAL_OPERATOR } from './operators.ts';
import { asksNothing, enteredValues, operatorOf, readCondition } from './readCondition.ts';

interface FilterRowProblem {
  readonly row: number;
  readonly part: 'field' | 'value';
  readonly problem: 'noField' | 'fieldTwice' | ValueProblem;
  readonly text: string;
}

/** Undefined if rows can't show the conditions: `$or`, ranges without ends, an empty name, or what can't combine. */
export function rowsOf(conditions: readonly Condition[]): readonly FilterRowDraft[] | undefined {
  const shown = conditions.filter(isShown);
  return shown.length < conditions.length || !areConsistent(shown) ? undefined : shown.map(rowOf);
}

function isShown(condition: Condition): condition is FieldCondition {
  return condition.kind !== 'raw' && condition.field !== '' && operatorOf(condition) !== undefined;
}

function rowOf(condition: FieldCondition): FilterRowDraft {
  const operator = operatorOf(condition);
  return {
    field: condition.field,
    ...(operator !== undefined && operator !== USUAL_OPERATOR && { operator }),
    values: enteredValues(condition),
    list: 'list' in condition && condition.list,
  };
}

/**
 * Conditions in the order of the rows, with those of a field together. Empty rows are ignored. `fieldTypes` has the
 * server's type names by field id; values of unknown types are texts.
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
    if (!areConsistent([...others, condition])) return { row, part: 'field', problem: 'fieldTwice', text: field };
    byField.set(field, isExclusion(condition) ? [...others, condition] : [condition, ...others]);
  }
  return [...byField.values()].flat();
}
