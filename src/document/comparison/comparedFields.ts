/** What two resources have in common, as SQL has it. */
import { quotedName } from '../../base/quotes.ts';
import type { Field } from '../../base/field.ts';

/** Fields with the types that a SELECT over the resources gives them. */
export interface ComparedFields {
  readonly old: readonly Field[];
  readonly new: readonly Field[];
}

export interface SharedField {
  readonly id: string;
  readonly old: string;
  readonly new: string;
}

/** A record's number, which is equal in copies of one portal's resource. */
export const ID_FIELD = '_id';

const OWN = new Set([ID_FIELD, '_full_text']);

/** Fields that both sides have, with their types, in the order of the new side. */
export function sharedFields({ old, new: fresh }: ComparedFields): readonly SharedField[] {
  const types = new Map(own(old).map(({ id, type }) => [id, type]));
  return own(fresh).flatMap(({ id, type }) => {
    const before = types.get(id);
    return before === undefined ? [] : [{ id, old: before, new: type }];
  });
}

/** The names of fields that one side lacks. */
export function lonelyFields({ old, new: fresh }: ComparedFields): Readonly<Record<'old' | 'new', readonly string[]>> {
  const lacking = (some: readonly Field[], others: readonly Field[]) =>
    own(some).flatMap(({ id }) => (others.some((other) => other.id === id) ? [] : [id]));
  return { old: lacking(old, fresh), new: lacking(fresh, old) };
}

function own(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ id }) => !OWN.has(id));
}

const FRACTIONS = new Set(['numeric', 'float4', 'float8']);

/** SQL of a field's value as the text that is compared. Equal numbers have equal texts: `1.50` is `1.5`. */
export function comparedText(id: string, type: string): string {
  const text = `${quotedName(id)}::varchar`;
  if (FRACTIONS.has(type)) return String.raw`regexp_replace(${text}, '(\.\d*[1-9])0+$|\.0+$', '\1')`;
  return type.startsWith('timestamp') ? `replace(${text}, ' ', 'T')` : text;
}

/** SQL of a side's value of which two sides can be ordered together. */
export function orderedValue({ id, old, new: fresh }: SharedField, type: string): string {
  const areNumbers = [old, fresh].every((each) => FRACTIONS.has(each) || each.startsWith('int'));
  return old === fresh || areNumbers ? quotedName(id) : comparedText(id, type);
}
