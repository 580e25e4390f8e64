/** Reads query documents. No reader here throws, or needs more than linear time. */
import type { Node } from 'jsonc-parser';
import { defined } from '../../base/defined.ts';
import { parseExact } from '../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../base/cells.ts';
import { ChartChoice } from '../../datastore/query/chartChoice.ts';
import { Expectations } from '../check/expectations.ts';
import type { TextRange } from '../sqlDocument.ts';
import {
  type JsonPath,
  jsonTree,
  memberNode,
  nodeJson,
  rangeOfNode,
  rangeOfPath,
  scalarOf,
  type TreeMember,
  treeMembers,
} from './jsonTree.ts';
import type { KeptQuery, QueryDocument, QueryProblem, KeptPlace } from './keptQuery.ts';
import { KEPT_WORDS, type KeptWords } from './keptWords.ts';
import { attempt, faultText, isWarning, MemberFault, refuse, type ReportFault } from './memberFault.ts';
import { PLACE_MEMBERS, QUESTION_MEMBERS } from './queryMembers.ts';
import { checkUses, readParameters } from './queryParameters.ts';
import { checkShape } from './queryShape.ts';
import { hideSecrets } from '../../base/secretText.ts';
import { parseAddress } from '../../datastore/wire/address.ts';
import { choicesOfJson, type ReadingChoices } from '../../service/index.ts';

const MEMBERS: ReadonlySet<string> = new Set([...PLACE_MEMBERS, ...QUESTION_MEMBERS, 'parameters', 'chart', 'expect']);
const DOCUMENT_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'version', 'queries']);
/** Each problem looks for its place among all members around it. */
const MOST_PROBLEMS = 200;

type Report = (place: TextRange | Node, fault: MemberFault, queryName?: string) => void;

/** Queries behind the first syntax error aren't read. Unknown members and repeated names are said, and stay. */
export function readQueryDocument(text: string, words: KeptWords = KEPT_WORDS): QueryDocument {
  const problems: QueryProblem[] = [];
  const report: Report = (place, fault, queryName) => {
    if (problems.length >= MOST_PROBLEMS) return;
    problems.push({
      range: 'offset' in place ? rangeOfPath(place, fault.path) : place,
      text: faultText(fault, words),
      severity: isWarning(fault) ? 'warning' : 'error',
      isOfSchema: fault.isOfSchema,
      ...defined({ queryName }),
    });
  };
  const { root, fault } = jsonTree(text);
  if (fault !== undefined) report(fault.range, new MemberFault([], fault.word, { text: fault.mark }));
  const ofDocument: ReportFault = (each) => report(root ?? { start: 0, end: text.length }, each);
  const list = attempt(fault === undefined ? ofDocument : () => undefined, () => queriesNode(root, ofDocument));
  const kept = new Map<string, KeptQuery>();
  for (const member of treeMembers(list)) {
    const { offset, length } = member.node;
    if (fault !== undefined && offset + length > fault.range.start) break;
    const query = keptQuery(text, member, report);
    kept.delete(member.name);
    if (query !== undefined) kept.set(member.name, query);
  }
  return { queries: [...kept.values()], problems };
}

function queriesNode(root: Node | undefined, report: ReportFault): Node {
  if (root?.type !== 'object') return refuse([], 'noQueries');
  for (const { name } of treeMembers(root)) if (!DOCUMENT_MEMBERS.has(name)) report(new MemberFault([name], 'unknown'));
  const version: unknown = scalarOf(memberNode(root, 'version'), 1);
  if (version !== 1) report(new MemberFault(['version'], 'version', { text: JSON.stringify(version) }));
  const list = memberNode(root, 'queries');
  if (list?.type !== 'object') return list ? refuse(['queries'], 'needsObject') : refuse([], 'noQueries');
  for (const path of [[], ['queries']]) reportTwice(path.length === 0 ? root : list, path, report, false);
  return list;
}

