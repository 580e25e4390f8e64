/** The formats that records can be written in. Pickers, files, the clipboard and the command line read this table. */
import { GeoJsonWriter } from './geoJsonWriter.ts';
import { JsonWriter, NdjsonWriter } from './jsonWriter.ts';
import type { BuildSource } from './built/recordLines.ts';
import type { FormatNote } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import type { RecordWriter } from './recordWriter.ts';
import { SqlInsertWriter } from './sqlInsertWriter.ts';
import { TableWriter } from './tableWriter.ts';
import { CsvWriter, MarkdownWriter, SqlListWriter, TsvWriter } from './textWriters.ts';

/** `export` is for all records of a query, `copy` for selected cells, the others for commands of the command line. */
type FormatUse = 'export' | 'copy' | 'search' | 'catalog';

interface DescribedFormat {
  /** The name for people, which isn't translated. */
  readonly name: string;
  readonly ending: string;
  readonly uses: readonly FormatUse[];
  readonly maxRecords?: number;
  readonly maxFields?: number;
}

/** A format whose text is written batch by batch, to any target. */
export interface TextFormat extends DescribedFormat {
  /** VS Code's language id. An editor shows plain text if no extension provides the language. */
  readonly language: string;
  /** Whether a copy may leave out the field names. */
  readonly header?: 'optional';
  readonly Writer: new (options?: FormatOptions) => RecordWriter;
}

/** Writes the whole file, replacing an existing one. Rejects with the signal's reason, or with a file system error. */
type Build = (
  source: BuildSource,
  path: string,
  signal: AbortSignal,
  options?: FormatOptions,
) => Promise<readonly FormatNote[]>;

interface BuiltFormat extends DescribedFormat {
  readonly build: Build;
  readonly passes: number;
}

const EVERYWHERE = ['export', 'copy', 'search'] as const;

const texts = {
  csv: { name: 'CSV', ending: 'csv', language: 'csv', uses: EVERYWHERE, header: 'optional', Writer: CsvWriter },
  tsv: { name: 'TSV', ending: 'tsv', language: 'tsv', uses: EVERYWHERE, header: 'optional', Writer: TsvWriter },
  json: { name: 'JSON', ending: 'json', language: 'json', uses: [...EVERYWHERE, 'catalog'], Writer: JsonWriter },
  ndjson: {
    name: 'JSON Lines',
    ending: 'jsonl',
    language: 'jsonl',
    uses: [...EVERYWHERE, 'catalog'],
    Writer: NdjsonWriter,
  },
  markdown: { name: 'Markdown', ending: 'md', language: 'markdown', uses: EVERYWHERE, Writer: MarkdownWriter },
  sqlInsert: { name: 'SQL INSERT', ending: 'sql', language: 'sql', uses: ['export'], Writer: SqlInsertWriter },
  geojson: { name: 'GeoJSON', ending: 'geojson', language: 'json', uses: ['export'], Writer: GeoJsonWriter },
  sqlList: { name: 'SQL IN (…)', ending: 'sql', language: 'sql', uses: ['copy'], Writer: SqlListWriter },
  table: { name: 'Table', ending: 'txt', language: 'plaintext', uses: ['search', 'catalog'], Writer: TableWriter },
} as const satisfies Readonly<Record<string, TextFormat>>;

const built = {
  xlsx: {
    name: 'Excel (XLSX)',
    ending: 'xlsx',
    uses: ['export'],
    passes: 1,
    // One of Excel's 1,048,576 rows contains the field names.
    maxRecords: 1_048_575,
    maxFields: 16_384,
    build: async (...how) => (await import('./built/xlsx.ts')).buildXlsx(...how),
  },
  parquet: {
    name: 'Parquet',
    ending: 'parquet',
    uses: ['export'],
    passes: 2,
    build: async (source, path, signal) => (await import('./built/parquet.ts')).buildParquet(source, path, signal),
  },
} as const satisfies Readonly<Record<string, BuiltFormat>>;

const table = { ...texts, ...built };

export type TextFormatId = keyof typeof texts;
export type BuiltFormatId = keyof typeof built;
export type FormatId = keyof typeof table;

export const TEXT_FORMATS: Readonly<Record<TextFormatId, TextFormat>> = texts;
export const FORMATS: Readonly<Record<FormatId, TextFormat | BuiltFormat>> = table;

/** The formats of a summary on the command line. */
export const SUMMARY_FORMATS = ['table', 'csv', 'json', 'ndjson'] as const satisfies readonly TextFormatId[];

export function isFormatId(value: unknown): value is FormatId {
  return typeof value === 'string' && Object.hasOwn(FORMATS, value);
}

export function isBuilt(id: FormatId): id is BuiltFormatId {
  return Object.hasOwn(built, id);
}

export function formatsFor(use: Exclude<FormatUse, 'export'>): readonly TextFormatId[];
export function formatsFor(use: FormatUse): readonly FormatId[];
export function formatsFor(use: FormatUse): readonly FormatId[] {
  return Object.keys(FORMATS)
    .filter(isFormatId)
    .filter((id) => FORMATS[id].uses.includes(use));
}
