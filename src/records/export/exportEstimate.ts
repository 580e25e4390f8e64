/** How large an export will be, by the records that its panel has loaded. */
import { FORMATS, type FormatId } from '../../export/formats.ts';
import type { Exported } from '../recordsPorts.ts';

/** In bytes; undefined where the count or all records are unknown, and for formats that compress. */
export function estimatedSize({ panel }: Exported, id: FormatId): number | undefined {
  const format = FORMATS[id];
  if (panel?.records === undefined || panel.sample === undefined || !('Writer' in format)) return undefined;
  const { records, sample } = panel;
  if (sample.rows.length === 0) return undefined;
  const writer = new format.Writer();
  const head = Buffer.byteLength(writer.begin(sample.fields));
  const body = Buffer.byteLength(writer.rows(sample.rows));
  return head + (body / sample.rows.length) * records;
}
