/** Records in memory, in the form that built formats read. */
import type { RecordRow } from '../../../src/base/cells.ts';
import type { Field } from '../../../src/base/field.ts';
import type { BuildSource } from '../../../src/export/built/recordLines.ts';

export function recordSource(fields: readonly Field[], rows: readonly RecordRow[], batchSize = 1000): BuildSource {
  async function* batches(): AsyncGenerator<readonly RecordRow[]> {
    for (let at = 0; at < rows.length; at += batchSize) yield await Promise.resolve(rows.slice(at, at + batchSize));
  }
  return { fields, batches, records: rows.length };
}
