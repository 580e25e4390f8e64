import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
import { decoderOf } from '../../reading/textEncoding.ts';
import { inspectTyped } from '../../reading/columnGuess.ts';
import { classesOf, DATE, NUMERIC } from '../../reading/valueClasses.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import { LOOKED_AT_RECORDS, sampleText, type FileEncoding } from '../../resource/reading.ts';
import { reason } from '../../resource/reasons.ts';
import type { FieldType } from '../../types/fieldTypes.ts';
import { binaryReading, type FileFormatReader } from '../fileFormatReader.ts';
import { DbaseFile, type DbaseField } from './dbaseFile.ts';

export const dbaseFormat: FileFormatReader = {
  inspect: async (file, choices) => {
    await using table = await DbaseFile.open(file.path, file.name);
    const declared = choices.encoding ?? table.encoding;
    const encoding = declared ?? (await guessedEncoding(table));
    const columns = columnsOf(table);
    const records: { readonly values: readonly (string | null)[] }[] = [];
    for await (const values of valuesOf(table, encoding)) {
      if (values === undefined) continue;
      for (const [index, value] of values.entries()) columns[index]?.note(value);
      records.push({ values: values.map((value) => sampleText(value)) });
      if (records.length === LOOKED_AT_RECORDS) break;
    }
    const fields = fieldIds(namesOf(table, encoding));
    return {
      reading: { ...binaryReading('dbase', choices), encoding },
      // Texts of DOS aren't UTF-8 either.
      ...(declared === undefined && encoding !== 'utf-8' && { unsure: ['encoding'] as const }),
      ...inspectTyped({ fields, types: columns.map(({ type }) => type), records }, choices),
    };
  },
  read: async (connection, file, reading, report) => {
    await using table = await DbaseFile.open(file.path, file.name);
    const { size } = await stat(file.path);
    const { encoding = 'windows-1252' } = reading;
    const columns = columnsOf(table);
    const target = new RecordTable(connection, size);
    let deleted = 0;
    for await (const values of valuesOf(table, encoding)) {
      if (values === undefined) {
        deleted += 1;
        continue;
      }
      for (const [index, value] of values.entries()) columns[index]?.note(value);
      const appended = target.append(values);
      if (appended === undefined) continue;
      await appended;
      report(Math.round(size / 2));
    }
    await target.end(columns.length);
    const ids = fieldIds(namesOf(table, encoding));
    const many = deleted === 1 ? reason('oneDeleted') : reason('deleted', deleted.toLocaleString('en'));
    return {
      relation: RECORD_TABLE,
      fields: ids.map((id, index) => ({ id, type: columns[index]?.type ?? 'text' })),
      records: target.records,
      skipped: [],
      notices: [...(deleted > 0 ? [many] : []), ...(table.lacksMemos ? [reason('noMemos', basename(file.name))] : [])],
    };
  },
};

/** Undefined stands for a record that is marked as deleted. */
async function* valuesOf(table: DbaseFile, encoding: FileEncoding) {
  const decode = decoderOf(encoding);
  for await (const record of table.records()) {
    const { isDeleted, values } = await table.valuesOf(record, (bytes) => decode(bytes, false).toWellFormed());
    yield isDeleted ? undefined : values;
  }
}

/** Shapefiles of today have UTF-8 without saying so, and older ones what Windows had. */
async function guessedEncoding(table: DbaseFile): Promise<FileEncoding> {
  const texts = table.fields.filter(({ type }) => type === 'C' || type === 'V');
  if (!table.fields.every(({ name }) => isUtf8(Buffer.from(name, 'latin1')))) return 'windows-1252';
  for await (const record of table.records())
    if (!texts.every(({ offset, length }) => isUtf8(record.subarray(offset, offset + length)))) return 'windows-1252';
  return 'utf-8';
}

function dataFields(table: DbaseFile): readonly DbaseField[] {
  return table.fields.filter(({ type }) => type !== '0');
}

function namesOf(table: DbaseFile, encoding: FileEncoding): readonly string[] {
  const decode = decoderOf(encoding);
  return dataFields(table).map(({ name }) => decode(Buffer.from(name, 'latin1'), false).toWellFormed());
}

const TYPES: Readonly<Record<string, FieldType>> = {
  ...{ N: 'numeric', F: 'numeric', I: 'numeric', '+': 'numeric', O: 'numeric', B: 'numeric', Y: 'numeric' },
  ...{ L: 'bool', D: 'date', T: 'timestamp', '@': 'timestamp' },
};
const INFINITE = /^(?:NaN|-?Infinity)$/;

class DbaseColumn {
  readonly #declared: FieldType;
  #isOther = false;
  #hasInfinity = false;

  constructor({ type }: DbaseField) {
    this.#declared = TYPES[type] ?? 'text';
  }

  get type(): FieldType {
    return this.#isOther ? 'text' : this.#hasInfinity ? 'float8' : this.#declared;
  }

  note(value: string | null): void {
    if (value === null) return;
    // A number with zeros in front is a name of something.
    if (this.#declared === 'numeric' && INFINITE.test(value)) this.#hasInfinity = true;
    else if (this.#declared === 'numeric') this.#isOther ||= (classesOf(value) & NUMERIC) === 0;
    else if (this.#declared === 'date') this.#isOther ||= (classesOf(value) & DATE) === 0;
  }
}

function columnsOf(table: DbaseFile): readonly DbaseColumn[] {
  return dataFields(table).map((field) => new DbaseColumn(field));
}
