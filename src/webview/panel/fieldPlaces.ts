/** The layout of fields as the fields pane changes it. */
import { type FieldLayout, type FieldPlace, laidFields, placedFields } from '../../messages/fieldLayout.ts';

/** All fields of the result in the order of the grid, hidden ones too. */
export function fieldOrder(
  ids: readonly string[],
  layout: FieldLayout,
): readonly { readonly field: number; readonly isHidden: boolean }[] {
  return laidFields(ids, layout).flatMap(({ place, field }) =>
    field === undefined ? [] : [{ field, isHidden: place.hidden === true }],
  );
}

/** A frozen field that goes leaves one less, one that comes back among them makes one more. */
export function withShown(
  ids: readonly string[],
  layout: FieldLayout,
  field: number,
  isShown: boolean,
): FieldLayout {
  const columnIn = (of: FieldLayout): number =>
    placedFields(ids, of).findIndex((each) => each.field === field);
  const places = laidFields(ids, layout).map((laid) => {
    if (laid.field !== field) return laid.place;
    return isShown ? withoutHidden(laid.place) : { ...laid.place, hidden: true };
  });
  const changed = { places, frozen: layout.frozen };
  const column = columnIn(isShown ? changed : layout);
  const isFrozen = column >= 0 && column < layout.frozen;
  return isFrozen ? { places, frozen: layout.frozen + (isShown ? 1 : -1) } : changed;
}

function withoutHidden({ hidden: _, ...place }: FieldPlace): FieldPlace {
  return place;
}

/** One place up (-1) or down (1), past fields that this result doesn't have. */
export function withMoved(
  ids: readonly string[],
  layout: FieldLayout,
  field: number,
  by: -1 | 1,
): FieldLayout {
  const laid = laidFields(ids, layout).filter((each) => each.field !== undefined);
  const others = laidFields(ids, layout).filter((each) => each.field === undefined);
  const at = laid.findIndex((each) => each.field === field);
  const moved = laid[at];
  const to = at + by;
  if (moved === undefined || to < 0 || to >= laid.length) return layout;
  const rest = laid.filter((each) => each !== moved);
  rest.splice(to, 0, moved);
  return { places: [...rest, ...others].map(({ place }) => place), frozen: layout.frozen };
}
