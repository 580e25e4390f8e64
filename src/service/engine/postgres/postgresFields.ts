import { quotedName } from '../../../base/quotes.ts';
import { scalarTypes } from '../../types/typeName.ts';
import type { TableField } from '../../question/datastore.ts';
import type { SqlField } from '../../question/statement.ts';
import type { Comparator } from '../../question/tableQuestion.ts';

/** SQL of operators that may not be on the search path. */
export type Operators = Readonly<Partial<Record<Comparator, string>>>;

/** A row of pg_attribute with its type, or with the type below its domains. */
export interface AttributeRow {
  readonly name: string;
  readonly type: string;
  /** The category is `A` for arrays (pg_type.typcategory). */
  readonly category: string;
  /** The type as declared, such as `numeric(10,2)`. */
  readonly declared: string;
  readonly operators: Operators;
  readonly comment: string;
}

export interface PostgresField extends TableField, SqlField {
  readonly modifiers: readonly number[];
  /** The type in PostgreSQL's own SQL. */
  readonly declared: string;
  readonly textOf: (sql: string) => string;
  /** The type that values are compared as; undefined for unsupported types, which compare as texts. */
  readonly comparedAs: string | undefined;
  readonly isArray: boolean;
  readonly operators: Operators;
}

/** CKAN's own full-text column, which CKAN never shows. */
const HIDDEN = '_full_text';

export function postgresFields(attributes: readonly AttributeRow[]): readonly PostgresField[] {
  return attributes.filter(({ name, type }) => name !== HIDDEN || type !== 'tsvector').map(fieldOf);
}

function fieldOf({ name, type, category, declared, operators, comment }: AttributeRow): PostgresField {
  const column = `t.${quotedName(name)}`;
  const isArray = category === 'A';
  const element = isArray ? type.replace(/^_/, '') : type;
  const isKnown = scalarTypes.has(element) || (!isArray && type === 'json');
  const textOf = (sql: string): string => valueSql(isKnown ? asKnown(sql, type) : sql, type, isArray, isKnown);
  const value = textOf(column);
  const isJson = isArray || type === 'json' || (isKnown && scalarTypes.get(element)?.wire === 'json');
  return {
    id: name,
    type: name === '_id' && /^int[248]$/.test(type) ? 'int' : type,
    modifiers: isKnown ? modifiersOf(declared) : [],
    declared,
    isJson,
    hasFileTexts: false,
    column,
    value,
    text: value,
    key: type === 'json' ? undefined : isKnown ? column : value,
    textOf,
    comparedAs: isKnown ? type : undefined,
    isArray,
    operators,
    ...(comment !== '' && { info: { notes: comment } }),
  };
}

/** An `interval day to second(3)` has none, because without its fields it would be another type. */
function modifiersOf(declared: string): readonly number[] {
  const [, ...numbers] = /(?<!second)\((\d+)(?:,(\d+))?\)/.exec(declared) ?? [];
  return numbers.flatMap((digits: string | undefined) => (digits === undefined ? [] : [Number(digits)]));
}

/** Checks the column's type: PostgreSQL refuses the statement (42804) if it has changed. Numbers aren't checked. */
function asKnown(column: string, type: string): string {
  return `coalesce(${column}, null::${quotedName(type)})`;
}

/** Texts have every digit; lists and times are written as in PostgreSQL's JSON, like CKAN's. */
function valueSql(column: string, type: string, isArray: boolean, isKnown: boolean): string {
  if (isArray) return `to_json(${column})::text`;
  // psql shows these types so; a cast to text writes more of some.
  if (!isKnown) return `case when ${column} is not null then format('%s', ${column}) end`;
  return type === 'timestamp' || type === 'timestamptz' ? `to_json(${column}) #>> '{}'` : `${column}::text`;
}
