import { LIST, listValue, VARCHAR, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';

/** Values bound to a statement. Text from a request is bound, and never becomes part of SQL. */
export class Bindings {
  readonly values: DuckDBValue[] = [];
  readonly types: DuckDBType[] = [];

  readonly #texts = new Map<string, string>();

  /** Returns the placeholder of a text, the same for equal texts. */
  text(value: string): string {
    const placeholder = this.#texts.get(value) ?? this.#add(value, VARCHAR);
    this.#texts.set(value, placeholder);
    return placeholder;
  }

  list(values: readonly string[]): string {
    return this.#add(listValue(values), LIST(VARCHAR));
  }

  #add(value: DuckDBValue, type: DuckDBType): string {
    this.values.push(value);
    this.types.push(type);
    return `$${String(this.values.length)}`;
  }
}
