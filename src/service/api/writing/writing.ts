/** The actions that change data: loaded by api/actions.ts when one is asked of a server that may write. */
import { validationError } from '../../ckan/actionError.ts';
import type { RunAction } from '../action.ts';
import { ParameterReader, requiredText, type ActionInput } from '../parameterReader.ts';
import { create, missingFunction } from './datastoreCreate.ts';
import { deleteRecords, deleteResource } from './datastoreDelete.ts';
import { upsert } from './datastoreUpsert.ts';

export const writing = {
  datastore_create: create,
  datastore_upsert: upsert,
  datastore_delete: deleteResource,
  datastore_records_delete: deleteRecords,
  datastore_function_create: createFunction,
  datastore_function_delete: deleteFunction,
} as const satisfies Readonly<Record<string, RunAction>>;

/** Triggers are programs in PostgreSQL's own language, which this engine does not run. */
function createFunction(input: ActionInput): Promise<string> {
  requiredText(input, 'name');
  throw validationError({
    definition: ['This datastore has no functions and triggers: it does not run PL/pgSQL.'],
  });
}

function deleteFunction(input: ActionInput): Promise<string> {
  const name = requiredText(input, 'name');
  if (new ParameterReader(input).flag('if_exists', false)) return Promise.resolve('null');
  throw validationError({ name: [missingFunction(name)] });
}
