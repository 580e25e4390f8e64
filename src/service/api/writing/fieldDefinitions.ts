/** `fields` of datastore_create: what they are called, of which type they are, what becomes of those that are there. */
import { ExactNumber, type ExactObject, type ExactValue, isList, isObject } from '../../../base/cells.ts';
import type { StoredField } from '../../store/description.ts';
import { declaredType } from '../../types/typeName.ts';
import { validationError } from '../../ckan/actionError.ts';
import { isTruthy } from '../parameterReader.ts';
import { pythonText, unicodeSafe } from '../../ckan/pythonText.ts';
import type { WriteReader } from './writeParameters.ts';
import { isDay } from '../../types/calendar.ts';

/** PostgreSQL cuts names there. */
const MAX_NAME_BYTES = 63;

export interface FieldPlan {
  readonly fields: readonly StoredField[];
  /** Places that the fields which stay had before. */
  readonly kept: readonly number[];
  /** `fields` as CKAN gives them back: as they were sent, with the types that were guessed. */
  readonly shown: readonly ExactObject[] | undefined;
}

/** Notes wrong names. Undefined for no `fields`. */
export function suppliedFields(reader: WriteReader): readonly ExactObject[] | undefined {
  const supplied = reader.objects('fields')?.map(withoutNulls);
  const faults = supplied?.map(({ id = null }) => {
    if (!isTruthy(id) && id !== false && id !== 0) return { id: ['Missing value'] };
    const name = unicodeSafe(id);
    return isFieldName(name) ? {} : { id: [`"${name}" is not a valid field name`] };
  });
  if (faults?.some((fault) => 'id' in fault)) throw validationError({ fields: faults });
  return supplied?.map((field) => ({ ...field, id: unicodeSafe(field['id'] ?? '') }));
}

/** CKAN takes what is null for what is missing. */
function withoutNulls(field: ExactObject): ExactObject {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== null));
}

