import { ActionError, validationError } from '../ckan/actionError.ts';

const MIB = 1024 * 1024;
/** Each record and message of a database is in memory several times. Clients refuse larger answers anyway. */
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

export function fieldsChanged(): ActionError {
  return validationError({ fields: ['The fields of this table have changed. Ask again.'] });
}
