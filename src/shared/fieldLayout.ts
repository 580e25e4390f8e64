/** How the fields of one resource lie in the grid; the host remembers it. Arrays, because field names come from servers. */
import { isText, membersOf } from './shape.ts';

export interface FieldPlace {
  readonly id: string;
  /** In px, where a person set it; otherwise fitted to the records. */
  readonly width?: number;
  readonly hidden?: boolean;
}

export interface FieldLayout {
  /** In the order of the grid. Fields that are not named come behind, as the server gives them. */
  readonly places: readonly FieldPlace[];
  /** So many of the shown fields stay in view while the others scroll. */
  readonly frozen: number;
}

export const PLAIN_LAYOUT: FieldLayout = { places: [], frozen: 0 };

const MAX_PLACES = 5000;
const MAX_WIDTH = 5000;

export function isFieldLayout(value: unknown): value is FieldLayout {
  const { places, frozen } = membersOf<FieldLayout>(value);
  return (
    Number.isSafeInteger(frozen) &&
    Number(frozen) >= 0 &&
    Array.isArray(places) &&
    places.length <= MAX_PLACES &&
    places.every(isPlace)
  );
}

function isPlace(value: unknown): value is FieldPlace {
  const { id, width = 1, hidden = false } = membersOf<FieldPlace>(value);
  return (
    isText(id) && Number.isFinite(width) && width > 0 && width <= MAX_WIDTH && typeof hidden === 'boolean'
  );
}

/** A shown field: `field` is its place in the server's order. */
export interface PlacedField {
  readonly field: number;
  readonly width?: number;
}

/** The shown fields, in the order of the grid. A layout of other days may name fields that are gone. */
export function placedFields(ids: readonly string[], { places }: FieldLayout): readonly PlacedField[] {
  const left = new Map(ids.map((id, field) => [id, field]));
  const placed: PlacedField[] = [];
  for (const { id, width, hidden = false } of places) {
    const field = left.get(id);
    if (field === undefined) continue;
    left.delete(id);
    if (!hidden) placed.push({ field, ...(width !== undefined && { width }) });
  }
  return [...placed, ...[...left.values()].map((field) => ({ field }))];
}
