import type { Delimiter } from '../base/quotes.ts';

/** What people can choose about a format. Each writer takes what concerns it. */
export interface FormatOptions {
  /** What a table or a sheet of the records is called. */
  readonly name?: string;
  /** By their types. Absent: as they stand in the file, where that has a spelling of its own. */
  readonly values?: 'typed';
  readonly csv?: CsvOptions;
}

/** Absent members are as RFC 4180 has them: commas, CR LF, every text as it is. */
export interface CsvOptions {
  readonly delimiter?: Delimiter;
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly bom?: true;
  readonly lineEnd?: 'lf';
  /** Texts that a spreadsheet would run as formulas begin with an apostrophe. */
  readonly safe?: true;
}
