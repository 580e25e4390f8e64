/** How the fields of one resource lie in the grid; the host remembers it. Arrays, because field names come from servers. */
import * as v from 'valibot';
import { natural, type Shape, text } from './schema.ts';

/** Of a field, in px. */
export const NARROWEST = 40;
export const WIDEST = 5000;
const MAX_PLACES = 5000;

export type FieldPlace = Shape<typeof FieldPlace>;
const FieldPlace = v.object({
  id: text,
  /** In px, where a person set it; otherwise fitted to the records. */
  width: v.exactOptional(v.pipe(v.number(), v.gtValue(0), v.maxValue(WIDEST))),
  hidden: v.exactOptional(v.boolean()),
});

export type FieldLayout = Shape<typeof FieldLayout>;
export const FieldLayout = v.object({
  /** In the order of the grid. Fields that are not named come behind, as the server gives them. */
  places: v.pipe(v.array(FieldPlace), v.maxLength(MAX_PLACES)),
  /** So many of the shown fields stay in view while the others scroll. */
  frozen: natural,
});

export const PLAIN_LAYOUT: FieldLayout = { places: [], frozen: 0 };

/** A place, and the field of this result that lies there: its place in the server's order; none for fields of other days. */
export interface LaidField {
  readonly place: FieldPlace;
  readonly field: number | undefined;
}

/** Every place of the layout and every field, in the order of the grid. */
export function laidFields(ids: readonly string[], { places }: FieldLayout): readonly LaidField[] {
  // A server may give two fields the same name.
  const left = new Map<string, number[]>();
  ids.forEach((id, field) => {
    const same = left.get(id);
    if (same) same.push(field);
    else left.set(id, [field]);
  });
  const placed = places.map((place) => ({ place, field: left.get(place.id)?.shift() }));
  const others = [...left.values()].flat().sort((a, b) => a - b);
  return [...placed, ...others.map((field) => ({ place: { id: ids[field] ?? '' }, field }))];
}

/** A shown field: `field` is its place in the server's order. */
export interface PlacedField {
  readonly field: number;
  readonly width?: number;
}

/** The shown fields, in the order of the grid; where all of a result are hidden, all are shown, for there is no grid without. */
export function placedFields(ids: readonly string[], layout: FieldLayout): readonly PlacedField[] {
  const there = laidFields(ids, layout).flatMap(({ place, field }) =>
    field === undefined ? [] : [{ field, place }],
  );
  const shown = there.filter(({ place }) => place.hidden !== true);
  return (shown.length > 0 ? shown : there).map(({ field, place: { width } }) => ({
    field,
    ...(width !== undefined && { width }),
  }));
}
