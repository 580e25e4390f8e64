import { defined } from '../../../base/defined.ts';
import type { TableFacts } from '../../question/datastore.ts';
import { nativeName } from '../../types/typeName.ts';
import type { ActionContext } from '../action.ts';
import { notFound } from '../../ckan/actionError.ts';
import { ParameterReader, type ActionInput } from '../parameterReader.ts';

/** Returns the `result` as JSON text. Throws ActionError. */
export async function datastoreInfo(input: ActionInput, { datastore, signal }: ActionContext): Promise<string> {
  const reader = new ParameterReader(input);
  const id = reader.identifier('resource_id', 'id');
  reader.check();
  const facts = await datastore.facts(id, signal);
  if (facts === undefined) throw notFound(`Resource/Alias "${id}" was not found.`);
  const withMeta = reader.flag('include_meta', true);
  const withSchema = reader.flag('include_fields_schema', true);
  return JSON.stringify({
    ...(withMeta && { meta: await metaOf(facts) }),
    fields: facts.fields.map((field) => ({
      id: field.id,
      // CKAN uses its own name of the type here.
      type: field.type === 'json' ? 'nested' : field.type,
      ...defined({ info: field.info }),
      ...(withSchema && { schema: schemaOf(field, facts) }),
    })),
  });
}

type FieldFacts = TableFacts['fields'][number];

async function metaOf({ id, records, aliases, size }: TableFacts): Promise<object> {
  const [{ total, isEstimate }, bytes] = await Promise.all([records(), size()]);
  return {
    id,
    count: total,
    ...(isEstimate && { x_count_was_estimated: true }),
    table_type: 'BASE TABLE',
    size: bytes,
    db_size: bytes,
    idx_size: 0,
    // CKAN lists the newest alias first.
    aliases: aliases.toReversed(),
  };
}

function schemaOf({ id, type, modifiers }: FieldFacts, { indexes }: TableFacts): object {
  const index = indexes.findLast((ids) => ids.includes(id));
  return {
    native_type: nativeName(type, modifiers),
    notnull: false,
    // CKAN's names of indexes are hashes, which say less.
    index_name: index?.join(', ') ?? null,
    is_index: index !== undefined,
    uniquekey: false,
  };
}
