/** Documents as people write them: with comments, blank lines and odd spaces anywhere, parameters and more members. */
import fc from 'fast-check';
import { createScanner, type Node } from 'jsonc-parser';
import { jsonTree, memberNode, nodeJson, rangeOfNode, treeMembers } from '../../../../src/document/kept/jsonTree.ts';
import type { QueryToKeep } from '../../../../src/document/kept/keptQuery.ts';
import { memberJson } from '../../../../src/document/kept/queryObject.ts';

export interface ScatteredDocument {
  readonly text: string;
  readonly name: string;
}

const blanks = fc.constantFrom('', ' ', '\n', '\n      ', '\n\n\t', '  \n');
const comments = fc.constantFrom('', '', '// "a": {,} ', '/* ,"b": [ */', '//', '/* one\n two */');
const gaps = fc.array(
  fc
    .tuple(blanks, comments, blanks)
    .map(([before, comment, after]) => before + comment + (comment.startsWith('//') ? '\n' : '') + after),
  { minLength: 40, maxLength: 40 },
);

/** Members that a form knows nothing of. */
const MORE = ['"x-note": { "a": [1.50, 2] }', '"expect": { "unique": ["id"], "future": 1 }', '"note": "keep"'];

/** Texts of `q` and of filters become parameters if `uses` says so, with their values as defaults. */
export function scattered(keep: QueryToKeep): fc.Arbitrary<ScatteredDocument> {
  const names = fc.constantFrom('open', 'a "b"', '10');
  return fc
    .tuple(
      gaps,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      fc.nat(20),
      names,
      fc.boolean(),
      fc.boolean(),
    )
    .map(([spaces, uses, place, name, endsWithComma, hasReturns]) => {
      let [gapsUsed, usesUsed] = [0, 0];
      const gap = () => spaces[gapsUsed++ % spaces.length] ?? '';
      const parameters: string[] = [];
      const value = (json: string): string => {
        const { root } = jsonTree(json);
        if (root === undefined) return json;
        return nodeJson(json, root, (text) => {
          if (!uses[usesUsed++ % uses.length] || text.startsWith('$')) return undefined;
          parameters.push(`"p${String(parameters.length)}": { "default": ${JSON.stringify(text)} }`);
          return `"\${p${String(parameters.length - 1)}}"`;
        });
      };
      const object = (members: readonly string[], comma = ''): string =>
        `{${gap()}${members.join(`${gap()},${gap()}`)}${members.length > 0 ? gap() + comma : ''}${gap()}}`;
      const members = [...memberJson(keep)].map(([member, json]) => {
        const { root } = jsonTree(json);
        const isFilters = member === 'filters' && root?.type === 'object';
        const written = isFilters
          ? object(
              treeMembers(root).map(
                (each) => `${nodeJson(json, each.nameNode)}${gap()}:${gap()}${value(nodeJson(json, each.value))}`,
              ),
            )
          : member === 'q'
            ? value(json)
            : json;
        return `"${member}"${gap()}:${gap()}${written}`;
      });
      if (parameters.length > 0)
        members.splice(place % (members.length + 1), 0, `"parameters": {${parameters.join()}}`);
      members.splice((place * 7) % (members.length + 1), 0, ...MORE);
      const queries = [
        `"other": { "file": "a.csv" , }`,
        `${JSON.stringify(name)}:${object(members, endsWithComma ? ',' : '')}`,
        `"last" : {"file":"b.csv"}`,
      ];
      const text = `${gap()}${object([`"version": 1`, `"queries": ${object(queries)}`])}${gap()}`;
      return { text: hasReturns ? text.replaceAll('\n', '\r\n') : text, name };
    });
}

/** The members of an object at a path, by their names. */
export function memberTexts(text: string, path: readonly string[]): ReadonlyMap<string, string> {
  return new Map(treeMembers(nodeAt(text, path)).map(({ name, node }) => [name, sliceOf(text, node)] as const));
}

/** The comments of an object and its number of empty lines, without those inside of its members of other names. */
export function trivia(
  text: string,
  path: readonly string[],
  isSame: (name: string) => boolean,
): { readonly comments: readonly string[]; readonly blankLines: number } {
  const object = nodeAt(text, path);
  let [whole, end] = ['', object?.offset ?? 0];
  for (const { name, node } of treeMembers(object)) {
    whole += text.slice(end, node.offset) + (isSame(name) ? sliceOf(text, node) : 'x');
    end = node.offset + node.length;
  }
  whole += text.slice(end, object && object.offset + object.length);
  const scanner = createScanner(whole);
  const comments: string[] = [];
  for (let token = scanner.scan() as number; token !== TOKEN.end; token = scanner.scan() as number)
    if (token === TOKEN.lineComment || token === TOKEN.blockComment)
      comments.push(whole.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()));
  return { comments, blankLines: whole.split('\n').filter((line) => line.trim() === '').length };
}

/** The text around a value. */
export function withoutMember(text: string, path: readonly string[]): string {
  const { offset = 0, length = 0 } = nodeAt(text, path) ?? {};
  return text.slice(0, offset) + text.slice(offset + length);
}

const TOKEN = { lineComment: 12, blockComment: 13, end: 17 };

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  return path.reduce((node, name) => memberNode(node, name), jsonTree(text).root);
}

function sliceOf(text: string, node: Node): string {
  const { start, end } = rangeOfNode(node);
  return text.slice(start, end);
}
