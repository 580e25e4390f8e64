/**
 * Records as CSV (RFC 4180): a header of field ids, lines ending in CR LF. NULL is nothing and empty text `""`, as
 * PostgreSQL and CKAN write them; arrays and objects are JSON text. Texts stay as they are, formulas too (docs/security.md 16).
 */
import type { ExactValue, RecordRow } from '../base/cells.ts';
import { cellText } from './cellText.ts';
import { LineWriter } from './lineWriter.ts';

export class CsvWriter extends LineWriter {
  constructor() {
    super(line);
  }
}

function line(values: RecordRow): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: ExactValue): string {
  if (value === null) return '';
  const text = cellText(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
