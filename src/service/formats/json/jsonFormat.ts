/** An array of objects, JSON Lines, the properties of GeoJSON. */
import type { FileFormatReader } from '../fileFormatReader.ts';
import { inspectJson, readJson } from './jsonImport.ts';
import type { Reading } from '../../resource/reading.ts';

export const jsonFormat: FileFormatReader = {
  isText: true,
  inspect: async (file, choices) => {
    const reading: Reading = {
      compression: 'none',
      encoding: 'utf-8',
      unreadable: 'refuse',
      ...choices,
      format: 'json',
    };
    return { reading, ...(await inspectJson(file, reading)) };
  },
  read: readJson,
};
