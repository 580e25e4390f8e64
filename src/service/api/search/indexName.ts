import { createHash } from 'node:crypto';
import type { StoredField } from '../../store/description.ts';
import { quotedName } from '../../../base/sqlQuoting.ts';

/** The name that CKAN gives an index: it stands in messages of PostgreSQL's, and in `datastore_info`. */
export function indexName(
  resourceId: string,
  ids: readonly string[],
  fields: readonly StoredField[],
): string {
  const parts = ids.map((id) => {
    const name = quotedName(id);
    return fields.some((field) => field.id === id && field.type === 'json') ? `((${name}).json::text)` : name;
  });
  return createHash('sha1')
    .update(`${resourceId}${parts.join(', ')}`, 'utf8')
    .digest('hex');
}
