/** How large what one record, or one message of a database, may be: it is in memory several times while it is given out. */
import { ActionError } from '../ckan/actionError.ts';

const MIB = 1024 * 1024;
/** Bytes. Clients refuse larger answers anyway. */
export const MOST_RECORD_BYTES = 64 * MIB;

/** A record that is larger. The records before it can be given out. */
export class RecordTooLarge extends ActionError {
  constructor() {
    const most = String(MOST_RECORD_BYTES / MIB);
    super(409, {
      fields: [`A record has more than ${most} MiB. Leave out fields with large values.`],
      __type: 'Validation Error',
    });
  }
}
