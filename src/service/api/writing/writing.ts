/** The actions that change data: loaded by api/actions.ts when one is asked of a server that may write. */
import type { RunAction } from '../action.ts';
import { create } from './datastoreCreate.ts';
import { deleteRecords, deleteResource } from './datastoreDelete.ts';
import { createFunction, deleteFunction } from './datastoreFunctions.ts';
import { upsert } from './datastoreUpsert.ts';

export const writing = {
  datastore_create: create,
  datastore_upsert: upsert,
  datastore_delete: deleteResource,
  datastore_records_delete: deleteRecords,
  datastore_function_create: createFunction,
  datastore_function_delete: deleteFunction,
} as const satisfies Readonly<Record<string, RunAction>>;
