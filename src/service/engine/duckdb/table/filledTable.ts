/** The table that an import has filled, while its columns get their types and keys. Its columns are those of layout.ts. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { MOST_WORDS } from '../../../resource/columnReading.ts';
import type { MissingValues } from '../../../resource/localResource.ts';
import type { StoredField } from '../../../store/description.ts';
import { decimalType, digitsSql, scaleOf } from '../decimalOrder.ts';
import { hasKeyColumn, orderColumn, textColumn, valueColumn } from '../layout.ts';
import { isUsualNullSql, isValueSql } from './sourceTextSql.ts';
import { registerSortKeys, sortKey } from './tableColumns.ts';

/** DuckDB's time for a statement grows with the square of its expressions. */
const AT_ONCE = 128;

export class FilledTable {
  readonly name: string;
  /** Words that mean NULL in every column. */
  readonly nullWords: readonly string[];
  readonly #connection: DuckDBConnection;

  constructor(connection: DuckDBConnection, name: string, nullWords: readonly string[]) {
    this.#connection = connection;
    this.name = name;
    this.nullWords = nullWords;
  }

  async rows(sql: string): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(sql)).getRows();
  }

  /** The only row of aggregates. */
  async row(aggregates: readonly string[], from = this.name): Promise<DuckDBValue[]> {
    const row: DuckDBValue[] = [];
    for (let first = 0; first < aggregates.length; first += AT_ONCE) {
      const [part = []] = await this.rows(`select ${aggregates.slice(first, first + AT_ONCE).join(', ')} from ${from}`);
      row.push(...part);
    }
    return row;
  }

  /** The usual words for NULL in a typed field, the most frequent first. None or one entry. */
  async missingOf({ id, spelling }: StoredField, index: number): Promise<readonly MissingValues[]> {
    if (spelling === undefined) return [];
    const text = textColumn(index);
    const isWord = `${isValueSql(spelling, text, this.nullWords)} and ${isUsualNullSql(spelling, text)}`;
    const rows = await this.rows(
      `select ${text}, count(*) from ${this.name} where ${valueColumn(index)} is null and ${isWord} ` +
        'group by 1 order by 2 desc, 1',
    );
    const values = rows.reduce((sum, [, count]) => sum + Number(count), 0);
    const words = rows.slice(0, MOST_WORDS).map(([word]) => String(word));
    return values === 0 ? [] : [{ field: id, values, words }];
  }

  /** Makes a typed field text again. */
  async asText(field: StoredField, index: number): Promise<StoredField> {
    const { id, spelling } = field;
    if (field.type === 'text') return field;
    const [value, text] = [valueColumn(index), textColumn(index)];
    if (hasKeyColumn(field)) await this.alter(`drop column ${orderColumn(index, field)}`);
    if (spelling === undefined) return { id, type: 'text' };
    const words = spelling.nullWords;
    if (this.nullWords.length > 0 || words !== undefined) {
      await this.alter(`drop column ${value}`);
      const isValue = isValueSql(spelling, text, this.nullWords);
      await this.add(value, 'varchar', `case when ${isValue} then ${text} end`);
      return { id, type: 'text', spelling: { field: id, kind: 'text', ...(words && { nullWords: words }) } };
    }
    await this.replaceValues(index);
    return { id, type: 'text' };
  }

  /** The texts of the file become the values. */
  async replaceValues(index: number): Promise<void> {
    const [value, text] = [valueColumn(index), textColumn(index)];
    await this.alter(`drop column ${value}`);
    await this.alter(`rename column ${text} to ${value}`);
  }

  /** Adds the key that all values have, to a table without one for this column. */
  async withNewKey({ key: _, ...column }: StoredField, index: number): Promise<StoredField> {
    const { type } = column;
    if (type === 'text' || type === 'bool') return column;
    if (type === 'date' || type === 'timestamp') return { ...column, key: 'none' };
    const value = valueColumn(index);
    const key = type === 'numeric' ? scaleOf((await this.row([digitsSql(value)]))[0]) : undefined;
    const keyed: StoredField = key === undefined ? column : { ...column, key };
    const name = orderColumn(index, keyed);
    registerSortKeys(this.#connection, [keyed]);
    if (key === undefined) await this.add(name, 'varchar', sortKey(type, value));
    else await this.add(name, decimalType(key), `${value}::${decimalType(key)}`);
    return keyed;
  }

  async alter(change: string): Promise<void> {
    await this.#connection.run(`alter table ${this.name} ${change}`);
  }

  async add(column: string, type: string, sql: string): Promise<void> {
    await this.alter(`add column ${column} ${type}`);
    await this.update(column, sql);
  }

  async update(column: string, sql: string): Promise<void> {
    await this.#connection.run(`update ${this.name} set ${column} = ${sql}`);
  }
}
