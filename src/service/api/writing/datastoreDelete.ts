/** The actions `datastore_delete` and `datastore_records_delete`. */
import { stringifyExact } from '../../../base/exactJson.ts';
import { type ExactObject, type ExactValue, isObject } from '../../../base/cells.ts';
import type { ActionContext } from '../action.ts';
import { ActionError, invalidValue, validationError, type QueryInfo } from '../../ckan/actionError.ts';
import { Deletion } from '../../engine/duckdb/search/deletion.ts';
import type { ActionInput } from '../parameterReader.ts';
import { recordWriter } from '../search/recordsText.ts';
import { changingResource, describe, writeTurns } from './resourceChange.ts';
import { EXTRAS, WriteReader } from './writeParameters.ts';

/** Of those that are given back. */
const MAX_RECORDS = 32_000;
const INCLUDE = 'include_deleted_records';

interface DeleteRequest {
  readonly id: string;
  /** Undefined: the resource itself. */
  readonly filters: ExactObject | undefined;
  readonly includesRecords: boolean;
  readonly extras: ExactObject;
}

/** With filters the records that match them; without, all records and what is known about their fields. */
export async function deleteResource(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new WriteReader(input, ['filters', INCLUDE]);
  const id = reader.identifier('resource_id', 'id');
  const filters = reader.given('filters');
  if (filters !== undefined && !isObject(filters))
    throw validationError({ filters: ['filters must be either a dict or null.'] });
  reader.counting();
  const includesRecords = reader.flag(INCLUDE, false);
  reader.check();
  const extras = reader.extras();
  const unknown = Object.keys(extras[EXTRAS] ?? {})[0];
  // CKAN reads filters like those of a search, which takes no parameter that it does not know.
  if (filters !== undefined && unknown !== undefined) throw invalidValue(EXTRAS, unknown);
  return inTurn({ id, filters, includesRecords, extras }, context);
}

/** Never the resource itself. */
export async function deleteRecords(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new WriteReader(input, ['filters', INCLUDE]);
  const id = reader.identifier('resource_id', 'id');
  const filters = reader.given('filters');
  if (!Object.hasOwn(input, 'filters')) reader.refuse('filters', 'Missing value');
  else if (!isObject(filters)) reader.refuse('filters', 'Must be a dict');
  reader.counting();
  const includesRecords = reader.flag(INCLUDE, false);
  reader.check();
  return inTurn({ id, filters: filters as ExactObject, includesRecords, extras: {} }, context);
}

function inTurn(request: DeleteRequest, { folder, signal }: ActionContext): Promise<string> {
  return writeTurns(folder).next(request.id, () => remove(request, folder, signal), signal);
}

async function remove(
  { id, filters, includesRecords, extras }: DeleteRequest,
  folder: ActionContext['folder'],
  signal: AbortSignal,
): Promise<string> {
  const { description, created } = await changingResource(folder, id, signal);
  const { resource } = description;
  if (filters === undefined) {
    const gone = { ...created, isActive: false, nextId: 1, aliases: [], primaryKey: [], indexes: [] };
    const left = { ...resource, records: 0, stored: 0, modified: Date.now() };
    folder.release(description);
    await folder.catalogue.replace({
      ...description,
      resource: left,
      fields: [],
      data: `${id}.none.duckdb`,
      created: gone,
    });
    return stringifyExact({ ...extras, resource_id: id });
  }
  const deletion = deletionOf(description, filters);
  const database = await folder.attach(description, signal);
  const deleted: string[] = [];
  await folder.engine.write(async (connection) => {
    if (includesRecords) {
      const rows = await deletion.matching(connection, database, MAX_RECORDS);
      deleted.push(...rows.map(recordWriter(deletion.columns, 'objects')));
    }
    await deletion.run(connection, database);
    await describe(folder, description);
  }, signal);
  const head = stringifyExact({
    ...extras,
    resource_id: id,
    filters,
    ...(deletion.filter !== undefined && { filterops: deletion.filter as unknown as ExactValue }),
  });
  return includesRecords ? `${head.slice(0, -1)},"deleted_records":[${deleted.join(',')}]}` : head;
}

/** What a search refuses as a query is here a fault of the filters. */
function deletionOf(...[description, filters]: ConstructorParameters<typeof Deletion>): Deletion {
  try {
    return new Deletion(description, filters);
  } catch (error) {
    const reason =
      error instanceof ActionError ? (error.body['info'] as QueryInfo | undefined)?.orig : undefined;
    throw reason === undefined ? error : validationError({ filters: reason });
  }
}
