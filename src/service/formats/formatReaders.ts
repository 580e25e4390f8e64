import { csvFormat } from './csv/csvFormat.ts';
import { duckdbFormat } from './duckdb/duckdbFormat.ts';
import type { FileFormatReader } from './fileFormatReader.ts';
import type { FileFormat } from '../resource/fileKinds.ts';
import { jsonFormat } from './json/jsonFormat.ts';
import { odsFormat } from './ods/odsFormat.ts';
import { parquetFormat } from './parquet/parquetFormat.ts';
import { sqliteFormat } from './sqlite/sqliteFormat.ts';
import { xlsxFormat } from './xlsx/xlsxFormat.ts';

export const formatReaders: Readonly<Record<FileFormat, FileFormatReader>> = {
  csv: csvFormat,
  json: jsonFormat,
  parquet: parquetFormat,
  xlsx: xlsxFormat,
  ods: odsFormat,
  sqlite: sqliteFormat,
  duckdb: duckdbFormat,
};
