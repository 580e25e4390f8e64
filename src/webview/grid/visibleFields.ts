import { defined } from '../../base/defined.ts';
import { type FieldLayout, type FieldPlace, WIDEST } from '../../datastore/query/fieldLayout.ts';

/** Narrowest width in pixels to which people can shrink a field. */
const NARROWEST = 40;

/** A place in the layout, and the index of its field in the result. Undefined if the result lacks the field. */
interface PlacedField {
  readonly place: FieldPlace;
  readonly field: number | undefined;
}

type PresentField = PlacedField & { readonly field: number };

/** A result's fields in the layout that people chose. Columns count visible ones from 0. Changes make new objects. */
export class VisibleFields {
  readonly #ids: readonly string[];
  readonly #placed: readonly PlacedField[];
  readonly #present: readonly PresentField[];
  /** The visible fields in the order of the grid. If all are hidden, all are shown, because a grid needs a column. */
  readonly shown: readonly { readonly field: number; readonly width?: number }[];
  /** Number of frozen columns, as far as there is room. */
  readonly frozen: number;

  constructor(ids: readonly string[], layout: FieldLayout) {
    this.#ids = ids;
    this.#placed = placedFields(ids, layout);
    this.#present = this.#placed.filter((placed): placed is PresentField => placed.field !== undefined);
    const shown = this.#present.filter(({ place }) => place.hidden !== true);
    this.shown = (shown.length > 0 ? shown : this.#present).map(({ field, place: { width } }) =>
      defined({ field, width }),
    );
    this.frozen = Math.min(layout.frozen, this.shown.length);
  }

  /** The shortest equivalent layout: fields at the end that are in the server's order need no place. */
  get layout(): FieldLayout {
    let end = this.#placed.length;
    for (let before = Infinity; end > 0; end--) {
      const { place, field = Infinity } = this.#placed[end - 1] ?? {};
      if (field >= before || place?.width !== undefined || place?.hidden === true) break;
      before = field;
    }
    return { places: this.#placed.slice(0, end).map(({ place }) => place), frozen: this.frozen };
  }

  get all(): readonly { readonly field: number; readonly isHidden: boolean }[] {
    return this.#present.map(({ place, field }) => ({ field, isHidden: place.hidden === true }));
  }

  get hiddenCount(): number {
    return this.#ids.length - this.shown.length;
  }

  /** The column of a field. -1 if it is hidden. */
  columnOf(field: number): number {
    return this.shown.findIndex((placed) => placed.field === field);
  }

  /** Moves a column. A field moved among the frozen ones is frozen, and one moved out isn't anymore. */
  move(from: number, to: number): VisibleFields {
    const moved = this.#at(from);
    const beside = this.#at(to);
    if (!moved || !beside || from === to) return this;
    const wasFrozen = from < this.frozen;
    const joins = !wasFrozen && to < this.frozen;
    const leaves = wasFrozen && to >= this.frozen;
    const frozen = this.frozen + Number(joins) - Number(leaves);
    return this.#moveBeside(moved, beside, to > from ? 1 : -1, frozen);
  }

  /** Moves a field past the one before (-1) or after it (1), even if that is hidden. */
  moveBy(field: number, by: -1 | 1): VisibleFields {
    const at = this.#present.findIndex((placed) => placed.field === field);
    const [moved, beside] = [this.#present[at], this.#present[at + by]];
    return moved && beside ? this.#moveBeside(moved, beside, by, this.frozen) : this;
  }

  /** Sets a width in pixels. Undefined makes it fit the content. */
  resize(column: number, width: number | undefined): VisibleFields {
    return this.#change(column, ({ width: _, ...place }) => ({
      ...place,
      ...(width !== undefined && { width: Math.round(Math.max(NARROWEST, Math.min(width, WIDEST))) }),
    }));
  }

  hide(column: number): VisibleFields {
    if (this.shown.length <= 1) return this;
    const frozen = column < this.frozen ? this.frozen - 1 : this.frozen;
    return this.#change(column, (place) => ({ ...place, hidden: true }), frozen);
  }

  /** Shows a field where it was before. If that is among the frozen columns, one more is frozen. */
  show(field: number): VisibleFields {
    const hidden = this.#present.find((placed) => placed.field === field);
    if (hidden?.place.hidden !== true) return this;
    const back = this.#changePlace(hidden, ({ hidden: _, ...place }) => place, this.frozen);
    return back.columnOf(field) < this.frozen ? back.freeze(this.frozen + 1) : back;
  }

  freeze(count: number): VisibleFields {
    return this.#with(this.#placed, Math.max(0, Math.min(count, this.shown.length)));
  }

  #at(column: number): PlacedField | undefined {
    const field = this.shown[column]?.field;
    return this.#present.find((placed) => placed.field === field);
  }

  #change(column: number, change: (place: FieldPlace) => FieldPlace, frozen = this.frozen): VisibleFields {
    const changed = this.#at(column);
    return changed ? this.#changePlace(changed, change, frozen) : this;
  }

  #changePlace(changed: PlacedField, change: (place: FieldPlace) => FieldPlace, frozen: number): VisibleFields {
    return this.#with(
      this.#placed.map((placed) => (placed === changed ? { ...placed, place: change(placed.place) } : placed)),
      frozen,
    );
  }

  #moveBeside(moved: PlacedField, beside: PlacedField, by: -1 | 1, frozen: number): VisibleFields {
    const others = this.#placed.filter((placed) => placed !== moved);
    others.splice(others.indexOf(beside) + (by > 0 ? 1 : 0), 0, moved);
    return this.#with(others, frozen);
  }

  #with(placed: readonly PlacedField[], frozen: number): VisibleFields {
    return new VisibleFields(this.#ids, { places: placed.map(({ place }) => place), frozen });
  }
}

function placedFields(ids: readonly string[], { places }: FieldLayout): readonly PlacedField[] {
  // A server may return two fields with the same name.
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
