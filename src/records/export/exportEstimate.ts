/** How large an export will be, by the records that its panel has loaded. */
import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { Exported, ExportedPart } from '../recordsPorts.ts';

/** In bytes; undefined where the count or all records are unknown, and for formats that compress. `part`: of the panel. */
export function estimatedSize({ panel }: Exported, id: FormatId, part?: ExportedPart): number | undefined {
  const format = FORMATS[id];
  const records = part?.records ?? panel?.records;
  const sample = part === undefined ? panel?.sample : { fields: part.fields, rows: part.sample };
  if (records === undefined || sample === undefined || !('Writer' in format)) return undefined;
  if (sample.rows.length === 0) return undefined;
  const writer = new format.Writer();
  const head = Buffer.byteLength(writer.begin(sample.fields));
  const body = Buffer.byteLength(writer.rows(sample.rows));
  return head + (body / sample.rows.length) * records;
}
