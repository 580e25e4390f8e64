/** The action `datastore_upsert`. */
import { stringifyExact } from '../../../base/exactJson.ts';
import type { ExactValue } from '../../../base/cells.ts';
import type { ChangingRecords, StoredRecord, TableChanges } from '../../engine/tableChanges.ts';
import type { ActionContext } from '../action.ts';
import { indexName } from '../search/datastoreInfo.ts';
import type { ActionInput } from '../parameterReader.ts';
import { insertRecords } from './recordInsert.ts';
import { RecordKeys } from './recordKeys.ts';
import { upsertRecords } from './recordUpsert.ts';
import { changesOf, changingResource, recordNumbers, recordsJson, writeTurns } from './resourceChange.ts';
import { WriteReader } from './writeParameters.ts';

const METHODS = ['upsert', 'insert', 'update'] as const;
type Method = (typeof METHODS)[number];

interface UpsertRequest {
  readonly id: string;
  readonly method: Method;
  readonly records: readonly ExactValue[];
  readonly isDryRun: boolean;
  readonly includesRecords: boolean;
  /** What CKAN gives back of it. */
  readonly shown: Readonly<Record<string, ExactValue>>;
}

/** `result` as JSON text. Throws ActionError. */
export async function upsert(input: ActionInput, { datastore, signal }: ActionContext): Promise<string> {
  const request = readRequest(input);
  const changes = await changesOf(datastore);
  const records = await writeTurns(changes).next(request.id, () => write(request, changes, signal), signal);
  const head = stringifyExact(request.shown);
  return records === undefined ? head : `${head.slice(0, -1)},"records":${records}}`;
}

/** Marks the end of a transaction that is not to count. */
class DryRun extends Error {}

/** The records as they are now, as JSON text, if somebody wants them. */
async function write(
  { id, method, records, isDryRun, includesRecords }: UpsertRequest,
  changes: TableChanges,
  signal: AbortSignal,
): Promise<string | undefined> {
  const resource = await changingResource(changes, id, signal);
  const { description, created } = resource;
  const { fields } = description;
  if (records.length === 0) return undefined;
  const { primaryKey } = created;
  const numbers = await recordNumbers(changes, resource, signal);
  const keys = new RecordKeys(primaryKey, fields);
  const index = indexName(id, primaryKey, fields);
  let touched: readonly StoredRecord[] = [];
  const change = async (rows: ChangingRecords): Promise<void> => {
    try {
      if (method === 'insert') {
        const unique = primaryKey.length === 0 ? undefined : { keys, index };
        touched = await insertRecords(records, { fields, numbers, rows, unique });
      } else {
        const upsertion = { resourceId: id, method, fields, primaryKey, keys, index, numbers, rows };
        touched = await upsertRecords(records, upsertion);
      }
    } finally {
      // A number that was given out is not given out again, whatever becomes of the record.
      await changes.describe({ ...description, created: { ...created, nextId: numbers.next } });
    }
    if (isDryRun) throw new DryRun();
  };
  await changes.change(description, change, signal).catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
  return includesRecords ? recordsJson(fields, touched) : undefined;
}

/** Throws ActionError. */
function readRequest(input: ActionInput): UpsertRequest {
  const reader = new WriteReader(input, ['method', 'include_records', 'dry_run']);
  const id = reader.identifier('resource_id', 'id');
  const method = reader.oneOf('method', METHODS);
  const counting = reader.counting();
  const isDryRun = reader.flag('dry_run', false);
  const includesRecords = reader.flag('include_records', false);
  reader.check();
  const shown = {
    ...reader.extras(),
    resource_id: id,
    ...(method !== undefined && { method }),
    ...(reader.given('dry_run') !== undefined && { dry_run: isDryRun }),
    calculate_record_count: counting,
  };
  return {
    id,
    method: method ?? 'upsert',
    records: reader.records() ?? [],
    isDryRun,
    includesRecords,
    shown,
  };
}
