/** The primary key of records: which fields, and what their values are compared as. */
import type { StoredField } from '../../store/description.ts';
import { typeRules, type StoredValue } from '../../types/fieldTypes.ts';

export class RecordKeys {
  /** Of the key's fields. */
  readonly places: readonly number[];
  readonly #hasKey: readonly boolean[];

  constructor(primaryKey: readonly string[], fields: readonly StoredField[]) {
    this.places = primaryKey.map((id) => fields.findIndex((field) => field.id === id));
    this.#hasKey = this.places.map((place) => typeRules(fields[place]?.type ?? '').order === 'key');
  }

  /** Undefined where a part of it is NULL: such a record is like no other. */
  of(values: readonly (StoredValue | undefined)[]): readonly string[] | undefined {
    const parts = this.places.flatMap((place, index) => {
      const { value = null, key = null } = values[place] ?? {};
      const part = this.#hasKey[index] === true ? key : value;
      return part === null ? [] : [part];
    });
    return parts.length === this.places.length && parts.length > 0 ? parts : undefined;
  }
}
