/** Conditions as JSON on the wire: written and read only here. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type ExactValue, isList } from '../../base/cells.ts';
import { parseExact } from '../../base/exactJson.ts';
import { JsonDepthError } from '../../base/jsonScan.ts';
import { canStandTogether, comparisonOf, type Condition, type FilterValue } from './condition.ts';

/** Each name stands as it was given: a field whose name comes twice comes twice. */
export function filtersJson(conditions: readonly Condition[]): string {
  const whole = conditions.find(({ field }) => field === null);
  if (whole !== undefined) return conditionJson(whole);
  const members = conditions.flatMap((each, place) => {
    const [before, after] = [conditions[place - 1], conditions[place + 1]];
    if (before !== undefined && isOneMember(before, each)) return [];
    const json = conditionJson(each);
    const isJoined = after !== undefined && isOneMember(each, after);
    const value = isJoined ? `${json.slice(0, -1)},${conditionJson(after).slice(1)}` : json;
    return [`${JSON.stringify(each.field)}:${value}`];
  });
  return `{${members.join(',')}}`;
}

function isOneMember(first: Condition, second: Condition): boolean {
  return first.field === second.field && second.kind === 'not' && canStandTogether(first, second);
}

/** What is asked of the field, without its name. */
export function conditionJson(condition: Condition): string {
  switch (condition.kind) {
    case 'raw':
      return condition.json;
    case 'range':
      return `{${condition.bounds.map(({ comparison, value }) => `"${comparison}":${valueJson(value)}`).join(',')}}`;
    case 'contains':
      return `{"contains":${JSON.stringify(condition.text)}}`;
    case 'empty':
      return `{"empty":${String(condition.isEmpty)}}`;
    case 'not':
      return `{"not":${valuesJson(condition)}}`;
    case 'values':
      return valuesJson(condition);
  }
}

function valuesJson({
  values,
  list,
}: {
  readonly values: readonly FilterValue[];
  readonly list: boolean;
}): string {
  const texts = values.map(valueJson);
  return list || texts.length !== 1 ? `[${texts.join(',')}]` : texts.join('');
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
  return (tree.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    conditionsOfMember(json, String(name?.value), value),
  );
}

/** The same of filters that came with an address or from storage: what is no JSON object stays as it is. */
export function conditionsOf(json: string): readonly Condition[] {
  const read = parseFilters(json);
  return 'problem' in read ? [{ kind: 'raw', field: null, json: json.trim() }] : read;
}

