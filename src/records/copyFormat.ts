/** The texts that records can be copied as. */
import { CsvWriter, TsvWriter } from '../export/delimitedWriter.ts';
import { JsonWriter } from '../export/jsonWriter.ts';
import { MarkdownWriter } from '../export/markdownWriter.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { SqlListWriter } from '../export/sqlListWriter.ts';

export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown' | 'sqlList';

interface FormatFacts {
  readonly writer: () => RecordWriter;
  /** The names of the fields can be left out. */
  readonly hasOptionalHeader: boolean;
}

export const copyFormats: Readonly<Record<CopyFormat, FormatFacts>> = {
  tsv: { writer: () => new TsvWriter(), hasOptionalHeader: true },
  csv: { writer: () => new CsvWriter(), hasOptionalHeader: true },
  json: { writer: () => new JsonWriter(), hasOptionalHeader: false },
  markdown: { writer: () => new MarkdownWriter(), hasOptionalHeader: false },
  sqlList: { writer: () => new SqlListWriter(), hasOptionalHeader: false },
};
