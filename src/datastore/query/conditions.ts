/** Conditions as JSON in requests. Only this file writes and reads it. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type ExactValue, isList } from '../../base/cells.ts';
import { parseExact } from '../../base/exactJson.ts';
import { JsonDepthError } from '../../base/jsonScan.ts';
import {
  areConsistent,
  type Bound,
  canStandTogether,
  type Condition,
  type FilterValue,
  isExclusion,
} from './condition.ts';
import { comparisonOf, memberEntry, needOf } from './operators.ts';

/** Writes names unchanged: a field with two conditions may appear twice. */
export function filtersJson(conditions: readonly Condition[]): string {
  const whole = conditions.find(({ field }) => field === null);
  if (whole !== undefined) return conditionJson(whole);
  const members: Condition[][] = [];
  for (const each of conditions) {
    const last = members.at(-1);
    if (last !== undefined && isOneMember(last, each)) last.push(each);
    else members.push([each]);
  }
  return `{${members.map(memberJson).join(',')}}`;
}

function isOneMember(member: readonly Condition[], next: Condition): boolean {
  if (member[0]?.field !== next.field || !isExclusion(next)) return false;
  return member.every((each) => canStandTogether(each, next));
}

function memberJson(member: readonly Condition[]): string {
  const json = member.map(conditionJson).reduce((whole, more) => `${whole.slice(0, -1)},${more.slice(1)}`);
  return `${JSON.stringify(member[0]?.field)}:${json}`;
}

/** The condition without the field's name. */
export function conditionJson(condition: Condition): string {
  if ('json' in condition) return condition.json;
  if ('text' in condition) return `{"${condition.kind}":${JSON.stringify(condition.text)}}`;
  if ('isEmpty' in condition) return `{"${condition.kind}":${String(condition.isEmpty)}}`;
  if ('values' in condition)
    return isExclusion(condition) ? `{"${condition.kind}":${valuesJson(condition)}}` : valuesJson(condition);
  const bounds = condition.bounds.map(({ comparison, value }) => `"${comparison}":${valueJson(value)}`);
  return `{${bounds.join(',')}}`;
}

function valuesJson({ values, list }: { readonly values: readonly FilterValue[]; readonly list: boolean }): string {
  const texts = values.map(valueJson);
  return list || texts.length !== 1 ? `[${texts.join(',')}]` : texts.join('');
}

function valueJson({ type, text }: FilterValue): string {
  if (type === 'text') return JSON.stringify(text);
  return type === 'null' ? 'null' : text;
}

export type FiltersProblem =
  /** Position of the syntax error. Both numbers count from 1, the column in UTF-16 code units. */
  { readonly problem: 'notJson'; readonly line: number; readonly column: number } | { readonly problem: 'notObject' };

/** Reads conditions in the order of the text. Numbers keep all their digits. */
export function parseFilters(json: string): readonly Condition[] | FiltersProblem {
  const at = jsonErrorOffset(json);
  if (at !== undefined) return { problem: 'notJson', ...positionOf(json, at) };
  const tree = parseTree(json);
  if (tree?.type !== 'object') return { problem: 'notObject' };
  return (tree.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    conditionsOfMember(json, String(name?.value), value),
  );
}

/** Reads filters from an address or from storage. A text that isn't a JSON object becomes one raw condition. */
export function conditionsOf(json: string): readonly Condition[] {
  const read = parseFilters(json);
  return 'problem' in read ? [{ kind: 'raw', field: null, json: json.trim() }] : read;
}

export function conditionWith(field: string, json: string): Condition {
  const tree = parseTree(json);
  const [condition, ...others] = conditionsOfMember(json, field, tree);
  return condition === undefined || others.length > 0 ? { kind: 'raw', field, json } : condition;
}

