/** Records and messages of a database are limited in size, because each is in memory several times. */
import { ActionError } from '../ckan/actionError.ts';

const MIB = 1024 * 1024;
/** Clients refuse larger answers anyway. The number is in bytes. */
export const MOST_RECORD_BYTES = 64 * MIB;

/** Thrown for a larger record. The records before it can be returned. */
export class RecordTooLarge extends ActionError {
  constructor() {
    const most = String(MOST_RECORD_BYTES / MIB);
    super(409, {
      fields: [`A record has more than ${most} MiB. Leave out fields with large values.`],
      __type: 'Validation Error',
    });
  }
}
