/** An array of objects, JSON Lines, the properties of GeoJSON. */
import type { FileFormatReader } from './fileFormatReader.ts';
import { readJson } from './jsonImport.ts';

export const jsonFormat: FileFormatReader = {
  inspect: (_file, choices) =>
    Promise.resolve({
      reading: { format: 'json', compression: 'none', encoding: 'utf-8', unreadable: 'refuse', ...choices },
      fields: [],
      sample: [],
    }),
  read: (connection, { path }, _reading, report) => readJson(connection, path, report),
};
