/** `primary_key`, `indexes` and `aliases` of datastore_create. */
import { type ExactValue, isList } from '../../../base/cells.ts';
import type { CreatedTable, StoredField } from '../../store/description.ts';
import type { TableChanges } from '../../engine/tableChanges.ts';
import { validationError } from '../../ckan/actionError.ts';
import { isFieldName } from './fieldDefinitions.ts';
import { noTextNorList, type ParameterReader, withoutQuotes } from '../parameterReader.ts';
import { pythonText } from '../../ckan/pythonText.ts';

type Keys = Pick<CreatedTable, 'primaryKey' | 'indexes'>;

/** What is not given stays as it was. Throws ActionError for a field that is not there. */
export function keysOf(
  reader: ParameterReader,
  fields: readonly StoredField[],
  current: Keys | undefined,
): Keys {
  const names = new Set(fields.map(({ id }) => id));
  const checked = (index: ExactValue): readonly string[] => {
    const ids = (nameList(index) ?? []).map((id) => (typeof id === 'string' ? id : pythonText(id)));
    if (!ids.every((id) => names.has(id)))
      throw validationError({ index: [`The field "${pythonText(index)}" is not a valid column name.`] });
    return ids;
  };
  const isThere = (ids: readonly string[]): boolean => ids.every((id) => names.has(id));
  const indexes = nameList(reader.given('indexes'))
    ?.filter((index) => !isEmpty(index))
    .map(checked);
  const primaryKey = nameList(reader.given('primary_key'));
  const key = primaryKey === undefined || primaryKey.length === 0 ? [] : checked(primaryKey);
  return {
    // With a field goes every index on it.
    primaryKey:
      primaryKey === undefined ? (current?.primaryKey ?? []).filter((_, __, ids) => isThere(ids)) : key,
    indexes: indexes ?? (current?.indexes ?? []).filter(isThere),
  };
}

/** Undefined: those that are there stay. */
export function aliasesOf(reader: ParameterReader): readonly string[] | undefined {
  const aliases = nameList(reader.given('aliases'))?.map((alias) => pythonText(alias));
  const wrong = aliases?.find((alias) => alias.includes('%') || !isFieldName(alias));
  if (wrong !== undefined) throw validationError({ alias: [`"${wrong}" is not a valid alias name`] });
  return aliases;
}

/** Throws ActionError for a name that something else has. */
export async function checkAliases(
  aliases: readonly string[],
  id: string,
  changes: TableChanges,
): Promise<void> {
  const seen = new Set<string>();
  for (const alias of aliases) {
    const other = await changes.idOf(alias);
    if (alias === id || alias === other) throw validationError({ alias: [`"${alias}" already exists`] });
    if (seen.has(alias) || (other !== undefined && other !== id))
      throw validationError({ alias: [`The alias "${alias}" already exists.`] });
    seen.add(alias);
  }
}

function isEmpty(index: ExactValue): boolean {
  return index === '' || (isList(index) && index.length === 0);
}

/** CKAN's `get_list`: a list, or a text with commas; blanks and double quotes around a name go. Undefined for none. */
function nameList(value: ExactValue | undefined): readonly ExactValue[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === '') return [];
  const items = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return isList(items)
    ? items.map((item) => (typeof item === 'string' ? withoutQuotes(item) : item))
    : [items];
}

/** CKAN's `list_of_strings_or_string`; a message for what is none. */
export function nameListFault(value: ExactValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return undefined;
  if (!isList(value)) return 'Not a list';
  const wrong = value.find((item) => typeof item !== 'string' && !isList(item));
  return wrong === undefined ? undefined : noTextNorList(wrong);
}
