/** Description of a resource, stored beside its data (catalogue.ts). */
import * as v from 'valibot';
import type { ColumnReading } from '../resource/columnReading.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { FieldType } from '../types/fieldTypes.ts';

export interface Description {
  readonly resource: LocalResource;
  readonly fields: readonly StoredField[];
  readonly data: string;
  /** `place`: a record's `_id` is its position in the table, from 1. `stored`: column `i` contains it. */
  readonly ids: 'place' | 'stored';
  /** Edition of the index of blocks (blockIndex.ts). Undefined without one. */
  readonly blockIndex?: number;
  /** When the resource was first added, in ms. Undefined if an earlier version of this program wrote it. */
  readonly added?: number;
}

const text = v.string();
const size = v.number();
const time = v.pipe(text, v.isoTimestamp());
const names = v.array(text);
const origin = v.object({ portalId: text, baseUrl: v.pipe(text, v.url()), resourceId: text, downloaded: time });
const changes = v.object({
  ...{ since: time, by: v.picklist(['_id', 'content']), added: size, removed: size, changed: size },
  ...{ newFields: names, goneFields: names, retypedFields: names },
});

/** The parts that listing and opening a resource rely on. */
const description = v.looseObject({
  resource: v.looseObject({
    ...{ id: text, name: text, file: text, size, modified: size, records: size, stored: size },
    ...{ origin: v.exactOptional(origin), changes: v.exactOptional(changes) },
  }),
  fields: v.array(v.looseObject({ id: text, type: text })),
  data: text,
  ids: v.picklist(['place', 'stored']),
});

export function isDescription(value: unknown): value is Description {
  return v.is(description, value);
}

/** A field sorts by its stored texts (`none`), or by a DECIMAL with so many decimals, instead of its type's key. */
export type FieldKey = 'none' | number;

export interface StoredField {
  readonly id: string;
  readonly type: FieldType;
  /** The numbers after the type's name: 10 and 2 in `numeric(10,2)`. */
  readonly modifiers?: readonly number[];
  /** CKAN's data dictionary: label, notes, type_override and other keys. */
  readonly info?: Readonly<Record<string, unknown>>;
  readonly key?: FieldKey;
  /** How the file writes the values; its texts are stored beside them. Undefined if the values are those texts. */
  readonly spelling?: ColumnReading;
}