export function isFieldName(name: string): boolean {
  return name !== '' && name === name.trim() && !/^_|["\p{C}]/u.test(name);
}

/** Throws ActionError. `current`: undefined for a new resource. */
export function planFields(
  supplied: readonly ExactObject[] | undefined,
  first: ExactValue | undefined,
  current: readonly StoredField[] | undefined,
  deletes: boolean,
): FieldPlan {
  const given = supplied ?? [];
  for (const { type } of given)
    if (isGiven(type) && (typeof type !== 'string' || declaredType(type) === undefined))
      throw validationError({ fields: [`"${pythonText(type ?? '')}" is not a valid field type`] });
  if (current === undefined) checkLengths(given);
  const example = isObject(first) ? first : undefined;
  const known = new Set(current?.map(({ id }) => id));
  const shown = given.map((field) => (known.has(nameOf(field)) ? field : typed(field, example)));
  // Of fields that are there already the first counts.
  const asked = given.map(nameOf).filter((id) => !known.has(id));
  if (new Set(asked).size < asked.length)
    throw validationError({ field: ['Duplicate column names are not supported'] });
  if (first === '' && current !== undefined)
    throw validationError({ records: ['Records has to be a list of dicts'] });
  if (first !== undefined && example === undefined)
    throw validationError({ records: ['The first row is not a json object'] });
  const named = new Set([...known, ...given.map(nameOf)]);
  const extra = Object.keys(example ?? {}).filter((id) => !named.has(id));
  const hidden = extra.find((id) => id === '' || id.startsWith('_'));
  // CKAN makes a field of it that no action shows.
  if (hidden !== undefined && !(hidden === '_id' && known.size > 0))
    throw validationError({ fields: [`"${hidden}" is not a valid field name`] });
  const stays = (id: string): boolean =>
    !deletes || given.length === 0 || given.some((field) => nameOf(field) === id);
  const kept = [...(current ?? []).keys()].filter((place) => stays(current?.[place]?.id ?? ''));
  const infos = new Map(
    given.flatMap((field) => (isObject(field['info']) ? [[nameOf(field), field['info']]] : [])),
  );
  const old = kept.flatMap((place) => current?.[place] ?? []);
  const added = [
    ...shown
      .filter((field) => !known.has(nameOf(field)))
      .map((field) => stored(nameOf(field), field['type'])),
    ...extra.filter((id) => id !== '_id').map((id) => stored(id, guessedType(example?.[id]))),
  ];
  const fields = [...old, ...added].map((field) => {
    const info = infos.get(field.id);
    return info === undefined ? field : { ...field, info };
  });
  return { fields, kept, shown: supplied && shown.map(asJson) };
}

/** What CKAN's own type for JSON is called outside. */
function asJson(field: ExactObject): ExactObject {
  return field['type'] === 'nested' ? { ...field, type: 'json' } : field;
}

function nameOf({ id }: ExactObject): string {
  return cut(unicodeSafe(id ?? ''));
}

function isGiven(type: ExactValue | undefined): boolean {
  return type !== undefined && type !== null && type !== '';
}

function typed(field: ExactObject, example: ExactObject | undefined): ExactObject {
  if (isGiven(field['type'])) return field;
  const id = unicodeSafe(field['id'] ?? '');
  if (example === undefined || !Object.hasOwn(example, id))
    throw validationError({ fields: [`"${id}" type not guessable`] });
  return { ...field, type: guessedType(example[id]) };
}

function stored(id: string, name: ExactValue | undefined): StoredField {
  const { type = 'text', modifiers = [] } = declaredType(unicodeSafe(name ?? '')) ?? {};
  return { id: cut(id), type, ...(modifiers.length > 0 && { modifiers }) };
}

/** In characters here, in bytes in PostgreSQL. */
function checkLengths(fields: readonly ExactObject[]): void {
  const long = fields
    .map(({ id }) => unicodeSafe(id ?? ''))
    .filter((id) => Array.from(id).length > MAX_NAME_BYTES);
  if (long.length > 0)
    throw validationError({
      fields: long.map((id) => `Column heading "${id}" exceeds limit of 63 characters.`),
    });
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  let result = '';
  for (const character of name) {
    if (Buffer.byteLength(result + character) > MAX_NAME_BYTES) break;
    result += character;
  }
  return result;
}

const INTEGER = /^\s*[+-]?\d+(_\d+)*\s*$/;
const NUMBER =
  /^\s*[+-]?(nan|inf(inity)?|(\d+(_\d+)*(\.(\d+(_\d+)*)?)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?)\s*$/i;
const dates: readonly RegExp[] = [
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})([ T](?<H>\d{1,2}):(?<M>\d{1,2}):(?<S>\d{1,2})Z?)?$/,
  /^(?<d>\d{1,2})([/-])(?<m>\d{1,2})\2(?<y>\d{4})$/,
  /^(?<m>\d{1,2})([/-])(?<d>\d{1,2})\2(?<y>\d{4})$/,
];

/** The type of a field of which only the first record's value is known, as CKAN guesses it (postgres.py `_guess_type`). */
function guessedType(value: ExactValue | undefined): string {
  if (isList(value) || isObject(value)) return 'json';
  // For Python a boolean is an integer; PostgreSQL then refuses it, and says what to declare.
  if (typeof value === 'boolean') return 'int';
  if (typeof value === 'number' || value instanceof ExactNumber)
    return /^-?\d+$/.test(typeof value === 'number' ? String(value) : value.text) ? 'int' : 'float';
  if (typeof value !== 'string' || value.length > 100) return 'text';
  if (INTEGER.test(value)) return 'integer';
  if (NUMBER.test(value)) return 'numeric';
  return dates.some((pattern) => isDate(pattern.exec(value)?.groups)) ? 'timestamp' : 'text';
}

function isDate(groups: Readonly<Record<string, string | undefined>> | undefined): boolean {
  if (groups === undefined) return false;
  const { y, m, d, H = '0', M = '0', S = '0' } = groups;
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  return year > 0 && isDay({ year, month, day }) && Number(H) < 24 && Number(M) < 60 && Number(S) < 60;
}
