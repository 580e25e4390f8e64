import type { Delimiter } from '../base/quotes.ts';

/** Options of the formats. Each writer reads the ones that apply to it. */
export interface FormatOptions {
  /** Name of the SQL table or of the sheet. */
  readonly name?: string;
  /** `typed` writes typed values. By default values look as in the file, if it has spellings of its own. */
  readonly values?: 'typed';
  readonly csv?: CsvOptions;
}

/** Options for CSV. By default it follows RFC 4180: commas, CR LF, and unchanged texts. */
export interface CsvOptions {
  readonly delimiter?: Delimiter;
  /** Whether the file begins with a byte order mark, by which Excel recognizes UTF-8. */
  readonly bom?: true;
  readonly lineEnd?: 'lf';
  /** Whether texts that a spreadsheet would run as formulas get an apostrophe in front. */
  readonly safe?: true;
}
