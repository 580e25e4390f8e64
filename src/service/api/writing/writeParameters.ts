/** What the actions that change data have in common, as CKAN 2.12's schemas validate it. */
import { randomUUID } from 'node:crypto';
import { stringifyExact } from '../../../base/exactJson.ts';
import { type ExactObject, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import { ActionError, validationError } from '../../ckan/actionError.ts';
import { isTruthy, ParameterReader, type ActionInput } from '../parameterReader.ts';
import { unicodeSafe } from '../../ckan/pythonText.ts';

const COUNTING = 'calculate_record_count';
/** CKAN's name for parameters that it does not know. */
const EXTRAS = '__extras';

export class WriteReader extends ParameterReader {
  readonly #input: ActionInput;
  /** Of the parameters that the action knows. */
  readonly names: ReadonlySet<string>;

  /** `names`: besides those of every such action. */
  constructor(input: ActionInput, names: readonly string[]) {
    super(input);
    this.#input = input;
    this.names = new Set([...names, 'id', 'resource_id', 'force', 'records', 'resource', COUNTING]);
  }

  /** When the total is counted: at once, always, here. */
  counting(): ExactValue {
    const value = this.given(COUNTING) ?? 'background';
    if (value === '' || value === 'background') return 'background';
    if (this.flag(COUNTING, false)) return true;
    if (!['false', 'no', 'f', 'n', '0'].includes(unicodeSafe(value).toLowerCase()))
      this.refuse(COUNTING, 'Value must be boolean or one of: background');
    return false;
  }

  /** What CKAN gives back of parameters that it does not know. */
  extras(): ExactObject {
    const extras = Object.entries(this.#input).filter(([name]) => !this.names.has(name));
    return extras.length === 0 ? {} : { [EXTRAS]: Object.fromEntries(extras) };
  }

  /** Throws ActionError for what is not a list of objects. */
  objects(name: string): readonly ExactObject[] | undefined {
    const value = this.#input[name];
    if (value === undefined || (isList(value) && value.every(isObject)))
      return value?.filter((each) => Object.keys(each).length > 0);
    // CKAN takes these two out first.
    const data = Object.entries(this.#input).filter(([key]) => key !== 'records' && key !== 'resource');
    const message =
      isList(value) && isObject(value[0] ?? null)
        ? 'Values in lists need to be dicts'
        : `Only lists of dicts can be placed against subschema ('${name}',), not <class '${pythonClass(value)}'>`;
    throw new ActionError(400, {
      message,
      data: JSON.parse(stringifyExact(Object.fromEntries(data))) as unknown,
      __type: 'Integrity Error',
    });
  }

  /** Undefined for none at all. Whether each is an object shows when it is its turn. */
  records(): readonly ExactValue[] | undefined {
    const value = this.given('records');
    if (value === undefined || !isTruthy(value)) return undefined;
    // CKAN goes through whatever it is; none of it is a record.
    return isList(value) ? value : [''];
  }
}

export function newResourceId(): string {
  return randomUUID();
}

export function notAnObject(index: number): ActionError {
  return validationError({ records: [`row "${String(index)}" is not a json object`] });
}

export function readOnly(): ActionError {
  return validationError({
    'read-only': [
      'Cannot edit read-only resource: it comes from a file. Only resources that datastore_create has made can be changed.',
    ],
  });
}

function pythonClass(value: ExactValue): string {
  if (value === null) return 'NoneType';
  if (isList(value)) return 'list';
  if (isObject(value)) return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}
