/** The filters builder's rows and the JSON text that they stand for. */
import { ExactNumber, type ExactValue } from '../../base/cells.ts';
import type { FilterRowDraft, FilterValueDraft } from '../../messages/draft.ts';
import { fieldKind } from '../../base/fieldKind.ts';
import { parseExact } from '../../base/exactJson.ts';
import { isList, isObject } from '../../base/exactObject.ts';

export interface FilterRowProblem {
  readonly row: number;
  readonly problem: 'noField' | 'fieldTwice' | 'notNumber' | 'notBoolean';
  /** What was typed. */
  readonly text: string;
}

/** Undefined when the text is no JSON object, or says more than rows can show (ranges, `$or`, nested values). */
export function filterRows(json: string): readonly FilterRowDraft[] | undefined {
  const filters = parse(json);
  if (!isObject(filters)) return undefined;
  const rows: FilterRowDraft[] = [];
  for (const [field, value] of Object.entries(filters)) {
    const values = (isList(value) ? value : [value]).map(valueDraft);
    if (!values.every((draft) => draft !== undefined)) return undefined;
    rows.push({ field, values, list: isList(value) });
  }
  return rows;
}

function parse(json: string): ExactValue | undefined {
  try {
    return parseExact(json);
  } catch {
    return undefined;
  }
}

/** Undefined for arrays and objects. */
export function valueDraft(value: ExactValue): FilterValueDraft | undefined {
  if (value === null) return { type: 'null', text: '' };
  if (typeof value === 'string') return { type: 'text', text: value };
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) };
  if (typeof value === 'number') return { type: 'number', text: String(value) };
  return value instanceof ExactNumber ? { type: 'number', text: value.text } : undefined;
}

/**
 * `{"field": value or [values], …}` in row order, numbers with the digits that were typed. Rows in which nothing was
 * entered do not count. Without a known type (`fieldTypes`: field id to the server's type name) a value is text.
 */
export function filtersJson(
  rows: readonly FilterRowDraft[],
  fieldTypes: ReadonlyMap<string, string>,
): string | FilterRowProblem {
  const members = new Map<string, string>();
  for (const [row, { field, values, list }] of rows.entries()) {
    const typed = values.map(({ text }) => text).join(', ');
    if (values.length === 0 && !list) continue;
    if (field === '') {
      if (typed.trim() === '') continue;
      return { row, problem: 'noField', text: typed };
    }
    if (members.has(field)) return { row, problem: 'fieldTwice', text: field };
    const texts: string[] = [];
    for (const value of values) {
      const json = valueJson(value, fieldTypes.get(field));
      if (typeof json !== 'string') return { row, problem: json.problem, text: value.text };
      texts.push(json);
    }
    members.set(field, list || texts.length > 1 ? `[${texts.join(',')}]` : texts.join(''));
  }
  return `{${[...members].map(([field, json]) => `${JSON.stringify(field)}:${json}`).join(',')}}`;
}

/** As it goes on the wire. */
export function valueJson(
  { type, text }: FilterValueDraft,
  fieldType: string | undefined,
): string | Pick<FilterRowProblem, 'problem'> {
  switch (type === 'auto' ? typeOfField(fieldType) : type) {
    case 'null':
      return 'null';
    case 'boolean':
      return /^\s*(?:true|false)\s*$/.test(text) ? text.trim() : { problem: 'notBoolean' };
    case 'number':
      return isJsonNumber(text.trim()) ? text.trim() : { problem: 'notNumber' };
    default:
      return JSON.stringify(text);
  }
}

function typeOfField(fieldType: string | undefined): 'number' | 'boolean' | 'text' {
  const kind = fieldType === undefined ? 'text' : fieldKind(fieldType);
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}
