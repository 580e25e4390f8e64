import { createHash } from 'node:crypto';
import type { RecordRow } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** SHA-256 of all values of a record, in hex: it shows whether a record that comes again is still the same. */
export function hashOfRecord(row: RecordRow): string {
  return createHash('sha256').update(stringifyExact(row)).digest('hex');
}
