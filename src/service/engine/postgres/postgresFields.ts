/** The fields of a PostgreSQL table: what their values are given out as, and as what they are compared. */
import { quotedName } from '../../../base/quotes.ts';
import { declaredType, scalarTypes } from '../../types/typeName.ts';
import type { TableField } from '../datastore.ts';
import type { Comparator } from '../tableQuestion.ts';

/** SQL of comparators whose names the search path may not lead to. */
export type Operators = Readonly<Partial<Record<Comparator, string>>>;

/** A row of pg_attribute with its type; of a domain, the type below it and all domains between. */
export interface AttributeRow {
  readonly name: string;
  readonly type: string;
  /** `A` for arrays (pg_type.typcategory). */
  readonly category: string;
  /** As people declare it: `numeric(10,2)`. */
  readonly declared: string;
  readonly operators: Operators;
  /** The comment on the column; may be empty. */
  readonly comment: string;
}

export interface PostgresField extends TableField {
  /** `10` and `2` of `numeric(10,2)`. */
  readonly modifiers: readonly number[];
  /** The type as SQL of PostgreSQL's own. */
  readonly declared: string;
  /** SQL of the value, in the alias `t`. */
  readonly column: string;
  /** SQL of the text that is given out. */
  readonly value: string;
  /** The same of another value of the column's type. */
  readonly textOf: (sql: string) => string;
  /** The type that its values are compared as; undefined for one that this datastore does not know: those compare as texts. */
  readonly comparedAs: string | undefined;
  readonly isArray: boolean;
  /** Compare the column with another value of its type. */
  readonly operators: Operators;
}

/** CKAN's own full-text column, which it shows to nobody. */
const HIDDEN = '_full_text';

export function postgresFields(attributes: readonly AttributeRow[]): readonly PostgresField[] {
  return attributes.filter(({ name, type }) => name !== HIDDEN || type !== 'tsvector').map(fieldOf);
}

function fieldOf({ name, type, category, declared, operators, comment }: AttributeRow): PostgresField {
  const column = `t.${quotedName(name)}`;
  const isArray = category === 'A';
  const element = isArray ? type.replace(/^_/, '') : type;
  const isKnown = scalarTypes.has(element) || (!isArray && type === 'json');
  const textOf = (sql: string): string =>
    valueSql(isKnown ? asKnown(sql, type) : sql, type, isArray, isKnown);
  const isJson = isArray || type === 'json' || (isKnown && scalarTypes.get(element)?.wire === 'json');
  return {
    id: name,
    type: name === '_id' && /^int[248]$/.test(type) ? 'int' : type,
    modifiers: declaredType(declared)?.modifiers ?? [],
    declared,
    isJson,
    hasFileTexts: false,
    column,
    value: textOf(column),
    textOf,
    comparedAs: isKnown ? type : undefined,
    isArray,
    operators,
    ...(comment !== '' && { info: { notes: comment } }),
  };
}

/**
 * The column, as long as it has a type like that: PostgreSQL refuses the statement where it has become another since it was
 * asked about (42804). What goes out as a number isn't looked at.
 */
function asKnown(column: string, type: string): string {
  return `coalesce(${column}, null::${quotedName(type)})`;
}

/** Texts with every digit; lists and times as PostgreSQL writes them in JSON, like CKAN's. */
function valueSql(column: string, type: string, isArray: boolean, isKnown: boolean): string {
  if (isArray) return `to_json(${column})::text`;
  // As psql shows it: the cast of some types to text writes more.
  if (!isKnown) return `case when ${column} is not null then format('%s', ${column}) end`;
  return type === 'timestamp' || type === 'timestamptz' ? `to_json(${column}) #>> '{}'` : `${column}::text`;
}
