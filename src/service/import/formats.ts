/** Which reader reads which format. */
import { csvFormat } from './csvFormat.ts';
import { duckdbFormat } from './duckdbFormat.ts';
import type { FileFormatReader } from './fileFormatReader.ts';
import { jsonFormat } from './jsonFormat.ts';
import { parquetFormat } from './parquetFormat.ts';
import type { FileFormat } from './reading.ts';
import { sqliteFormat } from './sqliteFormat.ts';
import { xlsxFormat } from './xlsxFormat.ts';

export const formats: ReadonlyMap<FileFormat, FileFormatReader> = new Map([
  ['csv', csvFormat],
  ['json', jsonFormat],
  ['parquet', parquetFormat],
  ['xlsx', xlsxFormat],
  ['sqlite', sqliteFormat],
  ['duckdb', duckdbFormat],
]);
