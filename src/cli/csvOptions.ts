/** The options of the CSV that `search` and `export` write. */
import { defined } from '../base/defined.ts';
import { delimiterOf, NAMED_DELIMITERS } from '../base/quotes.ts';
import type { FormatOptions } from '../export/formatOptions.ts';
import { UsageError } from './io.ts';

export const CSV_FLAGS = ['out-bom', 'out-lf', 'out-safe'] as const;

export type CsvValues = Readonly<Partial<Record<'out-delimiter', string> & Record<(typeof CSV_FLAGS)[number], true>>>;

/** Undefined if none of the options is used. Throws UsageError. */
export function readCsv(values: CsvValues, format: string): FormatOptions | undefined {
  const { 'out-delimiter': named, 'out-bom': bom, 'out-lf': lf, 'out-safe': safe } = values;
  if ([named, bom, lf, safe].every((option) => option === undefined)) return undefined;
  if (format !== 'csv') throw new UsageError('--out-delimiter, --out-bom, --out-lf and --out-safe are for CSV.');
  const delimiter = named === undefined ? undefined : delimiterOf(named);
  if (named !== undefined && delimiter === undefined)
    throw new UsageError(`--out-delimiter: use one of ${Object.keys(NAMED_DELIMITERS).join(', ')}.`);
  return { csv: defined({ delimiter, bom, lineEnd: lf && ('lf' as const), safe }) };
}
