/** Records as lines of values, with a header of field ids. */
import type { RecordRow } from '../base/cells.ts';
import { delimitedValue, DELIMITERS, inQuotes } from '../base/delimitedText.ts';
import type { Field } from '../base/field.ts';
import { cellText, type RecordWriter } from './recordWriter.ts';

class LineWriter implements RecordWriter {
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

/**
 * Lines end in CR LF. NULL is nothing and empty text `""`, as PostgreSQL and CKAN write them; arrays and objects are JSON
 * text. Texts stay as they are, also those that a spreadsheet takes for formulas (docs/security.md 16).
 */
export class CsvWriter extends LineWriter {
  constructor() {
    super((values) => `${values.map(csvValue).join(DELIMITERS.csv)}\r\n`);
  }
}

function csvValue(value: RecordRow[number]): string {
  return value === '' ? inQuotes(value) : delimitedValue(cellText(value), DELIMITERS.csv);
}

/** As spreadsheets take records from the clipboard: NULL and empty text are both nothing. */
export class TsvWriter extends LineWriter {
  constructor() {
    super((values) => `${values.map(tsvValue).join(DELIMITERS.tsv)}\n`);
  }
}

function tsvValue(value: RecordRow[number]): string {
  return delimitedValue(cellText(value), DELIMITERS.tsv);
}
