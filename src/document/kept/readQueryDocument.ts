/** Reads query documents. No reader here throws, or needs more than linear time. */
import type { Node } from 'jsonc-parser';
import { defined } from '../../base/defined.ts';
import { readExact } from '../../base/exactJson.ts';
import type { ExactValue } from '../../base/cells.ts';
import { ChartChoice } from '../../datastore/query/chartChoice.ts';
import { Expectations } from '../check/expectations.ts';
import type { TextRange } from '../sqlDocument.ts';
import { faultText } from './fillQuery.ts';
import {
  type JsonPath,
  jsonTree,
  memberNode,
  nodeJson,
  rangeOfNode,
  rangeOfPath,
  type TreeMember,
  treeMembers,
} from './jsonTree.ts';
import type { KeptQuery, QueryDocument, QueryProblem } from './keptQuery.ts';
import { KEPT_WORDS, type KeptWords } from './keptWords.ts';
import { type MemberFault, PLACE_MEMBERS, QUESTION_MEMBERS, type ReportFault } from './queryMembers.ts';
import { checkUses, readParameters } from './queryParameters.ts';
import { readPlace } from './queryPlace.ts';
import { checkShape } from './queryShape.ts';

/** Members of a query in the order in which they are written. */
export const KEPT_MEMBERS = [...PLACE_MEMBERS, ...QUESTION_MEMBERS, 'parameters', 'chart', 'expect'] as const;
const MEMBERS: ReadonlySet<string> = new Set(KEPT_MEMBERS);
const DOCUMENT_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'version', 'queries']);

const WARNINGS: ReadonlySet<keyof KeptWords> = new Set(['unknown', 'twice', 'partOfText', 'readingAlone']);
/** What the document's schema can't say. */
const BEYOND_SCHEMA: ReadonlySet<keyof KeptWords> = new Set([
  ...([
    'tooLong',
    'tooDeep',
    'noPlace',
    'twoPlaces',
    'notUrl',
    'scheme',
    'secret',
    'notBaseUrl',
    'resourceUrl',
  ] as const),
  ...(['notFile', 'readingAlone', 'reading', 'searchFields', 'twoModes', 'noWord', 'sort', 'offset'] as const),
  ...(['timeZone', 'noParameter', 'notHere', 'partOfText', 'valueText', 'valueNumber'] as const),
  ...(['valueBoolean', 'valueList'] as const),
]);

const MOST_PROBLEMS = 1000;

type Report = (node: TextRange | Node, fault: MemberFault, queryName?: string) => void;

/** Queries behind the first syntax error aren't read. Unknown members and repeated names are said, and stay. */
export function readQueryDocument(text: string, words: KeptWords = KEPT_WORDS): QueryDocument {
  const problems: QueryProblem[] = [];
  const report: Report = (place, fault, queryName) => {
    if (problems.length >= MOST_PROBLEMS) return;
    const { word } = fault;
    problems.push({
      range: 'offset' in place ? rangeOfPath(place, fault.path) : place,
      text: faultText(fault, words),
      severity: WARNINGS.has(word) ? 'warning' : 'error',
      isOfSchema: !BEYOND_SCHEMA.has(word),
      ...defined({ queryName }),
    });
  };
  const { root, fault } = jsonTree(text);
  if (fault !== undefined) report(fault.range, { path: [], word: fault.word });
  if (root?.type !== 'object') {
    if (fault === undefined) report(root ?? { start: 0, end: text.length }, { path: [], word: 'noQueries' });
    return { queries: [], problems };
  }
  checkDocument(root, report);
  const kept = new Map<string, KeptQuery>();
  const list = memberNode(root, 'queries');
  if (list?.type !== 'object') {
    if (fault === undefined)
      report(root, list ? { path: ['queries'], word: 'needsObject' } : { path: [], word: 'noQueries' });
    return { queries: [], problems };
  }
  reportTwice(list, (path, word) => void report(list, { path, word }), [], false);
  for (const member of treeMembers(list)) {
    const { offset, length } = member.node;
    if (fault !== undefined && offset + length > fault.range.start) break;
    const query = keptQuery(text, member, report);
    kept.delete(member.name);
    if (query !== undefined) kept.set(member.name, query);
  }
  return { queries: [...kept.values()], problems };
}

function checkDocument(root: Node, report: Report): void {
  for (const { name } of treeMembers(root))
    if (!DOCUMENT_MEMBERS.has(name)) report(root, { path: [name], word: 'unknown' });
  reportTwice(root, (path, word) => void report(root, { path, word }), [], false);
  const version = memberNode(root, 'version');
  if (version !== undefined && version.value !== 1)
    report(root, { path: ['version'], word: 'version', details: { text: JSON.stringify(version.value) ?? '' } });
}

function keptQuery(text: string, { name, nameNode, value: node, node: whole }: TreeMember, report: Report) {
  const ofQuery: ReportFault = (path, word, details) => void report(node, { path, word, details }, name);
  if (name === '') report(rangeOfNode(nameNode), { path: [], word: 'noName' }, name);
  if (node.type !== 'object') return ofQuery([], 'needsObject', { member: name });
  const members = treeMembers(node);
  reportTwice(node, ofQuery);
  for (const { name: member } of members)
    if (member === 'offset') ofQuery([member], 'offset');
    else if (!MEMBERS.has(member)) ofQuery([member], 'unknown');
  const valueOf = (member: string): ExactValue | undefined => {
    const child = memberNode(node, member);
    return child && readExact(nodeJson(text, child));
  };
  const placeValues = Object.fromEntries(
    PLACE_MEMBERS.flatMap((member) => {
      const value = valueOf(member);
      return value === undefined ? [] : [[member, value] as const];
    }),
  );
  const place = readPlace(placeValues, (path, word, details) =>
    path.length > 0 ? ofQuery(path, word, details) : void report(rangeOfNode(nameNode), { path, word, details }, name),
  );
  const parameters = readParameters(text, node, ofQuery);
  checkUses(text, node, parameters, ofQuery);
  const chart = valueOf('chart');
  const expect = valueOf('expect');
  if (place === undefined) return undefined;
  return {
    name,
    place,
    parameters,
    ...defined({
      chart: chart === undefined ? undefined : checkShape(ChartChoice, chart, ['chart'], ofQuery),
      expect: expect === undefined ? undefined : checkShape(Expectations, expect, ['expect'], ofQuery),
    }),
    range: rangeOfNode(whole),
    nameRange: rangeOfNode(nameNode),
    json: text.slice(node.offset, node.offset + node.length),
  } satisfies KeptQuery;
}

function reportTwice(node: Node, report: ReportFault, path: JsonPath = [], isDeep = true): void {
  const names = new Set<string>();
  for (const { name, value } of treeMembers(node)) {
    if (names.has(name)) report([...path, name], 'twice');
    names.add(name);
    if (isDeep) reportTwice(value, report, [...path, name]);
  }
  if (node.type === 'array') node.children?.forEach((each, at) => reportTwice(each, report, [...path, at]));
}

/**
 * The range in the document of a member of the query, such as `['expect', 'unique', 0]`. A member that isn't there
 * has the range of the deepest one around it, or of the query's name.
 */
export function rangeOfMember({ json, range, nameRange }: KeptQuery, path: JsonPath): TextRange {
  const { root } = jsonTree(json);
  const start = range.end - json.length;
  const inside = root && rangeOfPath(root, path);
  const isWhole = inside === undefined || (inside.start === 0 && inside.end === json.length);
  return isWhole ? nameRange : { start: start + inside.start, end: start + inside.end };
}
