/** What a question asks of a field: the one shape of filters between the form and the client. */

/** An exact value: `text` holds the digits of a number as they were typed, and `true` or `false` for a boolean. */
export interface FilterValue {
  readonly type: 'text' | 'number' | 'boolean' | 'null';
  readonly text: string;
}

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** All conditions of a question hold at once. Each is one member of the JSON object that goes on the wire. */
export type Condition =
  /** The field equals the value, or any of the values. `list`: an array on the wire even for a single value. */
  | {
      readonly kind: 'values';
      readonly field: string;
      readonly values: readonly FilterValue[];
      readonly list: boolean;
    }
  /** Only CKAN 2.12+ and the embedded datastore understand ranges. */
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly bounds: readonly { readonly comparison: Comparison; readonly value: FilterValue }[];
    }
  /** JSON that says more (`$or`, nested values), as it was typed. Without a field it is the whole text of the filters. */
  | { readonly kind: 'raw'; readonly field: string | null; readonly json: string };
