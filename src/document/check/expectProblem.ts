/** Why a query can't be checked although it can be run. */
import { jsonTree, memberNode } from '../kept/jsonTree.ts';
import type { KeptQuery, QueryProblem } from '../kept/keptQuery.ts';

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
