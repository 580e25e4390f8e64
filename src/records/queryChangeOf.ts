import { naturalOf, textOf } from '../platform/messageCheck.ts';
import type { FilterValueDraft, FilterValueType } from '../messages/draft.ts';
import type { FieldFilter, GridSortKey, QueryChange } from '../messages/queryChange.ts';
import { membersOf } from '../base/shape.ts';

const MAX_VALUES = 10_000;
const VALUE_TYPES: readonly FilterValueType[] = ['auto', 'text', 'number', 'boolean', 'null'];

/** A change of the question as a webview sent it. Throws TypeError for what is none. */
export function queryChangeOf(value: unknown): QueryChange {
  const { kind, keys, filter, field, row, add, q } = membersOf<Record<string, unknown>>(value);
  switch (kind) {
    case 'sort':
      return { kind, keys: listOf(keys).map(sortKeyOf) };
    case 'filter':
      return { kind, filter: fieldFilterOf(filter) };
    case 'unfilter':
      return { kind, field: textOf(field) };
    case 'filterByRecord':
      return { kind, row: naturalOf(row), field: textOf(field), add: add === true };
    case 'clearFilters':
    case 'clear':
      return { kind };
    case 'search':
      return { kind, q: textOf(q) };
    default:
      throw new TypeError('A change of the question was expected');
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length <= MAX_VALUES) return value;
  throw new TypeError('A list was expected');
}

function sortKeyOf(value: unknown): GridSortKey {
  const { field, descending } = membersOf<GridSortKey>(value);
  return { field: textOf(field), descending: descending === true };
}

function fieldFilterOf(value: unknown): FieldFilter {
  const { kind, field, values, least, greatest } = membersOf<Record<string, unknown>>(value);
  if (kind === 'values') return { kind, field: textOf(field), values: listOf(values).map(valueOf) };
  if (kind !== 'range') throw new TypeError('A filter was expected');
  return {
    kind,
    field: textOf(field),
    ...(least !== undefined && { least: textOf(least) }),
    ...(greatest !== undefined && { greatest: textOf(greatest) }),
  };
}

function valueOf(value: unknown): FilterValueDraft {
  const { type, text } = membersOf<FilterValueDraft>(value);
  const known = VALUE_TYPES.find((each) => each === type);
  if (known === undefined) throw new TypeError('A type of a value was expected');
  return { type: known, text: textOf(text) };
}
