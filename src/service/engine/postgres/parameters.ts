/** Collects the values of a statement. Text from a request is passed here, and never becomes part of SQL. */
import { invalidQuery } from '../../ckan/actionError.ts';
import { arrayLiteral } from '../../types/arrayLiteral.ts';

export class Parameters {
  readonly values: string[] = [];

  /** Returns the placeholder of a text. Throws ActionError for one that PostgreSQL can't hold. */
  text(value: string): string {
    checkText(value);
    return `${this.#place(value)}::text`;
  }

  /** Returns the placeholder of a list as one value, because a statement has at most 65,535. Throws like `text`. */
  list(values: readonly string[]): string {
    values.forEach(checkText);
    return `${this.#place(arrayLiteral(values))}::text[]`;
  }

  #place(value: string): string {
    this.values.push(value);
    return `$${String(this.values.length)}`;
  }
}

function checkText(value: string): void {
  if (value.includes('\0')) throw invalidQuery('A string literal cannot contain NUL (0x00) characters.');
  if (!value.isWellFormed()) throw invalidQuery('invalid byte sequence for encoding "UTF8"');
}
