import { createHash } from 'node:crypto';
import type { RecordRow } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** SHA-256 of all values of a record, in hex. It shows whether a repeated record has changed. */
export function hashOfRecord(row: RecordRow): string {
  return createHash('sha256').update(stringifyExact(row)).digest('hex');
}
