/**
 * `datastore_function_create` and `datastore_function_delete`: triggers are programs in PostgreSQL's own language, which
 * this engine does not run. They are refused, and so is a resource that asks for one.
 */
import type { ExactObject } from '../../../base/cells.ts';
import { validationError } from '../../ckan/actionError.ts';
import { ParameterReader, type ActionInput } from '../parameterReader.ts';
import { unicodeSafe } from '../../ckan/pythonText.ts';

export function createFunction(input: ActionInput): Promise<string> {
  const reader = new ParameterReader(input);
  reader.identifier('name');
  reader.check();
  throw validationError({
    definition: ['This datastore has no functions and triggers: it does not run PL/pgSQL.'],
  });
}

export function deleteFunction(input: ActionInput): Promise<string> {
  const reader = new ParameterReader(input);
  const name = reader.identifier('name');
  reader.check();
  if (reader.flag('if_exists', false)) return Promise.resolve('null');
  throw validationError({ name: [missingFunction(name)] });
}

/** Throws ActionError for any. */
export function refuseTriggers([first]: readonly ExactObject[]): void {
  if (first === undefined) return;
  const name = first['function'];
  throw validationError({
    triggers: [name === undefined ? { function: ['Missing value'] } : missingFunction(unicodeSafe(name))],
  });
}

function missingFunction(name: string): string {
  return `function ${name}() does not exist`;
}
