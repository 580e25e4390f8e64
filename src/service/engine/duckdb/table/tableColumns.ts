import { VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { decimalType } from '../decimalOrder.ts';
import { hasKeyColumn, ID_COLUMN, orderColumn, SEARCH_COLUMN, textColumn, valueColumn } from '../layout.ts';
import { SEPARATOR } from '../../../question/wordPattern.ts';
import { decimalSql, hundredthSql, sourceTextValueSql } from './sourceTextSql.ts';
import { quotedText } from '../../../../base/quotes.ts';
import type { StoredField } from '../../../store/description.ts';
import { typeRules, type FieldType } from '../../../types/fieldTypes.ts';
import { registerTextFunction } from './textFunction.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly sql: string;
}

/** The relation must have the columns of `withSourceTexts`. `isWide` prefers short expressions to fast ones. */
export function tableColumns(fields: readonly StoredField[], hasIds: boolean, isWide: boolean): readonly TableColumn[] {
  const values = fields.map((_, index) => text(valueColumn(index), valueColumn(index)));
  const stored = fields.flatMap((field, index) => {
    const plain = text(valueColumn(index), valueOf(field, index));
    return field.spelling === undefined ? [plain] : [plain, text(textColumn(index), valueColumn(index))];
  });
  const keys = fields.flatMap((field, index) => keyColumn(field, index, isWide) ?? []);
  const texts = values.length === 0 ? ["''"] : values.map(({ name }) => name);
  const search = text(SEARCH_COLUMN, `lower(concat_ws(${[quotedText(SEPARATOR), ...texts].join(', ')}))`);
  const ids = hasIds ? [{ name: ID_COLUMN, type: 'bigint', sql: ID_COLUMN }] : [];
  return [...ids, ...stored, ...keys, search];
}

function keyColumn(field: StoredField, index: number, isWide: boolean): TableColumn | undefined {
  if (!hasKeyColumn(field)) return undefined;
  const name = orderColumn(index, field);
  const value = valueOf(field, index);
  if (typeof field.key === 'number') {
    const type = decimalType(field.key);
    const decimal = field.spelling && decimalSql(field.spelling, value, field.key);
    return { name, type, sql: decimal ?? `${value}::${type}` };
  }
  return text(name, isWide ? keyByRules(field.type, value) : sortKey(field.type, value));
}

export function withSourceTexts(
  relation: string,
  fields: readonly StoredField[],
  nullWords: readonly string[],
): string {
  const hundredths = new Map(
    fields.flatMap(({ key, spelling }, index) => {
      if (spelling === undefined || typeof key !== 'number') return [];
      const sql = hundredthSql(spelling, valueColumn(index), Math.max(0, key - 2));
      return sql === undefined ? [] : [[index, `${sql} h${String(index)}`] as const];
    }),
  );
  const read = withColumns(relation, [...hundredths.values()]);
  const added = fields.flatMap((field, index) => {
    if (field.spelling === undefined) return [];
    const hundredth = hundredths.has(index) ? `h${String(index)}` : undefined;
    const value = sourceTextValueSql(field.spelling, valueColumn(index), nullWords, hundredth);
    return [`${value} ${valueOf(field, index)}`];
  });
  return withColumns(read, added);
}

function withColumns(relation: string, added: readonly string[]): string {
  return added.length === 0 ? relation : `(select *, ${added.join(', ')} from ${relation})`;
}

function valueOf({ spelling }: StoredField, index: number): string {
  return spelling === undefined ? valueColumn(index) : `y${String(index)}`;
}

function text(name: string, sql: string): TableColumn {
  return { name, type: 'varchar', sql };
}

/** Registers functions for sort keys by the types' rules. DuckDB makes the keys of plain texts itself. */
export function registerSortKeys(connection: DuckDBConnection, fields: readonly StoredField[]): void {
  const types = fields.flatMap(({ type, key }) => (key === undefined ? [type] : []));
  for (const type of new Set(types)) {
    const { key } = typeRules(type);
    if (key === undefined) continue;
    registerTextFunction(connection, functionOf(type), VARCHAR, (value) => key(value) ?? null);
  }
}

export function sortKey(type: FieldType, column: string): string {
  const plain = plainKeys.get(type);
  const rules = keyByRules(type, column);
  return plain === undefined ? rules : `case ${plain(column)} else ${rules} end`;
}

/** SQL of the key by the type's rules, which is short and slow. */
export function keyByRules(type: FieldType, column: string): string {
  return `${functionOf(type)}(${column})`;
}

function functionOf(type: FieldType): string {
  return `key_of_${type.replaceAll(/\W/g, '_')}`;
}

const NUMBER = String.raw`-?[0-9]{1,40}(\.[0-9]{1,40})?`;
const DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const CLOCK = String.raw`[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{0,5}[1-9])?`;

const sameText =
  (pattern: string) =>
  (column: string): string =>
    `when regexp_full_match(${column}, '${pattern}') then ${column}`;

/** `when … then …` for the texts of nearly all values, with the keys of the types' rules. */
const plainKeys: ReadonlyMap<FieldType, (column: string) => string> = new Map([
  ...['numeric', 'int2', 'int4', 'int8'].map((type) => [type, plainNumber] as const),
  ['date', sameText(DAY)],
  ['timestamp', sameText(`${DAY}T${CLOCK}`)],
]);

/** The decimalKey of numbers below 10^40 without exponent, common ones first: a million general keys take a second. */
function plainNumber(column: string): string {
  const withoutZeros = (text: string): string =>
    `case when suffix(${text}, '0') then rtrim(${text}, '0') else ${text} end`;
  const digits = `ltrim(replace(replace(${column}, '-', ''), '.', ''), '0')`;
  const power = `(length(${digits}) - length(split_part(${column}, '.', 2)))`;
  const significant = `rtrim(${digits}, '0')`;
  return [
    `when ${column} >= '1' and ${column} < ':' and strlen(${column}) <= 40`,
    `and not contains(${column}, 'e') and not contains(${column}, 'E') then`,
    `case when contains(${column}, '.')`,
    `then concat('2', chr((79 + strpos(${column}, '.'))::int), ${withoutZeros(`replace(${column}, '.', '')`)})`,
    `else concat('2', chr((80 + strlen(${column}))::int), ${withoutZeros(column)}) end`,
    `when regexp_full_match(${column}, '${NUMBER}') then case`,
    `when ${digits} = '' then '1'`,
    `when starts_with(${column}, '-') then '0' || chr((80 - ${power})::int) ||`,
    `translate(${significant}, '0123456789', '9876543210') || ':'`,
    `else '2' || chr((80 + ${power})::int) || ${significant} end`,
  ].join(' ');
}
