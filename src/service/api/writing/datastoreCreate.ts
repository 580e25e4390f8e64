/** The action `datastore_create`: makes a resource, or changes its fields, keys and names, and adds records. */
import { stringifyExact } from '../../../base/exactJson.ts';
import { type ExactObject, type ExactValue, isObject } from '../../../base/cells.ts';
import type { CreatedTable, Description } from '../../store/description.ts';
import { isResourceId } from '../../resource/resourceId.ts';
import type { ChangingRecords, StoredRecord, TableChanges } from '../../engine/tableChanges.ts';
import type { ActionContext } from '../action.ts';
import { validationError } from '../../ckan/actionError.ts';
import { planFields, suppliedFields, type FieldPlan } from './fieldDefinitions.ts';
import { DATASET_NAME, datasetOf } from '../catalog/localDataset.ts';
import { indexName } from '../search/datastoreInfo.ts';
import type { ActionInput } from '../parameterReader.ts';
import { unicodeSafe } from '../../ckan/pythonText.ts';
import { insertRecords } from './recordInsert.ts';
import { RecordKeys } from './recordKeys.ts';
import { changesOf, RecordNumbers, recordNumbers, recordsJson, writeTurns } from './resourceChange.ts';
import { aliasesOf, checkAliases, keysOf, nameListFault } from './resourceKeys.ts';
import { newResourceId, readOnly, WriteReader } from './writeParameters.ts';

/** No id of a resource. */
const ALIASES = 'aliases';

interface CreateRequest {
  readonly reader: WriteReader;
  readonly id: string;
  readonly name: string | undefined;
  readonly fields: readonly ExactObject[] | undefined;
  readonly records: readonly ExactValue[];
  readonly deletesFields: boolean;
  readonly includesRecords: boolean;
  readonly shown: Readonly<Record<string, ExactValue>>;
}

/** `result` as JSON text. Throws ActionError. */
export async function create(input: ActionInput, { datastore, signal }: ActionContext): Promise<string> {
  const request = readRequest(input);
  const changes = await changesOf(datastore);
  const run = (): Promise<string> =>
    writeTurns(changes).next(request.id, () => write(request, changes, signal), signal);
  // Two resources can't take the same name at the same time.
  return aliasesOf(request.reader) === undefined ? run() : writeTurns(changes).next(ALIASES, run, signal);
}

async function write(request: CreateRequest, changes: TableChanges, signal: AbortSignal): Promise<string> {
  const known = await changes.current(request.id, signal);
  if (known !== undefined && known.resource.id !== request.id) throw resourceNotFound(request.id);
  if (known !== undefined && known.created === undefined) throw readOnly();
  const current = known?.created?.isActive === true ? known : undefined;
  const plan = planFields(request.fields, request.records[0], current?.fields, request.deletesFields);
  const keys = keysOf(request.reader, plan.fields, current?.created);
  const aliases = aliasesOf(request.reader);
  if (aliases !== undefined) await checkAliases(aliases, request.id, changes);
  const created: CreatedTable = {
    isActive: true,
    nextId: current?.created?.nextId ?? 1,
    ...keys,
    aliases: aliases ?? current?.created?.aliases ?? [],
  };
  const records = await makeChange({ changes, request, plan, created, known, current }, signal);
  const { shown } = plan;
  const head = stringifyExact({ ...request.shown, ...(shown && { fields: shown }), method: 'insert' });
  return request.includesRecords && request.records.length > 0
    ? `${head.slice(0, -1)},"records":${await recordsJson(plan.fields, records)}}`
    : head;
}

/** What becomes of a resource. */
interface TableChange {
  readonly changes: TableChanges;
  readonly request: CreateRequest;
  readonly plan: FieldPlan;
  readonly created: CreatedTable;
  /** The resource as it is. */
  readonly known: Description | undefined;
  /** The same, if it has records. */
  readonly current: Description | undefined;
}

/** Gives the new records. */
async function makeChange(change: TableChange, signal: AbortSignal): Promise<readonly StoredRecord[]> {
  const { changes, request, plan, known, current } = change;
  const { fields, kept } = plan;
  const { id, name } = request;
  const numbers =
    current === undefined
      ? new RecordNumbers(1, [])
      : await recordNumbers(changes, { description: current, created: change.created }, signal);
  const resource = known?.resource ?? {
    id,
    name: name ?? id,
    file: '',
    size: 0,
    modified: Date.now(),
    records: 0,
    stored: 0,
  };
  const add = (rows: ChangingRecords): Promise<readonly StoredRecord[]> => addRecords(change, rows, numbers);
  const shaping = changes.reshape({ id, current, fields, kept }, add, signal);
  const { result, data } = await shaping.catch(async (error: unknown) => {
    if (current?.created) await changes.amend(current, { ...current.created, nextId: numbers.next });
    throw error;
  });
  const created = { ...change.created, nextId: numbers.next };
  await changes.describe({ resource, fields, data, ids: 'stored', created });
  return result;
}

