/** The order in which the fields pane lists its fields. */
import type { GridField, PanelView } from '../../../messages/gridProtocol.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import { KIND_ICONS } from '../../grid/headerRow.ts';
import { selectField } from '../../ui/controls/selectField.ts';

/** `table` is the order of the columns. */
export type FieldOrder = NonNullable<PanelView['fieldOrder']> | 'table';

const KINDS = Object.keys(KIND_ICONS);

/** `missing` is the share of a field's records without a value. Fields of which it isn't counted come last. */
export function fieldsInOrder<T extends { readonly field: number }>(
  all: readonly T[],
  order: FieldOrder,
  fields: readonly GridField[],
  missing: (place: number) => number | undefined,
  language: string,
): readonly T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const of = ({ field }: T): Partial<GridField> => fields[field] ?? {};
  const share = ({ field }: T): number => missing(field) ?? -1;
  const orders: Readonly<Record<FieldOrder, (one: T, other: T) => number>> = {
    table: () => 0,
    name: (one, other) => compare(of(one).id ?? '', of(other).id ?? ''),
    type: (one, other) =>
      KINDS.indexOf(of(one).kind ?? '') - KINDS.indexOf(of(other).kind ?? '') ||
      compare(of(one).type ?? '', of(other).type ?? ''),
    missing: (one, other) => share(other) - share(one),
  };
  return all.toSorted(orders[order]);
}

export function fieldOrderChoice(
  value: FieldOrder,
  hasMissing: boolean,
  strings: GridStrings,
  onPick: (order: FieldOrder) => void,
): unknown {
  return selectField<FieldOrder>({
    ...{ value, onPick, label: strings.fieldOrder },
    choices: [
      { value: 'table', label: strings.inTableOrder },
      { value: 'name', label: strings.byName },
      { value: 'type', label: strings.byType },
      { value: 'missing', label: strings.byMissing, isOff: !hasMissing },
    ],
  });
}
