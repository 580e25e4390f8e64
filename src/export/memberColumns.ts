/** Which value of a row stands under which key of a JSON object. */
import type { Field } from '../base/field.ts';

interface MemberColumn {
  /** The field's id as JSON text. */
  readonly key: string;
  readonly column: number;
}

/** A field that was asked for twice has equal values, and an object one place for them. */
export function memberColumns(fields: readonly Field[]): readonly MemberColumn[] {
  const ids = fields.map(({ id }) => id);
  return [...new Set(ids)].map((id) => ({ key: JSON.stringify(id), column: ids.indexOf(id) }));
}