async function addRecords(
  { request: { id, records }, plan: { fields }, created: { primaryKey }, current }: TableChange,
  rows: ChangingRecords,
  numbers: RecordNumbers,
): Promise<readonly StoredRecord[]> {
  const before = current?.created?.primaryKey ?? [];
  const isSameKey = [...before].sort().join('\0') === [...primaryKey].sort().join('\0');
  const keys = new RecordKeys(primaryKey, fields);
  // A key that is new is looked at when the records are there.
  const unique =
    isSameKey && primaryKey.length > 0 ? { keys, index: indexName(id, primaryKey, fields) } : undefined;
  const added = records.length === 0 ? [] : await insertRecords(records, { fields, numbers, rows, unique });
  if (!isSameKey && primaryKey.length > 0 && (await rows.hasDuplicates(keys.places)))
    // CKAN's own words.
    throw validationError({
      constraints: ['Cannot insert records or create indexbecause of uniqueness constraint'],
    });
  return added;
}

/** Throws ActionError. */
function readRequest(input: ActionInput): CreateRequest {
  const reader = new WriteReader(input, [
    'aliases',
    'fields',
    'delete_fields',
    'primary_key',
    'indexes',
    'triggers',
    'include_records',
  ]);
  const resource = reader.given('resource');
  const givenId = reader.given('id') ?? reader.given('resource_id');
  const fields = suppliedFields(reader);
  const triggers = reader.objects('triggers') ?? [];
  for (const name of ['aliases', 'primary_key', 'indexes']) {
    const fault = nameListFault(reader.given(name));
    if (fault !== undefined) reader.refuse(name, fault);
  }
  const counting = reader.counting();
  const deletesFields = reader.flag('delete_fields', false);
  const includesRecords = reader.flag('include_records', false);
  const hasId = givenId !== undefined && givenId !== '';
  const id = hasId ? unicodeSafe(givenId) : newResourceId();
  if (hasId && !isUsableId(id)) reader.refuse('resource_id', `Resource not found: ${id}`);
  reader.check();
  if (hasId && isObject(resource) && Object.keys(resource).length > 0)
    throw validationError({ resource: ['resource cannot be used with resource_id'] });
  if (!hasId && !isObject(resource))
    throw validationError({ resource_id: ['resource_id or resource required'] });
  refuseTriggers(triggers);
  const made = !hasId && isObject(resource) ? resource : {};
  checkNewResource(made);
  const echoed = ['aliases', 'primary_key', 'indexes'].flatMap((name) => {
    const value = reader.given(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    reader,
    id,
    name: typeof made['name'] === 'string' && made['name'] !== '' ? made['name'] : undefined,
    fields,
    records: reader.records() ?? [],
    deletesFields,
    includesRecords,
    shown: {
      ...reader.extras(),
      resource_id: id,
      ...(!hasId && { resource: { ...made, url: '_datastore_only_resource' } }),
      ...(!hasId && reader.given('force') !== undefined && { force: reader.flag('force', false) }),
      ...Object.fromEntries(echoed),
      delete_fields: deletesFields,
      calculate_record_count: counting,
    },
  };
}

function checkNewResource(resource: ExactObject): void {
  if ('url' in resource) throw validationError({ resource: ['The datapusher has to be enabled.'] });
  const dataset = resource['package_id'];
  const known = [undefined, null, '', DATASET_NAME, datasetOf([]).id];
  if (!known.includes(dataset as string)) throw validationError({ package_id: ['Not found: Dataset'] });
}

/** An id whose every digit is zero is somebody's placeholder. */
function isUsableId(id: string): boolean {
  return isResourceId(id) && !/^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/.test(id);
}

/** There are no functions that a trigger could call. */
function refuseTriggers([first]: readonly ExactObject[]): void {
  if (first === undefined) return;
  const name = first['function'];
  throw validationError({
    triggers: [name === undefined ? { function: ['Missing value'] } : missingFunction(unicodeSafe(name))],
  });
}

export function missingFunction(name: string): string {
  return `function ${name}() does not exist`;
}

function resourceNotFound(id: string): Error {
  return validationError({ resource_id: [`Resource not found: ${id}`] });
}
