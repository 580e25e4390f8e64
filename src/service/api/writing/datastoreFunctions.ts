/**
 * `datastore_function_create` and `datastore_function_delete`: triggers are programs in PostgreSQL's own language, which
 * this engine does not run. They are refused, and so is a resource that asks for one.
 */
import { isList, member } from '../../../base/exactObject.ts';
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

export function checkTriggers(reader: ParameterReader): void {
  const triggers = reader.given('triggers');
  if (!isList(triggers) || triggers.length === 0) return;
  const name = member(triggers[0], 'function') ?? '';
  throw validationError({ triggers: [missingFunction(unicodeSafe(name))] });
}

function missingFunction(name: string): string {
  return `function ${name}() does not exist`;
}
