/** JSON with comments as a tree whose nodes have offsets in the text. */
import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { defined } from '../../base/defined.ts';
import type { TextRange } from '../sqlDocument.ts';

/** Longest text in UTF-16 units, and deepest nesting. The parser recurses for each level. */
const LONGEST = 1 << 24;
const DEEPEST = 64;

/** Kinds of tokens that jsonc-parser's scanner returns. Its enum can't be imported in isolated modules. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, end: 17 } as const;

export type JsonPath = readonly (string | number)[];

export interface JsonTree {
  /** What could be read, up to the first error. Undefined for a text that is too long or too deep. */
  readonly root?: Node;
  readonly fault?: {
    readonly word: 'notJson' | 'missingMark' | 'tooLong' | 'tooDeep';
    readonly range: TextRange;
    /** The mark that is missing in the text. */
    readonly mark?: string;
  };
}

/** Marks that are missing, by jsonc-parser's codes of errors. Its enum can't be imported either. */
const MISSING_MARKS: ReadonlyMap<number, string> = new Map([
  [5, ':'],
  [6, ','],
  [7, '}'],
  [8, ']'],
  [11, '*/'],
  [12, '"'],
]);

/** Reads a text in time that grows with its length. Trailing commas are allowed, as VS Code's own files have them. */
export function jsonTree(text: string): JsonTree {
  if (text.length > LONGEST) return { fault: { word: 'tooLong', range: { start: 0, end: 0 } } };
  const deep = deepPlace(text);
  if (deep !== undefined) return { fault: { word: 'tooDeep', range: { start: deep, end: deep + 1 } } };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return root === undefined ? {} : { root };
  const end = Math.max(error.offset + error.length, Math.min(error.offset + 1, text.length));
  const mark = MISSING_MARKS.get(error.error);
  const word = mark === undefined ? ('notJson' as const) : ('missingMark' as const);
  const fault = { word, range: { start: error.offset, end }, ...defined({ mark }) };
  return root === undefined ? { fault } : { root, fault };
}

function deepPlace(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan() as number; token !== TOKEN.end; token = scanner.scan() as number) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) depth += 1;
    else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth -= 1;
    if (depth > DEEPEST) return scanner.getTokenOffset();
  }
  return undefined;
}

/** The offset of the comma behind a member, between it and `end`. Undefined if there is none. */
export function commaBehind(text: string, { offset, length }: Node, end: number): number | undefined {
  const scanner = createScanner(text.slice(offset + length, end), true);
  return (scanner.scan() as number) === TOKEN.comma ? offset + length + scanner.getTokenOffset() : undefined;
}

/** A member of an object. `node` is the whole member, from the quote of its name to the end of its value. */
export interface TreeMember {
  readonly name: string;
  readonly nameNode: Node;
  readonly value: Node;
  readonly node: Node;
}

/** The members of an object in their order. Those without a value, after an error, are left out. */
export function treeMembers(object: Node | undefined): readonly TreeMember[] {
  if (object?.type !== 'object') return [];
  const members: TreeMember[] = [];
  for (const node of object.children ?? []) {
    const [nameNode, value] = node.children ?? [];
    if (nameNode && value) members.push({ name: String(nameNode.value), nameNode, value, node });
  }
  return members;
}

/** The value of a member. JSON.parse keeps the last of two equal names, so this does too. */
export function memberNode(object: Node | undefined, name: string): Node | undefined {
  return propertyNode(object, name)?.children?.[1];
}

function propertyNode(object: Node | undefined, name: unknown): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.findLast(({ children: [nameNode, value] = [] }) => value && nameNode?.value === name);
}

/** The value of a text, number, boolean or null, and NaN for an object or a list, which equals no value. */
export function scalarOf(node: Node | undefined, absent: unknown): unknown {
  if (node === undefined) return absent;
  return node.children === undefined ? node.value : NaN;
}

export function rangeOfNode({ offset, length }: Node): TextRange {
  return { start: offset, end: offset + length };
}

/**
 * The JSON of a node, without comments and blanks. `textJson` can replace the texts of values; the names of members
 * stay.
 */
export function nodeJson(text: string, node: Node, textJson?: (value: string) => string | undefined): string {
  const { type, offset, length, children = [] } = node;
  if (type === 'array') return `[${children.map((each) => nodeJson(text, each, textJson)).join(',')}]`;
  if (type === 'object') {
    const members = treeMembers(node).map(({ nameNode, value }) => {
      return `${text.slice(nameNode.offset, nameNode.offset + nameNode.length)}:${nodeJson(text, value, textJson)}`;
    });
    return `{${members.join(',')}}`;
  }
  const replaced = type === 'string' ? textJson?.(String(node.value)) : undefined;
  return replaced ?? text.slice(offset, offset + length);
}

/**
 * The range that shows a place in the text: a whole value or member of one line, or else the name of the member. A
 * path that leads nowhere is followed as far as it goes.
 */
export function rangeOfPath(root: Node, path: JsonPath): TextRange {
  for (let length = path.length; length > 0; length -= 1) {
    const steps = path.slice(0, length);
    const last = steps.at(-1);
    const parent = findNodeAtLocation(root, steps.slice(0, -1));
    if (parent === undefined) continue;
    const node = typeof last === 'number' ? parent.children?.[last] : undefined;
    if (node !== undefined && parent.type === 'array') return rangeOfNode(node);
    const property = propertyNode(parent, last);
    const [nameNode, value] = property?.children ?? [];
    if (property && nameNode && value) return rangeOfNode(value.children === undefined ? property : nameNode);
  }
  return rangeOfNode(root);
}
