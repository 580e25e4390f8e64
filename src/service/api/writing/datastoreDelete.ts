/** The actions `datastore_delete` and `datastore_records_delete`. */
import { stringifyExact } from '../../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../../base/cells.ts';
import type { ActionContext } from '../action.ts';
import { ActionError, validationError, type QueryInfo } from '../../ckan/actionError.ts';
import type { Description } from '../../store/description.ts';
import { Deletion } from '../../engine/duckdb/search/deletion.ts';
import type { ActionInput } from '../parameterReader.ts';
import { recordWriter } from '../search/recordsText.ts';
import { changingResource, describe, writeTurns, type ChangingResource } from './resourceChange.ts';
import { WriteReader } from './writeParameters.ts';

/** Of those that are given back. */
const MAX_RECORDS = 32_000;
const INCLUDE = 'include_deleted_records';
const PARAMETERS = ['filters', INCLUDE];

/** With filters the records that match them; without, all records and what is known about their fields. */
export async function deleteResource(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new WriteReader(input, PARAMETERS);
  const id = reader.identifier('resource_id', 'id');
  const filters = reader.given('filters');
  if (filters !== undefined && !isObject(filters))
    throw validationError({ filters: ['filters must be either a dict or null.'] });
  const includesRecords = readRest(reader);
  if (filters === undefined)
    return inTurn(id, context, async (current) => {
      await empty(current, context.folder);
      return stringifyExact({ ...reader.extras(), resource_id: id });
    });
  // CKAN reads filters like those of a search, which takes no parameter that it does not know.
  reader.checkNames(reader.names);
  return inTurn(id, context, ({ description }) =>
    deleteMatching(description, filters, includesRecords, context),
  );
}

/** Never the resource itself. */
export async function deleteRecords(input: ActionInput, context: ActionContext): Promise<string> {
  const reader = new WriteReader(input, PARAMETERS);
  const id = reader.identifier('resource_id', 'id');
  const filters = reader.given('filters') ?? null;
  if (!Object.hasOwn(input, 'filters')) reader.refuse('filters', 'Missing value');
  else if (!isObject(filters)) reader.refuse('filters', 'Must be a dict');
  const includesRecords = readRest(reader);
  return inTurn(id, context, ({ description }) =>
    deleteMatching(description, filters, includesRecords, context),
  );
}

/** Whether the deleted records are given back. Throws ActionError for what has been noted so far, too. */
function readRest(reader: WriteReader): boolean {
  reader.counting();
  const includesRecords = reader.flag(INCLUDE, false);
  reader.check();
  return includesRecords;
}

function inTurn(
  id: string,
  { folder, signal }: ActionContext,
  remove: (current: ChangingResource) => Promise<string>,
): Promise<string> {
  const run = async (): Promise<string> => remove(await changingResource(folder, id, signal));
  return writeTurns(folder).next(id, run, signal);
}

async function empty(
  { description, created }: ChangingResource,
  folder: ActionContext['folder'],
): Promise<void> {
  const { resource } = description;
  folder.release(description);
  await folder.catalogue.replace({
    ...description,
    resource: { ...resource, records: 0, stored: 0, modified: Date.now() },
    fields: [],
    data: `${resource.id}.none.duckdb`,
    created: { ...created, isActive: false, nextId: 1, aliases: [], primaryKey: [], indexes: [] },
  });
}

async function deleteMatching(
  description: Description,
  filters: ExactValue,
  includesRecords: boolean,
  { folder, signal }: ActionContext,
): Promise<string> {
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
    resource_id: description.resource.id,
    filters,
    ...(deletion.filter !== undefined && { filterops: deletion.filter }),
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
