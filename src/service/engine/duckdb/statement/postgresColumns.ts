/** What people asked for, column by column, as PostgreSQL gives it out: its types, and quotients and statistics with their digits. */
import type { DuckDBValue } from '@duckdb/node-api';
import { type ExactObject, type ExactValue, isObject, member } from '../../../../base/cells.ts';
import { columnOf, type KeptStatement, type Source } from './keptText.ts';
import { NESTED, postgresType } from './postgresType.ts';
import { quotient, spreadOf, spreadText } from './numericResults.ts';
import { storedName } from './resourceView.ts';
import { cast, type CastType, functionCall } from './sqlNodes.ts';
import { listMember, textMember } from './sqlTree.ts';

/** Worked out of numbers that are selected behind all that was asked for. */
export interface WorkedOut {
  /** Where they are. */
  readonly parts: readonly number[];
  /** As text. */
  readonly value: (parts: readonly DuckDBValue[]) => string | null;
}

export interface PostgresColumns {
  readonly statement: ExactObject;
  /** By place in the answer; of those that are known. */
  readonly types: ReadonlyMap<number, string>;
  readonly workedOut: ReadonlyMap<number, WorkedOut>;
}

/** A billion of squares of so many digits is still a decimal of the engine. */
const MAX_SQUARED = 14;

/** `sources`: the resources that the statement reads, if it reads nothing else. */
export function postgresColumns(
  { statement, width }: Pick<KeptStatement, 'statement' | 'width'>,
  sources: readonly Source[],
): PostgresColumns {
  const types = new Map<number, string>();
  const workedOut = new Map<number, WorkedOut>();
  const node = member(statement, 'node');
  const items = listMember(node, 'select_list');
  const hasStar = items.some((item) => textMember(item, 'class') === 'STAR');
  if (!isObject(node) || textMember(node, 'type') !== 'SELECT_NODE' || hasStar) return { statement, types, workedOut };
  const columnType = (reference: ExactValue): string | undefined => {
    const type = columnOf(reference, sources)?.column.type;
    return type === 'json' ? NESTED : type;
  };
  /** The engine's type whose squares can be summed up; undefined where they could have too many digits. */
  const squaredType = (value: ExactValue): CastType | undefined => {
    if (['int2', 'int4'].includes(postgresType(value, columnType) ?? '')) return 'HUGEINT';
    const engineType = columnOf(value, sources)?.column.engineType ?? '';
    const [width, scale] = /^DECIMAL\((\d+), (\d+)\)$/.exec(engineType)?.slice(1).map(Number) ?? [];
    if (width === undefined || scale === undefined || width > MAX_SQUARED) return undefined;
    return [width, scale];
  };
  const added: ExactValue[] = [];
  const isDistinct = listMember(node, 'modifiers').some(
    (modifier) => textMember(modifier, 'type') === 'DISTINCT_MODIFIER',
  );
  for (const [at, item] of items.slice(0, width).entries()) {
    const type = postgresType(item, columnType);
    if (type === undefined) continue;
    types.set(at, type);
    const work = type === 'numeric' && !isDistinct ? workOf(item, squaredType) : undefined;
    if (work === undefined) continue;
    const first = items.length + added.length;
    workedOut.set(at, { parts: work.parts.map((_, index) => first + index), value: work.value });
    added.push(...work.parts.map((part, index) => ({ ...part, alias: storedName(String(first + index)) })));
  }
  const list = [...items, ...added];
  return { statement: { ...statement, node: { ...node, select_list: list } }, types, workedOut };
}

/** What a column is worked out of. */
function workOf(item: ExactValue, squaredType: (value: ExactValue) => CastType | undefined) {
  if (!isObject(item)) return undefined;
  const name = textMember(item, 'function_name');
  const children = listMember(item, 'children');
  const divide = ([one = null, other = null]: readonly DuckDBValue[]) => quotient(one, other);
  if (name === '/') return { parts: children.filter(isObject), value: divide };
  const sum = { ...item, function_name: 'sum' };
  const count = { ...item, function_name: 'count' };
  if (name === 'avg') return { parts: [sum, count], value: divide };
  const spread = spreadOf(name);
  const [value = null] = children;
  const type = spread && member(item, 'distinct') !== true ? squaredType(value) : undefined;
  if (spread === undefined || type === undefined) return undefined;
  const factor = cast(value, type);
  const squares = { ...sum, children: [functionCall('*', [factor, factor])] };
  return {
    parts: [squares, sum, count],
    value: (parts: readonly DuckDBValue[]) => spreadText(spread, parts),
  };
}
