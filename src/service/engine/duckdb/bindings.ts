import { LIST, listValue, VARCHAR, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';

/** Values of a statement. Text from a request goes here, never into SQL. */
export class Bindings {
  readonly values: DuckDBValue[] = [];
  readonly types: DuckDBType[] = [];

  /** The placeholder for a text. */
  text(value: string): string {
    return this.#add(value, VARCHAR);
  }

  /** The placeholder for a list of texts. */
  list(values: readonly string[]): string {
    return this.#add(listValue(values), LIST(VARCHAR));
  }

  #add(value: DuckDBValue, type: DuckDBType): string {
    this.values.push(value);
    this.types.push(type);
    return `$${String(this.values.length)}`;
  }
}
