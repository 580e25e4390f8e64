import * as v from 'valibot';
import { NAMED_DELIMITERS } from '../base/quotes.ts';
import type { Shape } from '../base/schema.ts';

/** Options of the formats. Each writer reads the ones that apply to it. */
export interface FormatOptions {
  /** Name of the SQL table or of the sheet. */
  readonly name?: string;
  /** `typed` writes typed values. By default values look as in the file, if it has spellings of its own. */
  readonly values?: 'typed';
  readonly csv?: CsvOptions;
}

/** Options for CSV. By default it follows RFC 4180: commas, CR LF, and unchanged texts. */
export type CsvOptions = Shape<typeof CsvOptions>;
export const CsvOptions = v.object({
  delimiter: v.exactOptional(v.picklist(Object.values(NAMED_DELIMITERS))),
  /** Whether the file begins with a byte order mark, by which Excel recognizes UTF-8. */
  bom: v.exactOptional(v.literal(true)),
  lineEnd: v.exactOptional(v.literal('lf')),
  /** Whether texts that a spreadsheet would run as formulas get an apostrophe in front. */
  safe: v.exactOptional(v.literal(true)),
});
