/** The actions `datastore_delete` and `datastore_records_delete`. */
import { stringifyExact } from '../../../base/exactJson.ts';
import { type ExactValue, isObject } from '../../../base/cells.ts';
import type { ActionContext } from '../action.ts';
import { ActionError, validationError, type QueryInfo } from '../../ckan/actionError.ts';
import type { Description } from '../../store/description.ts';
import type { TableChanges } from '../../engine/tableChanges.ts';
import type { RecordCondition } from '../../engine/tableQuestion.ts';
import type { ActionInput } from '../parameterReader.ts';
import { filterOperation, type FilterOperation } from '../search/filterOperation.ts';
import { recordCondition } from '../search/recordConditions.ts';
import { recordWriter } from '../search/recordsText.ts';
import {
  changesOf,
  changingResource,
  outputFields,
  writeTurns,
  type ChangingResource,
} from './resourceChange.ts';
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
    return inTurn(id, context, async (current, changes) => {
      await empty(current, changes);
      return stringifyExact({ ...reader.extras(), resource_id: id });
    });
  // CKAN reads filters like those of a search, which takes no parameter that it does not know.
  reader.checkNames(reader.names);
  return inTurn(id, context, ({ description }, changes) =>
    deleteMatching({ description, filters, includesRecords }, changes, context.signal),
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
  return inTurn(id, context, ({ description }, changes) =>
    deleteMatching({ description, filters, includesRecords }, changes, context.signal),
  );
}

/** Whether the deleted records are given back. Throws ActionError for what has been noted so far, too. */
function readRest(reader: WriteReader): boolean {
  reader.counting();
  const includesRecords = reader.flag(INCLUDE, false);
  reader.check();
  return includesRecords;
}

async function inTurn(
  id: string,
  { datastore, signal }: ActionContext,
  remove: (current: ChangingResource, changes: TableChanges) => Promise<string>,
): Promise<string> {
  const changes = await changesOf(datastore);
  const run = async (): Promise<string> => remove(await changingResource(changes, id, signal), changes);
  return writeTurns(changes).next(id, run, signal);
}

async function empty({ description, created }: ChangingResource, changes: TableChanges): Promise<void> {
  const nothing = { isActive: false, nextId: 1, aliases: [], primaryKey: [], indexes: [] };
  await changes.empty(description, { ...created, ...nothing });
}

interface Deletion {
  readonly description: Description;
  readonly filters: ExactValue;
  /** The deleted records are given back. */
  readonly includesRecords: boolean;
}

async function deleteMatching(
  { description, filters, includesRecords }: Deletion,
  changes: TableChanges,
  signal: AbortSignal,
): Promise<string> {
  const { filter, where } = matchOf(description, filters);
  const deleted = await changes.change(
    description,
    async (records) => {
      const matching = includesRecords ? await records.matching(where, MAX_RECORDS) : [];
      await records.remove(where);
      await changes.describe(description);
      return matching;
    },
    signal,
  );
  const head = stringifyExact({
    resource_id: description.resource.id,
    filters,
    ...(filter !== undefined && { filterops: filter }),
  });
  if (!includesRecords) return head;
  const texts = deleted.map(recordWriter(outputFields(description.fields), 'objects'));
  return `${head.slice(0, -1)},"deleted_records":[${texts.join(',')}]}`;
}

interface Match {
  /** How the filters were understood. */
  readonly filter: FilterOperation | undefined;
  readonly where: RecordCondition | undefined;
}

/** What a search refuses as a query is here a fault of the filters. */
function matchOf({ fields }: Description, filters: ExactValue): Match {
  try {
    const known = new Map(outputFields(fields).map((field) => [field.id, field]));
    const filter = filterOperation(filters, (name) => known.has(name));
    return { filter, where: filter && recordCondition(filter, known) };
  } catch (error) {
    const reason =
      error instanceof ActionError ? (error.body['info'] as QueryInfo | undefined)?.orig : undefined;
    throw reason === undefined ? error : validationError({ filters: reason });
  }
}
