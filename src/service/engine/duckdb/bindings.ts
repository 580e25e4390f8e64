import { LIST, listValue, VARCHAR, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';

/** Values bound to a statement. Text from a request is bound, and never becomes part of SQL. */
export class Bindings {
  readonly values: DuckDBValue[] = [];
  readonly types: DuckDBType[] = [];

  /** Returns the placeholder of a text. */
  text(value: string): string {
    return this.#add(value, VARCHAR);
  }

  /** Returns the placeholder of a list of texts. */
  list(values: readonly string[]): string {
    return this.#add(listValue(values), LIST(VARCHAR));
  }

  #add(value: DuckDBValue, type: DuckDBType): string {
    this.values.push(value);
    this.types.push(type);
    return `$${String(this.values.length)}`;
  }
}
