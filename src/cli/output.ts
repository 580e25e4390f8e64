/** What a command writes, which reads a document: records to standard output, or a file in any format of `export`. */
import path from 'node:path';
import { defined } from '../base/defined.ts';
import type { FileTarget } from '../export/exportFile.ts';
import { type FormatId, formatsFor } from '../export/formats.ts';
import type { FormatOptions } from '../export/formatOptions.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { type CsvValues, readCsv } from './csvOptions.ts';
import { readFormatOf } from './export.ts';
import { readFormat } from './options.ts';

export type Output =
  | { readonly writer: RecordWriter }
  | { readonly target: FileTarget; readonly format: FormatId; readonly options?: FormatOptions };

export const OUTPUT_OPTIONS = {
  format: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean', default: false },
  'out-delimiter': { type: 'string' },
  'out-bom': { type: 'boolean' },
  'out-lf': { type: 'boolean' },
  'out-safe': { type: 'boolean' },
} as const;

type OutputValues = Readonly<
  Partial<Record<'format' | 'out' | 'out-delimiter', string>> &
    Partial<Record<'force' | 'out-bom' | 'out-lf' | 'out-safe', boolean>>
>;

/** Reads the options of `OUTPUT_OPTIONS`. Throws UsageError. */
export function readOutput({ format, out, force = false, ...values }: OutputValues): Output {
  const csv = (id = '') => readCsv(values as CsvValues, id);
  if (out === undefined) return { writer: readFormat(formatsFor('search'), format, csv(format)) };
  const id = readFormatOf(out, format);
  return { target: { file: path.resolve(out), overwrites: force }, format: id, ...defined({ options: csv(id) }) };
}
