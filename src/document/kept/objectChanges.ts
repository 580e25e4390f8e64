/**
 * Changes of an object in a text that leave everything else byte for byte: comments, blank lines, and members that
 * stay. jsonc-parser's `modify` isn't used, because it removes the comments before and behind a member with it.
 */
import type { Node } from 'jsonc-parser';
import { commaBehind, memberNode, nodeJson, rangeOfNode, type TreeMember, treeMembers } from './jsonTree.ts';
import { jsonText, type JsonStyle } from './jsonText.ts';
import type { TextChange } from './keptQuery.ts';

export interface TextStyle extends JsonStyle {
  readonly unit: string;
  readonly newline: string;
}

/** How a text is indented, and how its lines end. */
export function styleOf(text: string): TextStyle {
  const [, unit = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { unit, newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

export interface ObjectEdit {
  readonly text: string;
  readonly style: TextStyle;
  /** The value of a node as it is compared with a new one. */
  readonly valueOf: (node: Node) => string;
  /** Names of members that are removed unless they have a new value. Undefined for all. */
  readonly owned?: ReadonlySet<string>;
}

/** Gives an object these members, each a name and JSON. Members that have this value already stay as they are. */
export function objectChanges(
  object: Node,
  members: ReadonlyMap<string, string>,
  edit: ObjectEdit,
): readonly TextChange[] {
  const { text, style, owned } = edit;
  const present = treeMembers(object);
  const last = new Map(present.map((each) => [each.name, each] as const));
  // Of two members with one name, the last one counts.
  const isRemoved = (each: TreeMember): boolean =>
    owned !== undefined && !owned.has(each.name) ? false : !members.has(each.name) || last.get(each.name) !== each;
  const additions = additionsOf(present, members, last);
  const changes: TextChange[] = [];
  const removals: { start: number; end: number }[] = [];
  const end = object.offset + object.length - 1;
  const isMultiline = /[\r\n]/.test(text.slice(object.offset, end)) || present.length === 0;
  const indent = indentOf(text, object, present, style);
  const commas = present.map(({ node }, at) => commaBehind(text, node, present[at + 1]?.node.offset ?? end));
  const hasTrailingComma = commas.at(-1) !== undefined;
  const order = present.flatMap((each, at) => (isRemoved(each) ? [] : [at]));
  const isLastItem = (at: number): boolean =>
    order.every((each) => each <= at) && [...additions.keys()].every((each) => each <= at);
  for (const [at, each] of present.entries()) {
    const comma = commas[at];
    if (isRemoved(each)) {
      removals.push(rangeOfNode(each.node));
      if (comma !== undefined) removals.push({ start: comma, end: comma + 1 });
      continue;
    }
    const json = members.get(each.name);
    if (json !== undefined) changes.push(...valueChanges(each.value, json, edit, indent));
    const added = additions.get(at) ?? [];
    const needsComma = added.length > 0 || !isLastItem(at) || hasTrailingComma;
    const behind = each.node.offset + each.node.length;
    if (needsComma && comma === undefined) changes.push({ range: { start: behind, end: behind }, text: ',' });
    if (!needsComma && comma !== undefined) removals.push({ start: comma, end: comma + 1 });
    insert(comma === undefined ? behind : comma + 1, added, at);
  }
  insert(object.offset + 1, additions.get(-1) ?? [], -1);
  return merged([...changes, ...wholeLines(text, removals)]);

  function insert(from: number, added: readonly string[], at: number): void {
    if (added.length === 0) return;
    const place = isMultiline ? endOfLineComment(text, from, end) : from;
    const items = added.map((name) => {
      const value = jsonText(members.get(name) ?? 'null', style, indent);
      return `${isMultiline ? style.newline + indent : ' '}${JSON.stringify(name)}: ${value}`;
    });
    const isEnd = isLastItem(at) && !hasTrailingComma;
    const closes = present.length === 0 && !/[\r\n]/.test(text.slice(object.offset, end));
    const outer = closes ? style.newline + indent.slice(0, Math.max(0, indent.length - style.unit.length)) : '';
    changes.push({ range: { start: place, end: place }, text: items.join(',') + (isEnd ? '' : ',') + outer });
  }
}

/** New names by the index of the present member behind which they stand, or -1. */
function additionsOf(
  present: readonly TreeMember[],
  members: ReadonlyMap<string, string>,
  last: ReadonlyMap<string, TreeMember>,
): ReadonlyMap<number, readonly string[]> {
  const additions = new Map<number, string[]>();
  let at = -1;
  for (const name of members.keys()) {
    const member = last.get(name);
    if (member !== undefined) at = present.indexOf(member);
    else additions.set(at, [...(additions.get(at) ?? []), name]);
  }
  return additions;
}
