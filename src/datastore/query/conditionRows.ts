/** The rows of the form's filters builder and the conditions that they stand for. */
import { fieldKind } from '../../base/field.ts';
import type { Condition, FilterValue } from '../../messages/condition.ts';
import type { FilterRowDraft, FilterValueDraft } from '../../messages/draft.ts';

export interface FilterRowProblem {
  readonly row: number;
  readonly problem: 'noField' | 'fieldTwice' | 'notNumber' | 'notBoolean';
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
      return { row, problem: 'noField', text: typed };
    }
    if (conditions.has(field)) return { row, problem: 'fieldTwice', text: field };
    const exact: FilterValue[] = [];
    for (const value of values) {
      const read = readValue(value, fieldTypes.get(field));
      if ('problem' in read) return { row, problem: read.problem, text: value.text };
      exact.push(read);
    }
    conditions.set(field, { kind: 'values', field, values: exact, list: list || exact.length > 1 });
  }
  return [...conditions.values()];
}

/** A typed value, exactly; `fieldType` decides where its type was left to the field. */
export function readValue(
  { type, text }: FilterValueDraft,
  fieldType: string | undefined,
): FilterValue | Pick<FilterRowProblem, 'problem'> {
  const exact = type === 'auto' ? typeOfField(fieldType) : type;
  switch (exact) {
    case 'null':
      return { type: exact, text: '' };
    case 'boolean':
      return /^\s*(?:true|false)\s*$/.test(text)
        ? { type: exact, text: text.trim() }
        : { problem: 'notBoolean' };
    case 'number':
      return isJsonNumber(text.trim()) ? { type: exact, text: text.trim() } : { problem: 'notNumber' };
    case 'text':
      return { type: exact, text };
  }
}

function typeOfField(fieldType: string | undefined): 'number' | 'boolean' | 'text' {
  const kind = fieldType === undefined ? 'text' : fieldKind(fieldType);
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}
