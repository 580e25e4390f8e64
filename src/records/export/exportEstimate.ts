/** What an export will be like, by some of its records. */
import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { KnownRecords } from '../recordsPorts.ts';

/** In bytes; undefined where the count or all records are unknown, and for formats that compress. */
export function estimatedSize({ records, sample }: KnownRecords, id: FormatId): number | undefined {
  const format = FORMATS[id];
  if (records === undefined || sample === undefined || !('Writer' in format)) return undefined;
  if (sample.rows.length === 0) return undefined;
  const writer = new format.Writer();
  const head = Buffer.byteLength(writer.begin(sample.fields));
  const body = Buffer.byteLength(writer.rows(sample.rows));
  return head + (body / sample.rows.length) * records;
}

/** None of these records has a place for the format, which is about places. */
export function lacksGeometry({ sample }: KnownRecords, id: FormatId): boolean {
  const format = FORMATS[id];
  if (sample === undefined || sample.rows.length === 0 || !('Writer' in format)) return false;
  const writer = new format.Writer();
  writer.begin(sample.fields);
  writer.rows(sample.rows);
  const { notes = [] } = writer;
  return notes.some(({ kind, count }) => kind === 'noGeometry' && count === sample.rows.length);
}
