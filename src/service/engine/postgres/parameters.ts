/** Values of a statement of PostgreSQL's. Text from a request goes here, never into SQL. */
import { invalidQuery } from '../../ckan/actionError.ts';

export class Parameters {
  readonly values: string[] = [];

  /** The placeholder for a text. Throws ActionError for one that PostgreSQL can't hold. */
  text(value: string): string {
    if (value.includes('\0')) throw invalidQuery('A string literal cannot contain NUL (0x00) characters.');
    if (!value.isWellFormed()) throw invalidQuery('invalid byte sequence for encoding "UTF8"');
    this.values.push(value);
    return `$${String(this.values.length)}::text`;
  }
}
