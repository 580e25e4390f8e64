/** The parameters that a query of a document declares, and the places where it uses them. */
import type { Node } from 'jsonc-parser';
import { defined } from '../../base/defined.ts';
import { allValues, filledText, referenceIn, wrongValue } from './fillQuery.ts';
import { type JsonPath, memberNode, nodeJson, treeMembers } from './jsonTree.ts';
import { PARAMETER_TYPES, type QueryParameter } from './keptQuery.ts';
import { PLACE_MEMBERS, QUESTION_MEMBERS, readQuestionMembers, type ReportFault } from './queryMembers.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u;
const MEMBERS: ReadonlySet<string> = new Set(['type', 'default', 'description']);
const ANY_REFERENCE = /\$\{([^{}]*)\}/g;

/** Parameters that are wrong are reported and left out. */
export function readParameters(text: string, query: Node, report: ReportFault): readonly QueryParameter[] {
  const node = memberNode(query, 'parameters');
  if (node === undefined) return [];
  if (node.type !== 'object') return report(['parameters'], 'needsObject') ?? [];
  const parameters = new Map<string, QueryParameter>();
  for (const { name, value } of treeMembers(node)) {
    const path = ['parameters', name];
    const parameter = NAME.test(name) ? parameterOf(text, name, value, report) : report(path, 'parameterName');
    if (parameter !== undefined) parameters.set(name, parameter);
  }
  return [...parameters.values()];
}

function parameterOf(text: string, name: string, node: Node, report: ReportFault): QueryParameter | undefined {
  const inside = (member: string): JsonPath => ['parameters', name, member];
  if (node.type !== 'object') return report(['parameters', name], 'needsObject');
  for (const { name: member } of treeMembers(node)) if (!MEMBERS.has(member)) report(inside(member), 'unknown');
  const kind: unknown = memberNode(node, 'type')?.value ?? 'text';
  const type = PARAMETER_TYPES.find((each) => each === kind);
  if (type === undefined) return report(inside('type'), 'needsOneOf', { text: PARAMETER_TYPES.join(', ') });
  const value = memberNode(node, 'default');
  const defaultJson = value && nodeJson(text, value);
  const word = defaultJson === undefined ? undefined : wrongValue(type, defaultJson);
  if (word !== undefined) report(inside('default'), word, { name });
  const description = memberNode(node, 'description');
  if (description !== undefined && description.type !== 'string') report(inside('description'), 'needsText');
  const words: unknown = description?.value;
  return defined({
    ...{ name, type },
    defaultJson: word === undefined ? defaultJson : undefined,
    description: typeof words === 'string' ? words : undefined,
  });
}

/** Reports parameters in wrong places, and what the defaults make wrong. Parts that need a value wait for it. */
export function checkUses(text: string, query: Node, parameters: readonly QueryParameter[], report: ReportFault): void {
  const names = new Set(parameters.map(({ name }) => name));
  for (const member of [...PLACE_MEMBERS, 'expect'] as const)
    forEachText(memberNode(query, member), [member], (value, path) => {
      if (names.has(referenceIn(value) ?? '')) report(path, 'notHere');
    });
  const defaults = allValues(parameters, new Map());
  const members = new Map<string, string>();
  for (const member of QUESTION_MEMBERS) {
    const node = memberNode(query, member);
    if (node === undefined) continue;
    let waits = false;
    forEachText(node, [member], (value, path) => {
      const reference = referenceIn(value);
      if (reference === undefined) reportPart(value, path);
      else if (!names.has(reference)) report(path, 'noParameter', { name: reference });
      if (reference !== undefined && !defaults.has(reference)) waits = true;
    });
    if (!waits)
      members.set(
        member,
        nodeJson(text, node, (value) => filledText(value, defaults)),
      );
  }
  readQuestionMembers(members, report);

  function reportPart(value: string, path: JsonPath): void {
    if (filledText(value, new Map()) !== undefined) return;
    const [part] = [...value.matchAll(ANY_REFERENCE)].find(([, name = '']) => names.has(name)) ?? [];
    if (part !== undefined) report(path, 'partOfText', { text: part });
  }
}

function forEachText(node: Node | undefined, path: JsonPath, act: (value: string, path: JsonPath) => void): void {
  if (node?.type === 'string') act(String(node.value), path);
  if (node?.type === 'array') node.children?.forEach((each, at) => forEachText(each, [...path, at], act));
  for (const { name, value } of treeMembers(node)) forEachText(value, [...path, name], act);
}
