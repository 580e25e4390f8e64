/** What PostgreSQL calls a column that has been given no name (FigureColname in its parse_target.c). */
import { type ExactObject, type ExactValue, isObject, member } from '../../../../base/cells.ts';
import { POSTGRES_TYPES } from './postgresType.ts';
import { listMember, mapTree, textMember } from './sqlTree.ts';
import { WRITTEN_TYPE } from './writtenTypes.ts';

/** The same statement with a name for each column. */
export function withNames(statement: ExactObject): ExactObject {
  return mapTree(statement, (node) =>
    textMember(node, 'type') === 'SELECT_NODE'
      ? { ...node, select_list: listMember(node, 'select_list').map(named) }
      : node,
  ) as ExactObject;
}

function named(item: ExactValue): ExactValue {
  if (!isObject(item) || textMember(item, 'alias') !== '') return item;
  if (['STAR', 'COLUMN_REF'].includes(textMember(item, 'class'))) return item;
  return { ...item, alias: nameOf(item)?.name ?? '?column?' };
}

interface Name {
  readonly name: string;
  /** A cast around it gives a better one. */
  readonly isWeak: boolean;
}

/** What DuckDB's parser has made of them. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['count_star', 'count'],
  ['trim', 'btrim'],
  ['list_value', 'array'],
  ['quantile_cont', 'percentile_cont'],
  ['quantile_disc', 'percentile_disc'],
  // `a ~ b`
  ['regexp_full_match', ''],
]);

function nameOf(expression: ExactValue | undefined): Name | undefined {
  const type = textMember(expression, 'type');
  switch (textMember(expression, 'class')) {
    case 'COLUMN_REF':
      return strong(listMember(expression, 'column_names').filter(isText).at(-1));
    case 'FUNCTION':
    case 'WINDOW': {
      const name = textMember(expression, 'function_name');
      return strong(SPECIAL.get(name) ?? (/^\w+$/.test(name) ? name : undefined));
    }
    case 'CAST': {
      const child = nameOf(member(expression, 'child'));
      if (child?.isWeak === false) return child;
      const name = textMember(expression, WRITTEN_TYPE) || typeName(member(expression, 'cast_type'));
      return isTruth(expression) ? undefined : { name, isWeak: true };
    }
    case 'CASE': {
      const otherwise = nameOf(member(expression, 'else_expr'));
      return otherwise?.isWeak === false ? otherwise : { name: 'case', isWeak: true };
    }
    case 'SUBQUERY': {
      const kind = textMember(expression, 'subquery_type');
      if (kind === 'EXISTS') return strong('exists');
      const [first] = listMember(member(member(expression, 'subquery'), 'node'), 'select_list');
      if (kind !== 'SCALAR') return undefined;
      return isGathered(first) ? strong('array') : strong(textMember(first, 'alias') || nameOf(first)?.name);
    }
  }
  if (type === 'ARRAY_CONSTRUCTOR') return strong('array');
  if (type === 'ARRAY_EXTRACT') return nameOf(listMember(expression, 'children')[0]);
  if (type === 'STRUCT_EXTRACT')
    return strong(textMember(member(listMember(expression, 'children')[1], 'value'), 'value'));
  return type === 'OPERATOR_COALESCE' ? strong('coalesce') : undefined;
}

function strong(name: string | undefined): Name | undefined {
  return name === undefined || name === '' ? undefined : { name, isWeak: false };
}

/** `array(select …)`: the parser makes an `array_agg` of it, over the first column. */
function isGathered(item: ExactValue | undefined): boolean {
  const [only] = listMember(member(item, 'else_expr'), 'children');
  return textMember(only, 'class') === 'POSITIONAL_REFERENCE';
}

/** `true` and `false`: casts, for the parser, that nobody has written. */
function isTruth(cast: ExactValue | undefined): boolean {
  const given = textMember(member(member(cast, 'child'), 'value'), 'value');
  const isBoolean = textMember(member(cast, 'cast_type'), 'id') === 'BOOLEAN';
  return isBoolean && (given === 't' || given === 'f') && textMember(cast, WRITTEN_TYPE) === '';
}

function typeName(type: ExactValue | undefined): string {
  const id = textMember(type, 'id');
  // Types that an extension of the engine knows have a name of their own.
  return POSTGRES_TYPES.get(id) ?? (textMember(member(type, 'type_info'), 'name') || id).toLowerCase();
}

function isText(value: ExactValue): value is string {
  return typeof value === 'string';
}
