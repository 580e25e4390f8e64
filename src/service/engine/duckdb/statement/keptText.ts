/**
 * Values that a statement only passes on come out in the spelling that they came in (`1.10`, not `1.100` because another
 * value has three digits), and with all digits, whatever DuckDB's types can hold.
 *
 * That is done for the plainest statements: SELECT of fields, from resources and joins of them, without grouping. Their
 * stored texts are selected too, behind everything else.
 */
import { type ExactObject, type ExactValue, isObject, member } from '../../../../base/cells.ts';
import { storedName, type ResourceView, type ViewColumn } from './resourceView.ts';
import { columnRef } from './sqlNodes.ts';
import { listMember, textMember } from './sqlTree.ts';

/** Of an answer's column: where among all that is selected its stored text is, and the field's type. */
export interface KeptColumn {
  readonly at: number;
  readonly type: string;
}

export interface KeptStatement {
  readonly statement: ExactObject;
  /** How many columns people asked for; undefined where that is not known. */
  readonly width: number | undefined;
  /** By place in the answer. */
  readonly kept: ReadonlyMap<number, KeptColumn>;
}

export interface Source {
  readonly name: string;
  readonly columns: readonly ViewColumn[];
}

/** The same statement, with the stored texts where that can be done. */
export function keepTexts(statement: ExactObject, views: ReadonlyMap<string, ResourceView>): KeptStatement {
  const asItIs = { statement, width: undefined, kept: new Map<number, KeptColumn>() };
  const node = member(statement, 'node');
  if (!isObject(node) || !isPlain(node)) return asItIs;
  const sources = sourcesOf(member(node, 'from_table'), views);
  if (sources === undefined || new Set(sources.map(({ name }) => name)).size < sources.length) return asItIs;
  const items: ExactValue[] = [];
  const found: (Found & { readonly at: number })[] = [];
  for (const item of listMember(node, 'select_list')) {
    const starred = starOf(item, sources);
    if (starred === undefined && textMember(item, 'class') === 'STAR') return asItIs;
    for (const { source, column } of starred ?? []) {
      found.push({ at: items.length, source, column });
      items.push(columnRef(source.name, column.name));
    }
    if (starred !== undefined) continue;
    const direct = columnOf(item, sources) ?? textOf(item, sources);
    if (direct !== undefined) found.push({ at: items.length, ...direct });
    items.push(item);
  }
  const width = items.length;
  const kept = new Map<number, KeptColumn>();
  for (const { at, source, column, type = column.type } of found) {
    if (column.type === 'tsvector') kept.set(at, { at, type: column.type });
    if (!column.isKept) continue;
    kept.set(at, { at: items.length, type });
    items.push({ ...columnRef(source.name, storedName(column.name)), alias: storedName(String(at)) });
  }
  const from = withTexts(member(node, 'from_table') ?? null);
  return {
    statement: { ...statement, node: { ...node, select_list: items, from_table: from } },
    width,
    kept,
  };
}

function isPlain(node: ExactObject): boolean {
  return (
    textMember(node, 'type') === 'SELECT_NODE' &&
    listMember(member(node, 'cte_map'), 'map').length === 0 &&
    listMember(node, 'group_expressions').length === 0 &&
    listMember(node, 'group_sets').length === 0 &&
    !isObject(member(node, 'having')) &&
    listMember(node, 'modifiers').every((modifier) => textMember(modifier, 'type') !== 'DISTINCT_MODIFIER')
  );
}

/** Undefined unless it is made of resources. */
export function sourcesOf(
  from: ExactValue | undefined,
  views: ReadonlyMap<string, ResourceView>,
): readonly Source[] | undefined {
  const type = textMember(from, 'type');
  if (type === 'BASE_TABLE') {
    const id = textMember(from, 'table_name');
    const columns = views.get(id)?.columns;
    const hasOtherNames = listMember(from, 'column_name_alias').length > 0;
    return columns && !hasOtherNames ? [{ name: textMember(from, 'alias') || id, columns }] : undefined;
  }
  const isJoin =
    type === 'JOIN' &&
    ['REGULAR', 'CROSS'].includes(textMember(from, 'ref_type')) &&
    ['INNER', 'LEFT', 'RIGHT', 'OUTER'].includes(textMember(from, 'join_type')) &&
    listMember(from, 'using_columns').length === 0;
  const left = isJoin ? sourcesOf(member(from, 'left'), views) : undefined;
  const right = isJoin ? sourcesOf(member(from, 'right'), views) : undefined;
  return left && right && [...left, ...right];
}

function withTexts(from: ExactValue): ExactValue {
  if (!isObject(from)) return from;
  if (textMember(from, 'type') === 'JOIN')
    return {
      ...from,
      left: withTexts(member(from, 'left') ?? null),
      right: withTexts(member(from, 'right') ?? null),
    };
  const id = textMember(from, 'table_name');
  return { ...from, table_name: storedName(id), alias: textMember(from, 'alias') || id };
}

interface Found {
  readonly source: Source;
  readonly column: ViewColumn;
  /** Of what is given out, if not the column's. */
  readonly type?: string;
}

/** Undefined for what is no plain `*` or `a.*`. */
function starOf(item: ExactValue, sources: readonly Source[]): readonly Found[] | undefined {
  if (textMember(item, 'class') !== 'STAR') return undefined;
  const lists = ['exclude_list', 'replace_list', 'rename_list', 'qualified_exclude_list'];
  if (lists.some((list) => listMember(item, list).length > 0)) return undefined;
  const relation = textMember(item, 'relation_name').toLowerCase();
  const meant = sources.filter(({ name }) => relation === '' || name.toLowerCase() === relation);
  if (meant.length === 0) return undefined;
  return meant.flatMap((source) => source.columns.map((column) => ({ source, column })));
}

/** `n::text` of a number: its digits as they were sent. */
function textOf(item: ExactValue, sources: readonly Source[]): Found | undefined {
  const isText = textMember(item, 'class') === 'CAST' && textMember(member(item, 'cast_type'), 'id') === 'VARCHAR';
  const found = isText ? columnOf(member(item, 'child') ?? null, sources) : undefined;
  return found?.column.type === 'numeric' ? { ...found, type: 'text' } : undefined;
}

/** Undefined for what is no column, or not clearly one. */
export function columnOf(item: ExactValue, sources: readonly Source[]): Found | undefined {
  if (textMember(item, 'class') !== 'COLUMN_REF') return undefined;
  const names = listMember(item, 'column_names').map((name) => (typeof name === 'string' ? name.toLowerCase() : ''));
  const [name, relation] = [...names].reverse();
  const found = sources
    .filter((source) => names.length === 1 || source.name.toLowerCase() === relation)
    .flatMap((source) =>
      source.columns.filter((column) => column.name.toLowerCase() === name).map((column) => ({ source, column })),
    );
  return names.length <= 2 && found.length === 1 ? found[0] : undefined;
}
