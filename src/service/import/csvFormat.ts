/** CSV, TSV and their like. */
import { readCsv } from './csvImport.ts';
import { csvDelimiter } from './csvDelimiter.ts';
import type { FileFormatReader } from './fileFormatReader.ts';
import { readHead } from './textFile.ts';

export const csvFormat: FileFormatReader = {
  inspect: async ({ path }, choices) => ({
    reading: {
      format: 'csv',
      compression: 'none',
      encoding: 'utf-8',
      delimiter: csvDelimiter(await readHead(path)),
      quote: '"',
      header: true,
      unreadable: 'refuse',
      ...choices,
    },
    fields: [],
    sample: [],
  }),
  read: async (connection, { path }, _reading, report) =>
    readCsv(connection, path, await readHead(path), report),
};