function keptQuery(text: string, { name, nameNode, value: node, node: whole }: TreeMember, report: Report) {
  const ofQuery: ReportFault = (fault) => report(fault.path.length === 0 ? rangeOfNode(nameNode) : node, fault, name);
  const read = <T>(of: () => T): T | undefined => attempt(ofQuery, of);
  const valueOf = (member: string): ExactValue | undefined => {
    const child = memberNode(node, member);
    return child && parseExact(nodeJson(text, child));
  };
  if (name === '') ofQuery(new MemberFault([], 'noName'));
  if (node.type !== 'object') {
    ofQuery(new MemberFault([], 'needsObject', { member: name }));
    return undefined;
  }
  for (const { name: member } of treeMembers(node))
    if (!MEMBERS.has(member)) ofQuery(new MemberFault([member], member === 'offset' ? 'offset' : 'unknown'));
  reportTwice(node, [], ofQuery);
  const place = read(() => readPlace(Object.fromEntries(PLACE_MEMBERS.map((each) => [each, valueOf(each)] as const))));
  const parameters = read(() => readParameters(text, node, ofQuery)) ?? [];
  checkUses(text, node, parameters, ofQuery);
  const chart = checkShape(ChartChoice, valueOf('chart'), ['chart'], ofQuery);
  const expect = checkShape(Expectations, valueOf('expect'), ['expect'], ofQuery);
  if (place === undefined) return undefined;
  return {
    ...{ name, place, parameters, ...defined({ chart, expect }) },
    ...{ range: rangeOfNode(whole), nameRange: rangeOfNode(nameNode) },
    json: text.slice(node.offset, node.offset + node.length),
  } satisfies KeptQuery;
}

function reportTwice(node: Node, path: JsonPath, report: ReportFault, isDeep = true): void {
  const names = new Set<string>();
  for (const { name, value } of treeMembers(node)) {
    if (names.has(name)) report(new MemberFault([...path, name], 'twice'));
    names.add(name);
    if (isDeep) reportTwice(value, [...path, name], report);
  }
  if (node.type === 'array') node.children?.forEach((each, at) => reportTwice(each, [...path, at], report));
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

type PlaceValues = Readonly<Partial<Record<string, ExactValue | undefined>>>;

const SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;

/** Touches no file and asks no server. Throws MemberFault. */
export function readPlace(values: PlaceValues): KeptPlace {
  const text = (name: 'base_url' | 'resource_id' | 'file'): string | undefined => {
    const value = values[name];
    return value === undefined || typeof value === 'string' ? value : refuse([name], 'needsText');
  };
  const [url, resourceId, file] = [text('base_url'), text('resource_id'), text('file')];
  if (file !== undefined) {
    if (url !== undefined || resourceId !== undefined) return refuse(['file'], 'twoPlaces');
    if (file === '' || SCHEME.test(file)) return refuse(['file'], 'notFile');
    return { kind: 'file', path: file, ...defined({ choices: choicesIn(values['reading']) }) };
  }
  if (values['reading'] !== undefined) return refuse(['reading'], 'readingAlone');
  if (url === undefined && resourceId === undefined) return refuse([], 'noPlace');
  if (url === undefined || url === '') return refuse(['resource_id'], 'noBaseUrl');
  const baseUrl = baseUrlOf(url);
  if (resourceId === undefined || resourceId === '') return refuse(['base_url'], 'noResourceId');
  if (SCHEME.test(resourceId)) return refuse(['resource_id'], 'resourceUrl');
  return { kind: 'portal', baseUrl, resourceId };
}

function baseUrlOf(text: string): string {
  const address = parseAddress(text);
  if ('problem' in address) {
    const { problem } = address;
    const word = problem === 'secret' || problem === 'scheme' ? problem : 'notUrl';
    return refuse(['base_url'], word, { text: hideSecrets(text) });
  }
  const { baseUrl, resourceId, page, query, leftOut } = address;
  if (baseUrl === undefined) return refuse(['base_url'], 'notUrl', { text });
  const isAlone = [resourceId, page, query, leftOut].every((part) => part === undefined);
  return isAlone ? baseUrl : refuse(['base_url'], 'notBaseUrl', { text: baseUrl });
}

function choicesIn(reading: ExactValue | undefined): ReadingChoices | undefined {
  if (reading === undefined) return undefined;
  if (!isObject(reading)) return refuse(['reading'], 'needsObject');
  try {
    return choicesOfJson(reading);
  } catch (error) {
    return refuse(['reading'], 'reading', { text: error instanceof Error ? error.message : '' });
  }
}

/** The first problem in `expect`, warnings included: a check that leaves out members would promise too much. */
export function expectProblem(
  problems: readonly QueryProblem[],
  { json, range, name }: KeptQuery,
): QueryProblem | undefined {
  const node = memberNode(jsonTree(json).root, 'expect');
  if (node === undefined) return undefined;
  const start = range.end - json.length + node.offset;
  const isInside = ({ range: at }: QueryProblem): boolean => start <= at.start && at.end <= start + node.length;
  return problems.find((each) => each.queryName === name && isInside(each));
}
