/** Which reader reads which format. */
import { csvFormat } from './csv/csvFormat.ts';
import { duckdbFormat } from './duckdb/duckdbFormat.ts';
import type { FileFormatReader } from './fileFormatReader.ts';
import { jsonFormat } from './json/jsonFormat.ts';
import { parquetFormat } from './parquet/parquetFormat.ts';
import type { FileFormat } from '../resource/reading.ts';
import { sqliteFormat } from './sqlite/sqliteFormat.ts';
import { xlsxFormat } from './xlsx/xlsxFormat.ts';

export const formats: ReadonlyMap<FileFormat, FileFormatReader> = new Map([
  ['csv', csvFormat],
  ['json', jsonFormat],
  ['parquet', parquetFormat],
  ['xlsx', xlsxFormat],
  ['sqlite', sqliteFormat],
  ['duckdb', duckdbFormat],
]);
