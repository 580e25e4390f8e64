/** Records as a Markdown table (GitHub Flavored Markdown 4.10). */
import { type Field, fieldKind } from '../base/field.ts';
import type { RecordRow } from '../base/cells.ts';
import { cellText, type RecordWriter } from './recordWriter.ts';

export class MarkdownWriter implements RecordWriter {
  /** A table has to have a header. */
  begin(fields: readonly Field[]): string {
    const rule = fields.map(({ type }) => (fieldKind(type) === 'number' ? '---:' : '---'));
    return line(fields.map(({ id }) => escaped(id))) + line(rule);
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map((row) => line(row.map((value) => escaped(cellText(value))))).join('');
  }

  end(): string {
    return '';
  }
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** Nothing in a value may end its cell, be taken for markup, or become HTML. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>&|~#]/g, '\\$&').replace(/\r\n?|\n/g, '<br>');
}
