import { stringifyExact, valueText } from '../base/exactJson.ts';
import { printable } from '../base/printable.ts';
import { type Field, fieldKind } from '../base/field.ts';
import { type CellValue, ExactNumber, type RecordRow, writtenValue } from '../base/cells.ts';
import type { RecordWriter } from './recordWriter.ts';

const MAX_WIDTH = 40;

interface Column {
  readonly title: string;
  readonly isNumber: boolean;
  readonly width: number;
}

/** A table for terminals: the first batch sets the widths, long texts are cut, wider numbers of later batches never. */
export class TableWriter implements RecordWriter {
  #fields: readonly Field[] = [];
  #columns: readonly Column[] | undefined;

  begin(fields: readonly Field[]): string {
    this.#fields = fields;
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    const cells = rows.map((row) => row.map(cell));
    const header = this.#columns ? '' : this.#header(cells);
    return header + cells.map((row) => this.#line(row)).join('');
  }

  end(): string {
    return this.#columns ? '' : this.#header([]);
  }

  #header(cells: readonly (readonly string[])[]): string {
    this.#columns = this.#fields.map(({ id, type }, index) => {
      const title = shorten(printable(id));
      const widths = cells.map((row) => lengthOf(row[index] ?? ''));
      const width = widths.reduce((widest, each) => Math.max(widest, each), lengthOf(title));
      return { title, isNumber: fieldKind(type) === 'number', width };
    });
    const rule = this.#columns.map(({ width }) => '─'.repeat(width));
    return this.#line(this.#columns.map(({ title }) => title)) + this.#line(rule);
  }

  #line(cells: readonly string[]): string {
    const padded = (this.#columns ?? []).map(({ isNumber, width }, index) => {
      const text = cells[index] ?? '';
      const space = ' '.repeat(Math.max(0, width - lengthOf(text)));
      return isNumber ? space + text : text + space;
    });
    return `${padded.join('  ').trimEnd()}\n`;
  }
}

function cell(source: CellValue): string {
  const value = writtenValue(source);
  if (value === null) return 'NULL';
  if (typeof value === 'number' || value instanceof ExactNumber) return stringifyExact(value);
  return shorten(printable(valueText(value)));
}

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 4 * MAX_WIDTH));
  return characters.length > MAX_WIDTH ? `${characters.slice(0, MAX_WIDTH - 1).join('')}…` : text;
}

/** Number of characters, which is close enough to terminal columns for most scripts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
