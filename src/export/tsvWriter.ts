/** Records as spreadsheets take them from the clipboard: tabs between values, quotes only around what would break a row. */
import type { Field } from '../datastore/model.ts';
import type { RecordRow } from '../shared/cells.ts';
import { cellText } from './cellText.ts';
import type { RecordWriter } from './recordWriter.ts';

export class TsvWriter implements RecordWriter {
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
  return `${values.map((value) => quoted(cellText(value))).join('\t')}\n`;
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
