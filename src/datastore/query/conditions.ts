/** Conditions as JSON on the wire: written and read only here. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { JsonDepthError, parseExact } from '../../base/exactJson.ts';
import { comparisonOf, type Condition, type FilterValue } from '../../messages/condition.ts';

/** Each name stands as it was given: a field whose name comes twice comes twice. */
export function filtersJson(conditions: readonly Condition[]): string {
  const whole = conditions.find(({ field }) => field === null);
  if (whole !== undefined) return conditionJson(whole);
  const members = conditions.map((each) => `${JSON.stringify(each.field)}:${conditionJson(each)}`);
  return `{${members.join(',')}}`;
}

/** What is asked of the field, without its name. */
export function conditionJson(condition: Condition): string {
  switch (condition.kind) {
    case 'raw':
      return condition.json;
    case 'range':
      return `{${condition.bounds.map(({ comparison, value }) => `"${comparison}":${valueJson(value)}`).join(',')}}`;
    case 'values': {
      const values = condition.values.map(valueJson);
      return condition.list || values.length !== 1 ? `[${values.join(',')}]` : values.join('');
    }
  }
}

function valueJson({ type, text }: FilterValue): string {
  if (type === 'text') return JSON.stringify(text);
  return type === 'null' ? 'null' : text;
}

export type FiltersProblem =
  /** Where it stops being JSON, both from 1; the column in UTF-16 units. */
  | { readonly problem: 'notJson'; readonly line: number; readonly column: number }
  | { readonly problem: 'notObject' };

/** In the order of the text, every number with its digits. */
export function parseFilters(json: string): readonly Condition[] | FiltersProblem {
  const at = errorOffset(json);
  if (at !== undefined) return { problem: 'notJson', ...positionOf(json, at) };
  const tree = parseTree(json);
  if (tree?.type !== 'object') return { problem: 'notObject' };
  return (tree.children ?? []).map(({ children: [name, value] = [] }) =>
    conditionOf(json, String(name?.value), value),
  );
}

/** The same of filters that came with an address or from storage: what is no JSON object stays as it is. */
export function conditionsOf(json: string): readonly Condition[] {
  const read = parseFilters(json);
  return 'problem' in read ? [{ kind: 'raw', field: null, json: json.trim() }] : read;
}

/** What a valid JSON text asks of the field. */
export function conditionWith(field: string, json: string): Condition {
  return conditionOf(json, field, parseTree(json));
}

function errorOffset(json: string): number | undefined {
  try {
    parseExact(json);
  } catch (error) {
    // The parser below walks down as deep as the text goes.
    if (error instanceof JsonDepthError) return 0;
  }
  const errors: ParseError[] = [];
  parseTree(json, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return errors[0]?.offset;
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function conditionOf(json: string, field: string, node: Node | undefined): Condition {
  const { type, offset = 0, length = 0, children = [] } = node ?? {};
  if (type === 'object') {
    const bounds = children.map(({ children: [name, value] = [] }) => boundOf(json, name, value));
    const known = bounds.filter((bound) => bound !== undefined);
    const different = new Set(known.map(({ comparison }) => comparison));
    if (known.length > 0 && different.size === bounds.length) return { kind: 'range', field, bounds: known };
  } else {
    const values = (type === 'array' ? children : [node]).map((each) => valueOf(json, each));
    const known = values.filter((value) => value !== undefined);
    if (known.length === values.length)
      return { kind: 'values', field, values: known, list: type === 'array' };
  }
  return { kind: 'raw', field, json: json.slice(offset, offset + length) };
}

function boundOf(json: string, name: Node | undefined, node: Node | undefined) {
  const comparison = comparisonOf(String(name?.value));
  const value = valueOf(json, node);
  return comparison && value && { comparison, value };
}

function valueOf(json: string, node: Node | undefined): FilterValue | undefined {
  const text = json.slice(node?.offset, (node?.offset ?? 0) + (node?.length ?? 0));
  switch (node?.type) {
    case 'string':
      return { type: 'text', text: String(node.value) };
    case 'number':
    case 'boolean':
      return { type: node.type, text };
    case 'null':
      return { type: 'null', text: '' };
    default:
      return undefined;
  }
}

/**
 * The conditions and one more (CKAN 2.12+), which may be of a field that they speak of already. Undefined where
 * the filters are no object that could be added to.
 */
export function narrowed(
  conditions: readonly Condition[] | undefined,
  more: Condition,
): readonly Condition[] | undefined {
  if (conditions === undefined) return [more];
  if (conditions.some(({ field }) => field === null)) return undefined;
  return [{ kind: 'raw', field: '$and', json: `[${filtersJson(conditions)},${filtersJson([more])}]` }];
}

/** As a field is named in filters: where `$or` has a meaning (CKAN 2.12+), a name that begins so is written with two. */
export function nameInFilters(field: string, hasRanges: boolean): string {
  return hasRanges && field.startsWith('$') ? `$${field}` : field;
}

/** The field that a condition speaks of; undefined for groups of conditions and for what has no field. */
export function fieldOf({ field }: Condition, hasRanges: boolean): string | undefined {
  if (field === null || !hasRanges || !field.startsWith('$')) return field ?? undefined;
  return field.startsWith('$$') ? field.slice(1) : undefined;
}
