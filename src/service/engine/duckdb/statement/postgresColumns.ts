/** What people asked for, column by column, as PostgreSQL gives it out: its types, and quotients with their digits. */
import { isObject, member, type ExactObject } from '../../../../base/exactObject.ts';
import type { ExactValue } from '../../../../base/cells.ts';
import { columnOf, type KeptStatement, type Source } from './keptText.ts';
import { NESTED, postgresType } from './postgresType.ts';
import { storedName } from './resourceView.ts';
import { listMember, textMember } from './sqlTree.ts';

/** Where the two numbers are among all that is selected. */
export interface QuotientColumn {
  readonly dividend: number;
  readonly divisor: number;
}

export interface PostgresColumns {
  readonly statement: ExactObject;
  /** By place in the answer; of those that are known. */
  readonly types: ReadonlyMap<number, string>;
  readonly quotients: ReadonlyMap<number, QuotientColumn>;
}

/** `sources`: the resources that the statement reads, if it reads nothing else. */
export function postgresColumns(
  { statement, width }: Pick<KeptStatement, 'statement' | 'width'>,
  sources: readonly Source[],
): PostgresColumns {
  const types = new Map<number, string>();
  const quotients = new Map<number, QuotientColumn>();
  const node = member(statement, 'node');
  const items = listMember(node, 'select_list');
  const hasStar = items.some((item) => textMember(item, 'class') === 'STAR');
  if (!isObject(node) || textMember(node, 'type') !== 'SELECT_NODE' || hasStar)
    return { statement, types, quotients };
  const columnType = (reference: ExactValue): string | undefined => {
    const type = columnOf(reference, sources)?.column.type;
    return type === 'json' ? NESTED : type;
  };
  const added: ExactValue[] = [];
  const isDistinct = listMember(node, 'modifiers').some(
    (modifier) => textMember(modifier, 'type') === 'DISTINCT_MODIFIER',
  );
  for (const [at, item] of items.slice(0, width).entries()) {
    const type = postgresType(item, columnType);
    if (type === undefined) continue;
    types.set(at, type);
    const parts = type === 'numeric' && !isDistinct ? partsOf(item) : undefined;
    if (parts === undefined) continue;
    const first = items.length + added.length;
    quotients.set(at, { dividend: first, divisor: first + 1 });
    added.push(...parts.map((part, index) => ({ ...part, alias: storedName(String(first + index)) })));
  }
  const list = [...items, ...added];
  return { statement: { ...statement, node: { ...node, select_list: list } }, types, quotients };
}

/** What is divided by what. */
function partsOf(item: ExactValue): readonly ExactObject[] | undefined {
  if (!isObject(item)) return undefined;
  const name = textMember(item, 'function_name');
  if (name === 'avg')
    return [
      { ...item, function_name: 'sum' },
      { ...item, function_name: 'count' },
    ];
  return name === '/' ? listMember(item, 'children').filter(isObject) : undefined;
}
