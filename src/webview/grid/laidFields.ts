import {
  type FieldLayout,
  type FieldPlace,
  type LaidField,
  laidFields,
  NARROWEST,
  placedFields,
  type PlacedField,
  WIDEST,
} from '../../messages/fieldLayout.ts';

/** The fields of a result as a person laid them out. Columns count the shown ones from 0. A change makes another. */
export class LaidFields {
  readonly #ids: readonly string[];
  readonly #laid: readonly LaidField[];
  readonly shown: readonly PlacedField[];
  /** So many columns stay in view, as far as there is room. */
  readonly frozen: number;

  constructor(ids: readonly string[], layout: FieldLayout) {
    this.#ids = ids;
    this.#laid = laidFields(ids, layout);
    this.shown = placedFields(ids, layout);
    this.frozen = Math.min(layout.frozen, this.shown.length);
  }

  /** As short as it can be said: fields at the end that lie as the server gives them need no place. */
  get layout(): FieldLayout {
    let end = this.#laid.length;
    for (let before = Infinity; end > 0; end--) {
      const { place, field = Infinity } = this.#laid[end - 1] ?? {};
      if (field >= before || place?.width !== undefined || place?.hidden === true) break;
      before = field;
    }
    return { places: this.#laid.slice(0, end).map(({ place }) => place), frozen: this.frozen };
  }

  get hiddenCount(): number {
    return this.#ids.length - this.shown.length;
  }

  /** The column of a field; -1 where it is hidden. */
  columnOf(field: number): number {
    return this.shown.findIndex((placed) => placed.field === field);
  }

  /** A field that comes to lie among the frozen ones is frozen, one that leaves them is not. */
  move(from: number, to: number): LaidFields {
    const moved = this.#at(from);
    const beside = this.#at(to);
    if (!moved || !beside || from === to) return this;
    const others = this.#laid.filter((laid) => laid !== moved);
    others.splice(others.indexOf(beside) + (to > from ? 1 : 0), 0, moved);
    const wasFrozen = from < this.frozen;
    const joins = !wasFrozen && to < this.frozen;
    const leaves = wasFrozen && to >= this.frozen;
    return this.#with(others, this.frozen + Number(joins) - Number(leaves));
  }

  /** In px; `undefined` for the width that fits. */
  resize(column: number, width: number | undefined): LaidFields {
    return this.#change(column, ({ width: _, ...place }) => ({
      ...place,
      ...(width !== undefined && { width: Math.round(Math.max(NARROWEST, Math.min(width, WIDEST))) }),
    }));
  }

  /** The last one stays. */
  hide(column: number): LaidFields {
    if (this.shown.length <= 1) return this;
    const frozen = column < this.frozen ? this.frozen - 1 : this.frozen;
    return this.#change(column, (place) => ({ ...place, hidden: true }), frozen);
  }

  freeze(count: number): LaidFields {
    return this.#with(this.#laid, Math.max(0, Math.min(count, this.shown.length)));
  }

  #at(column: number): LaidField | undefined {
    const field = this.shown[column]?.field;
    return field === undefined ? undefined : this.#laid.find((laid) => laid.field === field);
  }

  #change(column: number, change: (place: FieldPlace) => FieldPlace, frozen = this.frozen): LaidFields {
    const changed = this.#at(column);
    if (!changed) return this;
    return this.#with(
      this.#laid.map((laid) => (laid === changed ? { ...laid, place: change(laid.place) } : laid)),
      frozen,
    );
  }

  #with(laid: readonly LaidField[], frozen: number): LaidFields {
    return new LaidFields(this.#ids, { places: laid.map(({ place }) => place), frozen });
  }
}
