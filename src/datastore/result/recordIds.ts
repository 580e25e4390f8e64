/** Notices a record that stands on two pages: CKAN's `_id` is unique in a resource. */
import { ExactNumber, type RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';

export class RecordIds {
  readonly #column: number;
  readonly #pages = new Map<string, number>();

  constructor(fields: readonly Field[]) {
    this.#column = fields.findIndex(({ id }) => id === '_id');
  }

  /** How many of the records are on another page already, or twice on this one. */
  add(rows: readonly RecordRow[], page: number): number {
    const ids = this.#idsOf(rows);
    const elsewhere = ids.filter((id) => (this.#pages.get(id) ?? page) !== page);
    for (const id of ids) this.#pages.set(id, page);
    return elsewhere.length + ids.length - new Set(ids).size;
  }

  /** Of a page that nobody holds any more. */
  forget(rows: readonly RecordRow[]): void {
    for (const id of this.#idsOf(rows)) this.#pages.delete(id);
  }

  #idsOf(rows: readonly RecordRow[]): readonly string[] {
    return rows.flatMap((row) => {
      const id = row[this.#column];
      return typeof id === 'number' || typeof id === 'string'
        ? [String(id)]
        : id instanceof ExactNumber
          ? [id.text]
          : [];
    });
  }
}