/** What a valid JSON text asks of the field. */
export function conditionWith(field: string, json: string): Condition {
  const tree = parseTree(json);
  const [condition, ...others] = conditionsOfMember(json, field, tree);
  return condition === undefined || others.length > 0 ? { kind: 'raw', field, json } : condition;
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

/** One; two where a range or a text has exceptions. */
function conditionsOfMember(json: string, field: string, node: Node | undefined): readonly Condition[] {
  const { type, offset = 0, length = 0, children = [] } = node ?? {};
  const raw: Condition = { kind: 'raw', field, json: json.slice(offset, offset + length) };
  if (type !== 'object')
    return [valuesOf(json, node, (given) => ({ kind: 'values', field, ...given })) ?? raw];
  const members = new Map(children.map(({ children: [name, value] = [] }) => [String(name?.value), value]));
  if (members.size < children.length || members.size === 0) return [raw];
  const parts = [rangeOf(json, field, members), containsOf(field, members), notOf(json, field, members)];
  const known = [...parts, emptyOf(field, members)].filter((part) => part !== undefined);
  const [first, second] = known;
  const understood = known.reduce((sum, part) => sum + (part.kind === 'range' ? part.bounds.length : 1), 0);
  if (first === undefined || understood < members.size || known.length > 2) return [raw];
  return second === undefined || canStandTogether(first, second) ? known : [raw];
}

type Members = ReadonlyMap<string, Node | undefined>;

function rangeOf(json: string, field: string, members: Members) {
  const bounds = [...members].flatMap(([name, node]) => {
    const comparison = comparisonOf(name);
    const value = comparison && valueOf(json, node);
    return comparison && value ? [{ comparison, value }] : [];
  });
  return bounds.length === 0 ? undefined : ({ kind: 'range', field, bounds } as const);
}

function containsOf(field: string, members: Members): Condition | undefined {
  const node = members.get('contains');
  return node?.type === 'string' ? { kind: 'contains', field, text: String(node.value) } : undefined;
}

function emptyOf(field: string, members: Members): Condition | undefined {
  const node = members.get('empty');
  return node?.type === 'boolean' ? { kind: 'empty', field, isEmpty: node.value === true } : undefined;
}

function notOf(json: string, field: string, members: Members): Condition | undefined {
  if (!members.has('not')) return undefined;
  return valuesOf(json, members.get('not'), (given) => ({ kind: 'not', field, ...given }));
}

/** A value, or a list of values. */
function valuesOf(
  json: string,
  node: Node | undefined,
  make: (given: { readonly values: readonly FilterValue[]; readonly list: boolean }) => Condition,
): Condition | undefined {
  const list = node?.type === 'array';
  const values = (list ? (node.children ?? []) : [node]).map((each) => valueOf(json, each));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? make({ values: known, list }) : undefined;
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
  // What SQL alone can say has no place in a group, and NULL would not be seen there.
  if (!conditions.every((each) => isOfApi(each) && !hasNull(each)))
    return conditions.some(({ field }) => field === more.field) ? undefined : [...conditions, more];
  return [{ kind: 'raw', field: '$and', json: `[${filtersJson(conditions)},${filtersJson([more])}]` }];
}

/** A value that is to be equal is NULL, which equals nothing. */
export function hasNull(condition: Condition): boolean {
  return condition.kind === 'values' && condition.values.some(({ type }) => type === 'null');
}

/** The same condition for a server of ours, whose operator `null` finds what CKAN's filters find by no value. */
export function withNullOperator(condition: Condition): Condition {
  if (condition.kind !== 'values' || !hasNull(condition)) return condition;
  const others = condition.values.filter(({ type }) => type !== 'null').map(valueJson);
  return { kind: 'raw', field: condition.field, json: `[${[...others, '{"null":true}'].join(',')}]` };
}

/** The conditions and one more, which may be of a field that they speak of, for a server of ours. */
export function withCondition(conditions: readonly Condition[], more: Condition): readonly Condition[] {
  if (conditions.length === 0) return [more];
  const json = filtersJson(conditions.map(withNullOperator));
  const all = json.startsWith('[') ? `{"$or":${json}}` : json;
  return [{ kind: 'raw', field: '$and', json: `[${all},${filtersJson([more])}]` }];
}

/** Conditions that `filters` of some CKAN can say. */
export function isOfApi({ kind }: Condition): boolean {
  return kind === 'values' || kind === 'range' || kind === 'raw';
}

/** As a field is named in filters: where `$or` has a meaning (CKAN 2.12+), a name that begins so is written with two. */
export function nameInFilters(field: string, hasRanges: boolean): string {
  return hasRanges && field.startsWith('$') ? `$${field}` : field;
}

/**
 * For a field of lists: a list of what are no lists, which CKAN 2.12+ refuses (docs/ckan.md 23). A text such as `{a,b}` is
 * one for PostgreSQL.
 */
export function isListOfScalars(condition: Condition): boolean {
  if (condition.kind !== 'values' && condition.kind !== 'raw') return false;
  const json = conditionJson(condition);
  const members = json.startsWith('[') ? parseExact(json) : undefined;
  return isList(members) && members.some((each) => !isList(each) && each !== null && !isListLiteral(each));
}

function isListLiteral(value: ExactValue): boolean {
  return typeof value === 'string' && value.trimStart().startsWith('{');
}

/** The field that a condition speaks of; undefined for groups of conditions and for what has no field. */
export function fieldOf({ field }: Condition, hasRanges: boolean): string | undefined {
  if (field === null || !hasRanges || !field.startsWith('$')) return field ?? undefined;
  return field.startsWith('$$') ? field.slice(1) : undefined;
}
