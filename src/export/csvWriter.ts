/**
 * Records as CSV (RFC 4180): a header of field ids, lines ending in CR LF. NULL is nothing and empty text `""`, as
 * PostgreSQL and CKAN write them; arrays and objects are JSON text. Texts stay as they are, formulas too (threat T16).
 */
import { stringifyExact } from '../datastore/exactJson.ts';
import type { Field } from '../datastore/model.ts';
import type { ExactValue, RecordRow } from '../shared/cells.ts';
import type { RecordWriter } from './recordWriter.ts';

export class CsvWriter implements RecordWriter {
  begin(fields: readonly Field[]): string {
    return line(fields.map(({ id }) => id));
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map(line).join('');
  }

  end(): string {
    return '';
  }
}

function line(values: RecordRow): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: ExactValue): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : stringifyExact(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
