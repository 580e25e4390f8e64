/** The parameters that a query of a document declares, and the places where it uses them. */
import type { Node } from 'jsonc-parser';
import { defined } from '../../base/defined.ts';
import { allValues, filledText, referenceIn, wrongValue } from './fillQuery.ts';
import { type JsonPath, memberNode, nodeJson, scalarOf, treeMembers } from './jsonTree.ts';
import { attempt, MemberFault, refuse, type ReportFault } from './memberFault.ts';
import { PARAMETER_TYPES, type QueryParameter } from './keptQuery.ts';
import { PLACE_MEMBERS, QUESTION_MEMBERS, readQuestionMembers } from './queryMembers.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u;
const MEMBERS: ReadonlySet<string> = new Set(['type', 'default', 'description']);
const ANY_REFERENCE = /\$\{([^{}]*)\}/g;

/** Parameters that are wrong are reported and left out. Throws MemberFault. */
export function readParameters(text: string, query: Node, report: ReportFault): readonly QueryParameter[] {
  const node = memberNode(query, 'parameters');
  if (node === undefined) return [];
  if (node.type !== 'object') return refuse(['parameters'], 'needsObject');
  const parameters = new Map<string, QueryParameter>();
  for (const { name, value } of treeMembers(node)) {
    const parameter = attempt(report, () => parameterOf(text, name, value, report));
    if (parameter !== undefined) parameters.set(name, parameter);
  }
  return [...parameters.values()];
}

function parameterOf(text: string, name: string, node: Node, report: ReportFault): QueryParameter {
  const path = ['parameters', name];
  if (!NAME.test(name)) return refuse(path, 'parameterName');
  if (node.type !== 'object') return refuse(path, 'needsObject');
  for (const { name: member } of treeMembers(node))
    if (!MEMBERS.has(member)) report(new MemberFault([...path, member], 'unknown'));
  const kind: unknown = scalarOf(memberNode(node, 'type'), 'text');
  const type = PARAMETER_TYPES.find((each) => each === kind);
  if (type === undefined) return refuse([...path, 'type'], 'needsOneOf', { text: PARAMETER_TYPES.join(', ') });
  const value = memberNode(node, 'default');
  const defaultJson = value && nodeJson(text, value);
  const word = defaultJson === undefined ? undefined : wrongValue(type, defaultJson);
  if (word !== undefined) return refuse([...path, 'default'], word, { name });
  const words: unknown = scalarOf(memberNode(node, 'description'), undefined);
  if (words !== undefined && typeof words !== 'string') return refuse([...path, 'description'], 'needsText');
  return defined({ name, type, defaultJson, description: words });
}

/** Reports parameters in wrong places, and what the defaults make wrong. Parts that need a value wait for it. */
export function checkUses(text: string, query: Node, parameters: readonly QueryParameter[], report: ReportFault): void {
  const names = new Set(parameters.map(({ name }) => name));
  for (const member of [...PLACE_MEMBERS, 'expect'] as const)
    forEachText(memberNode(query, member), [member], (value, path) => {
      if (names.has(referenceIn(value) ?? '')) report(new MemberFault(path, 'notHere'));
    });
  const defaults = allValues(parameters, new Map());
  const members = new Map<string, string>();
  const filledMembers = new Set<unknown>();
  for (const member of QUESTION_MEMBERS) {
    const node = memberNode(query, member);
    if (node === undefined) continue;
    const uses = new Set<string>();
    forEachText(node, [member], (value, path) => {
      const reference = referenceIn(value);
      if (reference !== undefined) uses.add(reference);
      if (reference !== undefined && !names.has(reference))
        report(new MemberFault(path, 'noParameter', { name: reference }));
      const [part] = [...value.matchAll(ANY_REFERENCE)].find(([, name = '']) => names.has(name)) ?? [];
      if (part !== undefined && filledText(value, new Map([[reference ?? '', '']])) === undefined)
        report(new MemberFault(path, 'partOfText', { text: part }));
    });
    if (uses.size > 0) filledMembers.add(member);
    if ([...uses].every((name) => defaults.has(name)))
      members.set(
        member,
        nodeJson(text, node, (value) => filledText(value, defaults)),
      );
  }
  readQuestionMembers(members, (fault) => {
    const { path, word, details } = fault;
    report(filledMembers.has(path[0]) ? new MemberFault(path, word, details, false) : fault);
  });
}

function forEachText(node: Node | undefined, path: JsonPath, act: (value: string, path: JsonPath) => void): void {
  if (node?.type === 'string') act(String(node.value), path);
  if (node?.type === 'array') node.children?.forEach((each, at) => forEachText(each, [...path, at], act));
  for (const { name, value } of treeMembers(node)) forEachText(value, [...path, name], act);
}
