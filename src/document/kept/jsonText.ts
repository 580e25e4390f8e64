/** Lays out JSON for people: short objects and lists on one line, others with a member on each. */
import type { Node } from 'jsonc-parser';
import { jsonTree, nodeJson, treeMembers } from './jsonTree.ts';

export interface JsonStyle {
  /** The blanks that indent one level. */
  readonly unit?: string;
  readonly newline?: string;
  /** Whether the outermost object has a line for each member even if it's short. */
  readonly isOpen?: boolean;
}

const LINE_LENGTH = 100;

/** The JSON keeps its texts and digits. `indent` stands before all lines but the first. */
export function jsonText(
  json: string,
  { unit = '  ', newline = '\n', isOpen = false }: JsonStyle,
  indent = '',
): string {
  const { root } = jsonTree(json);
  return root === undefined ? json : laidOut(json, root, indent, isOpen);

  function laidOut(text: string, node: Node, before: string, isBroken: boolean): string {
    const { type, children = [] } = node;
    if ((type !== 'object' && type !== 'array') || children.length === 0) return nodeJson(text, node);
    const parts = (inner: string): readonly string[] =>
      type === 'array'
        ? children.map((each) => laidOut(text, each, inner, false))
        : treeMembers(node).map(
            ({ nameNode, value }) => `${nodeJson(text, nameNode)}: ${laidOut(text, value, inner, false)}`,
          );
    const [open, close] = type === 'array' ? ['[', ']'] : ['{ ', ' }'];
    const isLong = isBroken || node.length > LINE_LENGTH;
    if (!isLong) return `${open}${parts('').join(', ')}${close}`;
    const deeper = newline + before + unit;
    return `${open.trim()}${deeper}${parts(before + unit).join(`,${deeper}`)}${newline}${before}${close.trim()}`;
  }
}
