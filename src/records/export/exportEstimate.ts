import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { RecordFacts } from '../recordsPorts.ts';

export const SAMPLE = 50;

/** Estimated size in bytes. Undefined if the total or a sample is missing, and for formats that compress. */
export function estimatedSize({ records, sample }: RecordFacts, id: FormatId): number | undefined {
  const written = writtenSample(sample, id);
  if (records === undefined || written === undefined) return undefined;
  return written.head + (written.body / written.count) * records;
}

/** Whether none of the sample has a geometry, for a format that needs one. */
export function lacksGeometry({ sample }: RecordFacts, id: FormatId): boolean {
  const written = writtenSample(sample, id);
  return written?.notes.some(({ kind, count }) => kind === 'noGeometry' && count === written.count) ?? false;
}

/** Bytes of the sample's head and body. Undefined without records, and for a format that compresses. */
function writtenSample(sample: RecordFacts['sample'], id: FormatId) {
  const format = FORMATS[id];
  if (sample === undefined || sample.rows.length === 0 || !('Writer' in format)) return undefined;
  const writer = new format.Writer();
  const head = Buffer.byteLength(writer.begin(sample.fields));
  const body = Buffer.byteLength(writer.rows(sample.rows));
  return { head, body, count: sample.rows.length, notes: writer.notes ?? [] };
}