/** The place of the first syntax error. Undefined if there is none. */
export function jsonErrorOffset(json: string): number | undefined {
  try {
    parseExact(json);
  } catch (error) {
    // The parser below recurses for each level, so deep texts are refused first.
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

/** Reads the conditions of one member, which may be several. Exclusions follow the condition that they limit. */
function conditionsOfMember(json: string, field: string, node: Node | undefined): readonly Condition[] {
  const { type, offset = 0, length = 0, children = [] } = node ?? {};
  const raw: Condition = { kind: 'raw', field, json: json.slice(offset, offset + length) };
  if (type !== 'object') {
    const values = valuesOf(json, node);
    return [values === undefined ? raw : { kind: 'values', field, ...values }];
  }
  const members = children.map(({ children: [name, value] = [] }) => [String(name?.value), value] as const);
  if (new Set(members.map(([name]) => name)).size < members.length) return [raw];
  const bounds = members.flatMap(([name, value]) => boundOf(json, name, value) ?? []);
  const range: readonly Condition[] = bounds.length === 0 ? [] : [{ kind: 'range', field, bounds }];
  const others = members.flatMap(([name, value]) => memberCondition(json, field, name, value) ?? []);
  const conditions = [...range, ...others];
  const isWhole = conditions.length > 0 && bounds.length + others.length === members.length;
  if (!isWhole || !areConsistent(conditions)) return [raw];
  return [...conditions.filter((each) => !isExclusion(each)), ...conditions.filter(isExclusion)];
}

function boundOf(json: string, name: string, node: Node | undefined): Bound | undefined {
  const comparison = comparisonOf(name);
  const value = comparison && valueOf(json, node);
  return comparison && value && { comparison, value };
}

function memberCondition(json: string, field: string, name: string, node: Node | undefined): Condition | undefined {
  const entry = memberEntry(name);
  switch (entry?.input) {
    case undefined:
      return undefined;
    case 'text':
      return node?.type === 'string' ? { kind: entry.kind, field, text: String(node.value) } : undefined;
    case 'none':
      return node?.type === 'boolean' ? { kind: entry.kind, field, isEmpty: node.value === true } : undefined;
    case 'values': {
      const values = valuesOf(json, node);
      return values && { kind: entry.kind, field, ...values };
    }
  }
}

function valuesOf(
  json: string,
  node: Node | undefined,
): { readonly values: readonly FilterValue[]; readonly list: boolean } | undefined {
  const list = node?.type === 'array';
  const nodes = list ? (node.children ?? []) : [node];
  const values = nodes.flatMap((each) => valueOf(json, each) ?? []);
  return values.length === nodes.length ? { values, list } : undefined;
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

/** Adds a condition to any field (CKAN 2.12+). Undefined if the filters aren't a JSON object. */
export function narrowFilters(
  conditions: readonly Condition[] | undefined,
  more: Condition,
): readonly Condition[] | undefined {
  if (conditions === undefined) return [more];
  if (conditions.some(({ field }) => field === null)) return undefined;
  // A group can't contain conditions that need SQL, and would ignore NULL.
  if (!conditions.every((each) => isOfApi(each) && !hasNull(each)))
    return conditions.some(({ field }) => field === more.field) ? undefined : [...conditions, more];
  return [{ kind: 'raw', field: '$and', json: `[${filtersJson(conditions)},${filtersJson([more])}]` }];
}

/** Whether one of the possible values is NULL, which equals nothing in CKAN's filters. */
export function hasNull(condition: Condition): boolean {
  return condition.kind === 'values' && condition.values.some(({ type }) => type === 'null');
}

/** Rewrites NULL for our own servers, whose operator `null` finds it. */
export function withNullOperator(condition: Condition): Condition {
  if (condition.kind !== 'values' || !hasNull(condition)) return condition;
  const others = condition.values.filter(({ type }) => type !== 'null').map(valueJson);
  return { kind: 'raw', field: condition.field, json: `[${[...others, '{"null":true}'].join(',')}]` };
}

/** Adds a condition for our own servers. It may be about a field that already has one. */
export function withCondition(conditions: readonly Condition[], more: Condition): readonly Condition[] {
  if (conditions.length === 0) return [more];
  const json = filtersJson(conditions.map(withNullOperator));
  const all = json.startsWith('[') ? `{"$or":${json}}` : json;
  return [{ kind: 'raw', field: '$and', json: `[${all},${filtersJson([more])}]` }];
}

/** Whether the `filters` of some version of CKAN support the condition. */
export function isOfApi({ kind }: Condition): boolean {
  if (kind === 'raw') return true;
  const need = needOf(kind);
  return need === 'nothing' || need === 'ranges';
}

/** The name of a field in filters. CKAN 2.12+ reserves names with `$` such as `$or`, so the `$` is doubled. */
export function nameInFilters(field: string, hasRanges: boolean): string {
  return hasRanges && field.startsWith('$') ? `$${field}` : field;
}

/**
 * Whether a condition on a field of lists compares it with values that aren't lists, which CKAN 2.12+ refuses
 * (docs/ckan.md 23). PostgreSQL reads a text such as `{a,b}` as a list.
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

/** The condition's field. Undefined for groups of conditions and for raw filters. */
export function fieldOf({ field }: Condition, hasRanges: boolean): string | undefined {
  if (field === null || !hasRanges || !field.startsWith('$')) return field ?? undefined;
  return field.startsWith('$$') ? field.slice(1) : undefined;
}
