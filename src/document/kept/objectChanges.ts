/**
 * Changes of objects and lists in a text that leave everything else byte for byte: comments, blank lines, and members
 * that stay. jsonc-parser's `modify` isn't used, because it removes the comments beside a member with it.
 */
import type { Node } from 'jsonc-parser';
import { commaBehind, jsonTree, nodeJson, rangeOfNode, type TreeMember, treeMembers } from './jsonTree.ts';
import { type JsonStyle, jsonText } from './jsonText.ts';
import type { TextChange } from './keptQuery.ts';
import { endOfLineComments, lineIndent, mergedChanges, removals } from './textChanges.ts';

export type TextStyle = Required<Pick<JsonStyle, 'unit' | 'newline'>>;

/** How a text is indented, and how its lines end. */
export function styleOf(text: string): TextStyle {
  const [, unit = '  '] = /^([ \t]+)["{}[\]]/m.exec(text) ?? [];
  return { unit, newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

export interface EditedText {
  readonly text: string;
  readonly style: TextStyle;
  /** The JSON of a node as it is compared with a new value. */
  readonly valueOf: (node: Node) => string;
}

/** Members and values of a container that stay, go and come. Indices are those of its children. */
export interface ItemEdits {
  readonly isRemoved: (at: number) => boolean;
  /** New items by the child behind which they stand, or -1. Each writes itself for an indent. */
  readonly additions: ReadonlyMap<number, readonly ((indent: string) => string)[]>;
}

/** Removes and adds children of an object or a list, and keeps its commas right. */
function itemChanges(
  container: Node,
  { isRemoved, additions }: ItemEdits,
  { text, style }: Pick<EditedText, 'text' | 'style'>,
): readonly TextChange[] {
  const { children = [] } = container;
  const end = container.offset + container.length - 1;
  const inner = text.slice(container.offset, end);
  const hasLines = /[\r\n]/.test(inner);
  const isMultiline = hasLines || children.length === 0;
  const [first] = children;
  const outer = lineIndent(text, container.offset);
  const indent = first !== undefined && hasLines ? lineIndent(text, first.offset) : outer + style.unit;
  const commas = children.map((node, at) => commaBehind(text, node, children[at + 1]?.offset ?? end));
  const endsWithComma = commas.at(-1) !== undefined;
  const stays = children.flatMap((_, at) => (isRemoved(at) ? [] : [at]));
  const last = Math.max(-1, stays.at(-1) ?? -1, ...additions.keys());
  const changes: TextChange[] = [];
  const ranges = children.flatMap((node, at) => (isRemoved(at) ? [rangeOfNode(node)] : []));
  const insert = (at: number, from: number): void => {
    const added = (additions.get(at) ?? []).map((write) => write(indent));
    if (added.length === 0) return;
    const place = isMultiline ? endOfLineComments(text, from) : from;
    const comma = at === last && !endsWithComma ? '' : ',';
    const isListStart = at === -1 && container.type === 'array' && !isMultiline;
    const lead = isMultiline ? style.newline + indent : isListStart ? '' : ' ';
    const close = hasLines || !isMultiline ? '' : style.newline + outer;
    const written = added.join(`,${isListStart ? ' ' : lead}`);
    changes.push({
      range: { start: place, end: place },
      text: lead + written + comma + (isListStart ? ' ' : '') + close,
    });
  };
  insert(-1, container.offset + 1);
  for (const [at, node] of children.entries()) {
    const comma = commas[at];
    const needsComma = !isRemoved(at) && (at < last || additions.has(at) || endsWithComma);
    if (comma !== undefined && !needsComma) ranges.push({ start: comma, end: comma + 1 });
    const behind = node.offset + node.length;
    if (comma === undefined && needsComma) changes.push({ range: { start: behind, end: behind }, text: ',' });
    if (!isRemoved(at)) insert(at, comma === undefined ? behind : comma + 1);
  }
  return mergedChanges([...changes, ...removals(text, ranges)]);
}

/** Adds children behind the last one. */
export function addedItems(
  container: Node,
  writes: readonly ((indent: string) => string)[],
  edited: Pick<EditedText, 'text' | 'style'>,
): readonly TextChange[] {
  if (writes.length === 0) return [];
  const additions = new Map([[(container.children?.length ?? 0) - 1, writes]]);
  return itemChanges(container, { isRemoved: () => false, additions }, edited);
}

/**
 * Gives an object these members, each a name and its JSON, or undefined for one that stays as it is. Others are removed
 * if `isOwned` says so.
 */
export function objectChanges(
  object: Node,
  members: ReadonlyMap<string, string | undefined>,
  edited: EditedText,
  isOwned: (name: string) => boolean = () => true,
): readonly TextChange[] {
  const present = treeMembers(object);
  // JSON.parse keeps the last of two equal names, so this does too.
  const places = new Map(present.map(({ name }, at) => [name, at] as const));
  const isRemoved = (at: number): boolean => {
    const { name = '' } = present[at] ?? {};
    if (!members.has(name)) return isOwned(name);
    return members.get(name) !== undefined && places.get(name) !== at;
  };
  const additions = new Map<number, ((indent: string) => string)[]>();
  let anchor = -1;
  for (const [name, json] of members) {
    const at = places.get(name);
    if (at !== undefined) anchor = at;
    else if (json !== undefined) {
      const write = (indent: string) => `${JSON.stringify(name)}: ${jsonText(json, edited.style, indent)}`;
      additions.set(anchor, [...(additions.get(anchor) ?? []), write]);
    }
  }
  const values = present.flatMap(({ name, value }, at) => {
    const json = members.get(name);
    return json === undefined || isRemoved(at) ? [] : valueChanges(value, json, edited);
  });
  return mergedChanges([...values, ...itemChanges(object, { isRemoved, additions }, edited)]);
}

/** Gives a node a value. Parts of it that have their value already stay as they are. */
export function valueChanges(node: Node, json: string, edited: EditedText): readonly TextChange[] {
  if (edited.valueOf(node) === json) return [];
  const { root } = jsonTree(json);
  if (node.type === 'object' && root?.type === 'object' && haveOneOrder(treeMembers(node), treeMembers(root)))
    return objectChanges(
      node,
      new Map(treeMembers(root).map((each) => [each.name, nodeJson(json, each.value)])),
      edited,
    );
  if (node.type === 'array' && root?.type === 'array' && node.children?.[0] && root.children?.[0])
    return listChanges(
      node,
      node.children,
      root.children.map((each) => nodeJson(json, each)),
      edited,
    );
  return [{ range: rangeOfNode(node), text: jsonText(json, edited.style, lineIndent(edited.text, node.offset)) }];
}

/** Whether no name comes twice, and the names of both come in one order. */
function haveOneOrder(present: readonly TreeMember[], next: readonly TreeMember[]): boolean {
  const [names, others] = [present, next].map((members) => members.map(({ name }) => name));
  if (names === undefined || others === undefined) return false;
  const [before, after] = [new Set(names), new Set(others)];
  if (before.size < names.length || after.size < others.length) return false;
  const common = others.filter((name) => before.has(name));
  return names.filter((name) => after.has(name)).every((name, at) => name === common[at]);
}

/** Values that are equal at the beginning and the end of the list stay. Those between are changed in their order. */
function listChanges(
  list: Node,
  children: readonly Node[],
  values: readonly string[],
  edited: EditedText,
): readonly TextChange[] {
  const present = children.map(edited.valueOf);
  const shorter = Math.min(present.length, values.length);
  let front = 0;
  while (front < shorter && present[front] === values[front]) front += 1;
  let back = 0;
  while (back < shorter - front && present.at(-1 - back) === values.at(-1 - back)) back += 1;
  const changed = shorter - back;
  const isRemoved = (at: number): boolean => at >= changed && at < children.length - back;
  const added = values.slice(changed, values.length - back);
  const write = added.map((json) => (indent: string) => jsonText(json, edited.style, indent));
  const additions = new Map(write.length === 0 ? [] : [[changed - 1, write] as const]);
  const inside = children
    .slice(front, changed)
    .flatMap((child, at) => valueChanges(child, values[front + at] ?? 'null', edited));
  return mergedChanges([...inside, ...itemChanges(list, { isRemoved, additions }, edited)]);
}
