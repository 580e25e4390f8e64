/** What two resources have in common, as SQL has it. */
import { quotedName } from '../../base/quotes.ts';
import type { Field } from '../../base/field.ts';

/** Fields with the types that a SELECT over the resources gives them. */
export type ComparedFields = Readonly<Record<'old' | 'new', readonly Field[]>>;

/** The types of a field on both sides. */
export type SharedField = Readonly<Record<'id' | 'old' | 'new', string>>;

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
const INTEGER = /^int\d*$/;

/** Whether both sides have numbers. */
export function areNumbers({ old, new: fresh }: Pick<SharedField, 'old' | 'new'>): boolean {
  return [old, fresh].every((type) => FRACTIONS.has(type) || INTEGER.test(type));
}

/** SQL of a number's text without zeros at its end, so that equal numbers have equal texts: `1.50` is `1.5`. */
export function withoutZeros(text: string): string {
  return String.raw`regexp_replace(${text}, '(\.\d*[1-9])0+$|\.0+$', '\1')`;
}

/** SQL of a field's value as the text that is compared. */
export function comparedText(id: string, type: string): string {
  // A cast that isn't needed would make statements of wide tables too long.
  if (type === 'text') return quotedName(id);
  const text = storedText(id);
  if (FRACTIONS.has(type)) return withoutZeros(text);
  return type.startsWith('timestamp') ? `replace(${text}, ' ', 'T')` : text;
}

export function storedText(id: string): string {
  return `${quotedName(id)}::varchar`;
}

/** SQL of a side's value of which two sides can be ordered together. */
export function orderedValue(field: SharedField, type: string): string {
  return field.old === field.new || areNumbers(field) ? quotedName(field.id) : comparedText(field.id, type);
}
