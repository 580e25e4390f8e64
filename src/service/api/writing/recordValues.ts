/** Records of a request, value by value, with the errors that CKAN and PostgreSQL have for them. */
import { type ExactObject, type ExactValue, isObject } from '../../../base/cells.ts';
import { typeRules, type StoredValue } from '../../types/fieldTypes.ts';
import { mapInSteps } from '../../../base/timeSlice.ts';
import type { StoredField } from '../../store/description.ts';
import { InvalidValue, WrongType } from '../../types/invalidValue.ts';
import { nativeName } from '../../types/typeName.ts';
import { ActionError, validationError } from '../../ckan/actionError.ts';
import { notAnObject } from './writeParameters.ts';

/** A value that a field can't hold; `index`: how many records before it were accepted. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
  readonly index: number;

  /** Of the message its first line, as CKAN has it. */
  constructor(index: number, message: string) {
    super(message.split('\n', 1)[0]);
    this.index = index;
  }

  /** CKAN names the last record of an insert, and the very record of an upsert. */
  toActionError(row: number): ActionError {
    return new ActionError(409, { records: [this.message], records_row: row, __type: 'Validation Error' });
  }
}

/** For `insert`: every field has a value. Throws ActionError and RecordRefused. */
export async function readRecords(
  records: readonly ExactValue[],
  fields: readonly StoredField[],
): Promise<readonly StoredValue[][]> {
  const names = new Set(fields.map(({ id }) => id));
  const objects = await mapInSteps(records, (record, index) => {
    if (!isObject(record)) throw notAnObject(index);
    const extra = Object.keys(record).filter((name) => !names.has(name));
    if (extra.length > 0)
      throw validationError({
        records: [`row "${String(index + 1)}" has extra keys "${extra.join(', ')}"`],
      });
    return record;
  });
  const readers = fields.map(valueReader);
  return mapInSteps(objects, (record, index) => readers.map((read) => read(record, index)));
}

type ValueReader = (record: ExactObject, index: number) => StoredValue;

/** Of one field; a record without it has NULL. */
export function valueReader({ id, type, modifiers = [] }: StoredField): ValueReader {
  const { read } = typeRules(type);
  return (record, index) => {
    try {
      return read(Object.hasOwn(record, id) ? (record[id] ?? null) : null, modifiers);
    } catch (error) {
      if (error instanceof InvalidValue) throw new RecordRefused(index, error.message);
      if (!(error instanceof WrongType)) throw error;
      const types = `type ${nativeName(type)} but expression is of type ${error.given}`;
      throw new RecordRefused(index, `column "${id}" is of ${types}`);
    }
  };
}
