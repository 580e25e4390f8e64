/** Values for the right side of SQL's IN: `(1, 'two')`, or `((1, 'a'), (2, 'b'))` of several fields. NULL equals nothing and is left out. */
import { stringifyExact } from '../base/exactJson.ts';
import { ExactNumber, type ExactValue, type RecordRow } from '../base/cells.ts';
import { cellText, type RecordWriter } from './recordWriter.ts';
import { quotedText } from '../base/sqlQuoting.ts';

export class SqlListWriter implements RecordWriter {
  readonly #seen = new Set<string>();

  begin(): string {
    return '(';
  }

  /** Each value once. */
  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (const row of rows) {
      if (row.length === 0 || row.includes(null)) continue;
      const literals = row.map(literal);
      const item = literals.length === 1 ? literals.join('') : `(${literals.join(', ')})`;
      if (this.#seen.has(item)) continue;
      text += this.#seen.size === 0 ? item : `, ${item}`;
      this.#seen.add(item);
    }
    return text;
  }

  end(): string {
    return ')';
  }
}

function literal(value: ExactValue): string {
  if (typeof value === 'number' || value instanceof ExactNumber) return stringifyExact(value);
  if (typeof value === 'boolean') return String(value);
  return quotedText(cellText(value));
}
