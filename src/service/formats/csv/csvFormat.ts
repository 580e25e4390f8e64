/** CSV, TSV and their like. */
import { stat } from 'node:fs/promises';
import { guessCsv } from './csvGuess.ts';
import { readCsv } from './csvImport.ts';
import { csvRecords } from './csvRecords.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { FileFormatReader, ReadableFile } from '../fileFormatReader.ts';
import { type FileEncoding, SAMPLE_RECORDS, sampleText } from '../../resource/reading.ts';
import { decoded } from '../../reading/textDecoding.ts';
import { readHead } from '../../reading/textFile.ts';

export const csvFormat: FileFormatReader = {
  isText: true,
  inspect: async (file, choices) => {
    const { encoding = 'utf-8' } = choices;
    const { text, isCut } = await headOf(file, encoding);
    const dialect = guessCsv(text, isCut, choices);
    const records: (readonly (string | null)[])[] = [];
    for (const { values } of csvRecords(text, dialect.delimiter, dialect.quote))
      if (records.push(values) > SAMPLE_RECORDS + 1) break;
    if (isCut && records.length > 1 && records.length <= SAMPLE_RECORDS + 1) records.pop();
    const [first = []] = records;
    const sample = records.slice(dialect.header ? 1 : 0).slice(0, SAMPLE_RECORDS);
    return {
      reading: { compression: 'none', unreadable: 'refuse', ...choices, format: 'csv', encoding, ...dialect },
      fields: fieldIds(first.map((name) => (dialect.header ? (name ?? '') : ''))),
      sample: sample.map((values) => values.map(sampleText)),
    };
  },
  read: (_connection, file, reading, report, begin) => readCsv(file, reading, report, begin),
};

async function headOf(file: ReadableFile, encoding: FileEncoding): Promise<{ text: string; isCut: boolean }> {
  const head = await readHead(file.path);
  const isCut = file.isCut === true || (await stat(file.path)).size > head.length;
  const parts: Buffer[] = [];
  for await (const part of decoded([head], encoding)) parts.push(part);
  return { text: Buffer.concat(parts).toString('utf8'), isCut };
}
