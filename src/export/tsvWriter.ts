/** Records as spreadsheets take them from the clipboard: tabs between values, quotes only around what would break a row. */
import type { RecordRow } from '../base/cells.ts';
import { cellText } from './cellText.ts';
import { LineWriter } from './lineWriter.ts';

export class TsvWriter extends LineWriter {
  constructor() {
    super(line);
  }
}

function line(values: RecordRow): string {
  return `${values.map((value) => quoted(cellText(value))).join('\t')}\n`;
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
