/** Makes conditions in the form that the panel makes. */
import type { FieldCondition, FilterValue } from '../../../src/datastore/query/condition.ts';

type ValueType = FilterValue['type'];

export function equalTo(field: string, type: ValueType, ...texts: readonly string[]): FieldCondition {
  return { kind: 'values', field, values: texts.map((text) => ({ type, text })), list: false };
}

export function without(field: string, type: ValueType, ...texts: readonly string[]): FieldCondition {
  return { kind: 'not', field, values: texts.map((text) => ({ type, text })), list: false };
}

export function between(field: string, type: ValueType, least?: string, greatest?: string): FieldCondition {
  const bounds = (
    [
      ['gte', least],
      ['lte', greatest],
    ] as const
  ).flatMap(([comparison, text]) => (text === undefined ? [] : [{ comparison, value: { type, text } }]));
  return { kind: 'range', field, bounds };
}
