/** What a command writes, which reads a document: records to standard output, or a file in any format of `export`. */
import path from 'node:path';
import { defined } from '../base/defined.ts';
import type { FileTarget } from '../export/exportFile.ts';
import { type FormatId, formatsFor } from '../export/formats.ts';
import type { FormatOptions } from '../export/formatOptions.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { readFormatOf } from './export.ts';
import { CSV_OPTIONS, FLAG, type OptionValues, readCsv, readFormat, STRING } from './options.ts';

export type Output =
  | { readonly writer: RecordWriter }
  | { readonly target: FileTarget; readonly format: FormatId; readonly options?: FormatOptions };

export const OUTPUT_OPTIONS = { format: STRING, out: STRING, force: FLAG, ...CSV_OPTIONS } as const;

/** Reads the options of `OUTPUT_OPTIONS`. Throws UsageError. */
export function readOutput({ format, out, force = false, ...csv }: OptionValues<typeof OUTPUT_OPTIONS>): Output {
  if (out === undefined) return { writer: readFormat(formatsFor('search'), format, readCsv(csv, format)) };
  const id = readFormatOf(out, format);
  const options = readCsv(csv, id);
  return { target: { file: path.resolve(out), overwrites: force }, format: id, ...defined({ options }) };
}
