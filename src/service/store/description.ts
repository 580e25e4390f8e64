/** What is kept of a resource beside its data (catalogue.ts). */
import * as v from 'valibot';
import type { ColumnReading } from '../resource/columnReading.ts';
import type { LocalResource } from '../resource/localResource.ts';
import type { FieldType } from '../types/fieldTypes.ts';

export interface Description {
  readonly resource: LocalResource;
  readonly fields: readonly StoredField[];
  /** Name of the data file in the same folder. */
  readonly data: string;
  /** `place`: a record's `_id` is its place in the table, from 1. `stored`: column `i` has it. */
  readonly ids: 'place' | 'stored';
  /** Absent: the data has no index of blocks (blockIndex.ts), or that of an earlier version. */
  readonly hasBlockIndex?: true;
  /** When the resource first came, in ms. Absent: an earlier version of this program wrote it. */
  readonly added?: number;
}

const text = v.string();
const size = v.number();
const time = v.pipe(text, v.isoTimestamp());
const names = v.array(text);
const origin = v.object({
  portalId: text,
  baseUrl: v.pipe(text, v.url()),
  resourceId: text,
  downloaded: time,
});
const changes = v.object({
  ...{ since: time, by: v.picklist(['_id', 'content']), added: size, removed: size, changed: size },
  ...{ newFields: names, goneFields: names, retypedFields: names },
});

/** What everyone who lists or opens a resource relies on. */
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

/**
 * Another sort key than the text that a type's rules make, in fields whose values allow it: `none`, because the stored texts
 * sort as the values do, or a number of the engine's, a decimal with so many digits behind the point (decimalOrder.ts).
 */
export type FieldKey = 'none' | number;

export interface StoredField {
  readonly id: string;
  readonly type: FieldType;
  /** Of `numeric(10,2)`: 10 and 2. */
  readonly modifiers?: readonly number[];
  /** CKAN's data dictionary: label, notes, type_override and what else was given. */
  readonly info?: Readonly<Record<string, unknown>>;
  readonly key?: FieldKey;
  /** How its values stand in the file; their texts are kept beside them. Absent: the values are the file's texts. */
  readonly spelling?: ColumnReading;
}
