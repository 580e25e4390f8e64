/** PostgreSQL's ways where DuckDB's are others: what an unnamed column is called, names of functions, `numeric`. */
import { isObject, member, type ExactObject } from '../../../../base/exactObject.ts';
import type { ExactValue } from '../../../../base/cells.ts';
import { otherNames } from './sqlFunctions.ts';
import { listMember, mapTree, textMember } from './sqlTree.ts';

/** The same statement, in DuckDB's words. */
export function asPostgres(statement: ExactObject): ExactObject {
  const withNames = mapTree(statement, (node) =>
    textMember(node, 'type') === 'SELECT_NODE'
      ? { ...node, select_list: listMember(node, 'select_list').map(named) }
      : node,
  );
  return mapTree(withNames, (node) => {
    if (textMember(node, 'class') === 'FUNCTION') return renamed(node);
    if (textMember(node, 'type') === 'BASE_TABLE') return { ...node, schema_name: '' };
    return textMember(node, 'type') === 'DECIMAL_TYPE_INFO' ? exactNumeric(node) : node;
  }) as ExactObject;
}

/** With the alias that PostgreSQL gives it (FigureColname in parse_target.c). */
function named(item: ExactValue): ExactValue {
  if (!isObject(item) || textMember(item, 'alias') !== '') return item;
  if (['STAR', 'COLUMN_REF'].includes(textMember(item, 'class'))) return item;
  return { ...item, alias: nameOf(item) ?? '?column?' };
}

/** What DuckDB's parser has made of them. */
const SPECIAL: ReadonlyMap<string, string | undefined> = new Map([
  ['count_star', 'count'],
  ['trim', 'btrim'],
  ['list_value', 'array'],
  ['quantile_cont', 'percentile_cont'],
  ['quantile_disc', 'percentile_disc'],
  // `a ~ b`
  ['regexp_full_match', undefined],
]);

function nameOf(expression: ExactValue | undefined): string | undefined {
  const kind = textMember(expression, 'class');
  const type = textMember(expression, 'type');
  if (kind === 'COLUMN_REF') return listMember(expression, 'column_names').filter(isText).at(-1);
  if (kind === 'FUNCTION' || kind === 'WINDOW') {
    const name = textMember(expression, 'function_name');
    if (SPECIAL.has(name)) return SPECIAL.get(name);
    return /^\w+$/.test(name) ? name : undefined;
  }
  if (type === 'ARRAY_CONSTRUCTOR') return 'array';
  if (type === 'ARRAY_EXTRACT') return nameOf(listMember(expression, 'children')[0]);
  if (type === 'STRUCT_EXTRACT')
    return textMember(member(listMember(expression, 'children')[1], 'value'), 'value');
  if (kind === 'CAST' && isTruth(expression)) return undefined;
  if (kind === 'CAST')
    return nameOf(member(expression, 'child')) ?? typeName(member(expression, 'cast_type'));
  if (kind === 'CASE') return nameOf(member(expression, 'else_expr')) ?? 'case';
  if (type === 'OPERATOR_COALESCE') return 'coalesce';
  if (kind === 'SUBQUERY') {
    if (textMember(expression, 'subquery_type') === 'EXISTS') return 'exists';
    const [first] = listMember(member(member(expression, 'subquery'), 'node'), 'select_list');
    return textMember(expression, 'subquery_type') === 'SCALAR'
      ? textMember(first, 'alias') || nameOf(first)
      : undefined;
  }
  return undefined;
}

/** `true` and `false`: casts, for the parser. */
function isTruth(cast: ExactValue | undefined): boolean {
  const given = textMember(member(member(cast, 'child'), 'value'), 'value');
  return textMember(member(cast, 'cast_type'), 'id') === 'BOOLEAN' && (given === 't' || given === 'f');
}

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['SMALLINT', 'int2'],
  ['INTEGER', 'int4'],
  ['BIGINT', 'int8'],
  ['DECIMAL', 'numeric'],
  ['FLOAT', 'float4'],
  ['DOUBLE', 'float8'],
  ['BOOLEAN', 'bool'],
  ['VARCHAR', 'text'],
  ['TIMESTAMP WITH TIME ZONE', 'timestamptz'],
]);

function typeName(type: ExactValue | undefined): string {
  const id = textMember(type, 'id');
  // Types that an extension of the engine knows have a name of their own.
  return TYPE_NAMES.get(id) ?? (textMember(member(type, 'type_info'), 'name') || id).toLowerCase();
}

function renamed(node: ExactObject): ExactObject {
  const name = textMember(node, 'function_name');
  return { ...node, function_name: otherNames.get(name) ?? name };
}

/** DuckDB's own `numeric` has 3 digits behind the point, and would round without a word. */
function exactNumeric(node: ExactObject): ExactObject {
  const isDefault = member(node, 'width') === 18 && member(node, 'scale') === 3;
  return isDefault ? { ...node, width: 38, scale: 12 } : node;
}

function isText(value: ExactValue): value is string {
  return typeof value === 'string';
}
