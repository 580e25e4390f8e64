/** The actions that change data, for `serve --writable`. */
import type { Action } from '../action.ts';
import { create } from './datastoreCreate.ts';
import { deleteRecords, deleteResource } from './datastoreDelete.ts';
import { createFunction, deleteFunction } from './datastoreFunctions.ts';
import { upsert } from './datastoreUpsert.ts';

export const writingActions: readonly (readonly [string, Action])[] = [
  [
    'datastore_create',
    {
      help:
        'Make a resource, or change its fields, primary_key, indexes and aliases, and add records. resource: {} for a new ' +
        'one, or resource_id. Types of fields that are not given are guessed from the first record.',
      run: create,
      writes: true,
    },
  ],
  [
    'datastore_upsert',
    {
      help:
        'Add or change records. method: upsert, insert or update; the first and the last need a primary key, or _id in ' +
        'each record. All records are taken, or none. dry_run: none, but say what is wrong.',
      run: upsert,
      writes: true,
    },
  ],
  [
    'datastore_delete',
    {
      help: 'Delete the records that match filters, or the whole resource.',
      run: deleteResource,
      writes: true,
    },
  ],
  [
    'datastore_records_delete',
    { help: 'Delete the records that match filters; {} for all.', run: deleteRecords, writes: true },
  ],
  [
    'datastore_function_create',
    { help: 'Not here: there are no triggers.', run: createFunction, writes: true },
  ],
  [
    'datastore_function_delete',
    { help: 'Not here: there are no triggers.', run: deleteFunction, writes: true },
  ],
];
