/** The action `datastore_info`. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Description, StoredField } from '../../store/description.ts';
import { nativeName } from '../../types/typeName.ts';
import type { ActionContext } from '../action.ts';
import { notFound } from '../../ckan/actionError.ts';
import { ParameterReader, type ActionInput } from '../parameterReader.ts';
import { createHash } from 'node:crypto';
import { quotedName } from '../../../base/quotes.ts';

/** `result` as JSON text. Throws ActionError. */
export async function datastoreInfo(input: ActionInput, { folder, signal }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.identifier('resource_id', 'id');
  reader.check();
  const description = await folder.current(id, signal);
  if (description === undefined || description.created?.isActive === false)
    throw notFound(`Resource/Alias "${id}" was not found.`);
  const withMeta = reader.flag('include_meta', true);
  const withSchema = reader.flag('include_fields_schema', true);
  return JSON.stringify({
    ...(withMeta && { meta: await metaOf(description, folder.catalogue.directory) }),
    fields: description.fields.map((field) => ({
      id: field.id,
      // Here CKAN calls it by its own name.
      type: field.type === 'json' ? 'nested' : field.type,
      ...(field.info !== undefined && { info: field.info }),
      ...(withSchema && { schema: schemaOf(field, description) }),
    })),
  });
}

async function metaOf({ resource, data, created }: Description, directory: string): Promise<object> {
  const size = await stat(join(directory, data)).then(
    (facts) => facts.size,
    () => resource.stored,
  );
  return {
    id: resource.id,
    count: resource.records,
    table_type: 'BASE TABLE',
    size,
    db_size: size,
    idx_size: 0,
    // The newest first.
    aliases: (created?.aliases ?? []).toReversed(),
  };
}

function schemaOf({ id, type, modifiers }: StoredField, { resource, created, fields }: Description): object {
  const indexes = [created?.primaryKey ?? [], ...(created?.indexes ?? [])];
  // PostgreSQL indexes an expression of a json field, which is no field of the index.
  const index = type === 'json' ? undefined : indexes.findLast((ids) => ids.includes(id));
  return {
    native_type: nativeName(type, modifiers),
    notnull: false,
    index_name: index === undefined ? null : indexName(resource.id, index, fields),
    is_index: index !== undefined,
    uniquekey: false,
  };
}

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
