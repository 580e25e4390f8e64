/** Adds queries to documents and changes them. Everything else in the text stays byte for byte. */
import type { Node } from 'jsonc-parser';
import { jsonText } from './jsonText.ts';
import { jsonTree, memberNode, nodeJson, rangeOfNode, type TreeMember, treeMembers } from './jsonTree.ts';
import type { ParameterValues, QueryToKeep, TextChange } from './keptQuery.ts';
import { allValues, fillQuery, literalsOf, referenceIn } from './fillQuery.ts';
import { addedItems, objectChanges, styleOf } from './objectChanges.ts';
import { type MemberJson, PLACE_MEMBERS, QUESTION_MEMBERS } from './queryMembers.ts';
import { memberJson, queryJson } from './queryObject.ts';
import { readQueryDocument } from './readQueryDocument.ts';

/**
 * `broken`: the text isn't JSON, or has no place for queries. `nameTaken`: there is a query of this name. `noQuery`:
 * there is none.
 */
export class UneditableDocument extends Error {
  override readonly name = 'UneditableDocument';
  readonly reason: 'broken' | 'nameTaken' | 'noQuery';
  constructor(reason: UneditableDocument['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A document with one query. */
export function newQueryDocument(name: string, keep: QueryToKeep): string {
  return `{\n  "queries": {\n    ${namedQuery(name, keep)('    ')}\n  }\n}\n`;
}

/** Adds a query behind the others. Throws UneditableDocument. */
export function addQuery(text: string, name: string, keep: QueryToKeep): readonly TextChange[] {
  const { root, fault } = jsonTree(text);
  if (root === undefined && text.trim() === '')
    return [{ range: { start: 0, end: text.length }, text: newQueryDocument(name, keep) }];
  if (fault !== undefined || root?.type !== 'object') throw new UneditableDocument('broken');
  const style = styleOf(text);
  const list = memberNode(root, 'queries');
  if (list === undefined) {
    const write = (indent: string): string => {
      const deeper = indent + style.unit;
      return `"queries": {${style.newline}${deeper}${namedQuery(name, keep, style)(deeper)}${style.newline}${indent}}`;
    };
    return addedItems(root, [write], { text, style });
  }
  if (list.type !== 'object') throw new UneditableDocument('broken');
  if (memberNode(list, name) !== undefined) throw new UneditableDocument('nameTaken');
  return addedItems(list, [namedQuery(name, keep, style)], { text, style });
}

/** The member of `queries` with this name. Throws UneditableDocument if it isn't an object. */
export function queryMember(text: string, name: string): TreeMember {
  const { root, fault } = jsonTree(text);
  if (fault !== undefined) throw new UneditableDocument('broken');
  const member = treeMembers(memberNode(root, 'queries')).findLast((each) => each.name === name);
  if (member?.value.type !== 'object') throw new UneditableDocument('noQuery');
  return member;
}

function namedQuery(name: string, keep: QueryToKeep, style = {}): (indent: string) => string {
  return (indent) => `${JSON.stringify(name)}: ${jsonText(queryJson(keep), { ...style, isOpen: true }, indent)}`;
}

/**
 * Changes the members of a query that mean something else than before; a `chart` that is absent is removed. Parameters
 * stay where their value is part of the query, which are those of `values`, or the defaults. Throws UneditableDocument.
 */
export function changeQuery(
  text: string,
  name: string,
  keep: QueryToKeep,
  values: ParameterValues = new Map(),
): readonly TextChange[] {
  const member = queryMember(text, name);
  const { start, end } = rangeOfNode(member.node);
  // The other queries of a long document needn't be read.
  const [kept] = readQueryDocument(`{"queries":{${text.slice(start, end)}}}`).queries;
  const all = allValues(kept?.parameters ?? [], values);
  const filled = kept && fillQuery(kept, values);
  const { chart } = kept ?? {};
  const before: MemberJson =
    kept && filled && 'query' in filled
      ? memberJson({ place: kept.place, query: filled.query, ...(chart && { chart }) })
      : new Map();
  const after = memberJson(keep);
  const isChanged = (each: string): boolean => before.get(each) !== after.get(each);
  const members = new Map([...after].map(([each, json]) => [each, isChanged(each) ? json : undefined] as const));
  const valueOf = (node: Node): string =>
    nodeJson(text, node, (value) => {
      const json = all.get(referenceIn(value) ?? '');
      return json === undefined ? JSON.stringify(value) : literalsOf(json);
    });
  const owned = new Set<string>([...PLACE_MEMBERS, ...QUESTION_MEMBERS, 'chart'].filter(isOwned));
  return objectChanges(member.value, members, { text, style: styleOf(text), valueOf }, (each) => owned.has(each));

  /** A member that means nothing, such as an empty search, stays unless the whole query can't be read. */
  function isOwned(each: string): boolean {
    return before.size === 0 || isChanged(each);
  }
}
