/** Records as text for other programs: a line for each record, or a list of values. */
import { type CellValue, ExactNumber, type RecordRow, writtenValue } from '../base/cells.ts';
import { type Delimiter, delimitedValue, DELIMITERS, quotedText, quotedValue } from '../base/quotes.ts';
import { stringifyExact } from '../base/exactJson.ts';
import { type Field, fieldKind } from '../base/field.ts';
import { type FormatNote, NoteCounts } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import { cellText, type RecordWriter } from './recordWriter.ts';

abstract class LineWriter implements RecordWriter {
  protected abstract line(values: RecordRow): string;

  begin(fields: readonly Field[]): string {
    return this.line(fields.map(({ id }) => id));
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map((row) => this.line(row)).join('');
  }

  end(): string {
    return '';
  }
}

/**
 * CSV with NULL as nothing and an empty text as `""`, like PostgreSQL and CKAN. Arrays and objects are JSON text. Texts
 * that a spreadsheet runs as formulas stay unchanged (docs/security.md 16), unless people choose otherwise.
 */
export class CsvWriter extends LineWriter {
  readonly #delimiter: Delimiter;
  readonly #lineEnd: string;
  readonly #begin: string;
  readonly #isSafe: boolean;
  readonly #prefixed = new NoteCounts();
  #ids: readonly string[] = [];

  constructor({ csv: { delimiter = DELIMITERS.csv, bom, lineEnd, safe } = {} }: FormatOptions = {}) {
    super();
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd === 'lf' ? '\n' : '\r\n';
    this.#begin = bom === true ? '\ufeff' : '';
    this.#isSafe = safe === true;
  }

  override begin(fields: readonly Field[]): string {
    this.#ids = fields.map(({ id }) => id);
    return this.#begin + super.begin(fields);
  }

  get notes(): readonly FormatNote[] {
    return this.#prefixed.notes;
  }

  protected line(values: RecordRow): string {
    return values.map((value, at) => this.#value(value, at)).join(this.#delimiter) + this.#lineEnd;
  }

  #value(cell: CellValue, at: number): string {
    const value = writtenValue(cell);
    if (value === '') return quotedValue(value);
    const text = cellText(value);
    if (!this.#isSafe || typeof value !== 'string' || !RUNS.test(value)) return delimitedValue(text, this.#delimiter);
    this.#prefixed.add('prefixed', this.#ids[at] ?? '');
    return delimitedValue(`'${text}`, this.#delimiter);
  }
}

/**
 * The beginning of a text that a spreadsheet runs, perhaps after dropping invisible characters: = + - @ in each width
 * (Excel in Japanese and Apple Numbers treat them alike), also behind spaces and characters without width, and each
 * control character (OWASP, "CSV Injection"; ASVS 1.2.10). A file's first name may begin with U+FEFF, which readers
 * drop.
 */
const RUNS = /^(?:\p{Cc}|[\s\p{Cc}\p{DI}]*[=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩\-－﹣@＠﹫])/u;

/** Tab-separated text as spreadsheets read it from the clipboard. NULL and an empty text are both nothing. */
export class TsvWriter extends LineWriter {
  protected line(values: RecordRow): string {
    return `${values.map((value) => delimitedValue(cellText(value), DELIMITERS.tsv)).join(DELIMITERS.tsv)}\n`;
  }
}

/** A table in GitHub Flavored Markdown (section 4.10). */
export class MarkdownWriter extends LineWriter {
  protected line(values: RecordRow): string {
    return markdownRow(values.map((value) => markdownText(cellText(value))));
  }

  override begin(fields: readonly Field[]): string {
    const rule = fields.map(({ type }) => (fieldKind(type) === 'number' ? '---:' : '---'));
    return super.begin(fields) + markdownRow(rule);
  }
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

/** Escapes what ends a cell or is markup or HTML; addresses at the colon, as automatic links (6.9) show backslashes. */
function markdownText(text: string): string {
  return text.replace(/[\\`*_[\]<>&|~#]|:(?=\/\/)|(?<=www)\./gi, '\\$&').replace(/\r\n?|\n/g, '<br>');
}

/** Values for SQL's IN: `(1, 'two')`, or `((1, 'a'), (2, 'b'))` for several fields. NULL equals nothing: left out. */
export class SqlListWriter implements RecordWriter {
  readonly #seen = new Set<string>();

  begin(): string {
    return '(';
  }

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

function literal(cell: CellValue): string {
  const value = writtenValue(cell);
  if (typeof value === 'number' || value instanceof ExactNumber) return stringifyExact(value);
  if (typeof value === 'boolean') return String(value);
  return quotedText(cellText(value));
}
