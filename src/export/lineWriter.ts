import type { Field } from '../base/field.ts';
import type { RecordRow } from '../base/cells.ts';
import type { RecordWriter } from './recordWriter.ts';

/** A header of field ids and a line for each record, as `line` spells them. */
export class LineWriter implements RecordWriter {
  readonly #line: (values: RecordRow) => string;

  constructor(line: (values: RecordRow) => string) {
    this.#line = line;
  }

  begin(fields: readonly Field[]): string {
    return this.#line(fields.map(({ id }) => id));
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map(this.#line).join('');
  }

  end(): string {
    return '';
  }
}
