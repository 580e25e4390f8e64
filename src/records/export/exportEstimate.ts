/** What an export will be like, by some of its records. */
import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { KnownRecords } from '../recordsPorts.ts';

/** Records by which a size is estimated. */
export const SAMPLE = 50;

/** In bytes; undefined where the count or all records are unknown, and for formats that compress. */
export function estimatedSize({ records, sample }: KnownRecords, id: FormatId): number | undefined {
  const written = writtenSample(sample, id);
  if (records === undefined || written === undefined) return undefined;
  return written.head + (written.body / written.count) * records;
}

/** None of these records has a place for the format, which is about places. */
export function lacksGeometry({ sample }: KnownRecords, id: FormatId): boolean {
  const written = writtenSample(sample, id);
  return written?.notes.some(({ kind, count }) => kind === 'noGeometry' && count === written.count) ?? false;
}

/** Bytes of its head and its body; undefined of no records, and of a format that compresses. */
function writtenSample(sample: KnownRecords['sample'], id: FormatId) {
  const format = FORMATS[id];
  if (sample === undefined || sample.rows.length === 0 || !('Writer' in format)) return undefined;
  const writer = new format.Writer();
  const head = Buffer.byteLength(writer.begin(sample.fields));
  const body = Buffer.byteLength(writer.rows(sample.rows));
  return { head, body, count: sample.rows.length, notes: writer.notes ?? [] };
}
