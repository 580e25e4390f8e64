/** Which reader reads which format. */
import { csvFormat } from './csvFormat.ts';
import type { FileFormatReader } from './fileFormatReader.ts';
import { jsonFormat } from './jsonFormat.ts';
import type { FileFormat } from './reading.ts';

export const formats: ReadonlyMap<FileFormat, FileFormatReader> = new Map([
  ['csv', csvFormat],
  ['json', jsonFormat],
]);
