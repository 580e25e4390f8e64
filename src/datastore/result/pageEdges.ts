/** Shows that the data changed between two answers of a result, by the first and the last record of each page. */
import type { RecordRow } from '../../base/cells.ts';
import type { Field } from '../../base/field.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { hashOfRecord } from './recordHash.ts';

interface Edge {
  readonly hash: string;
  /**
   * Where records come by `_id`: how far the `_id` is ahead of the record's place. Each record has an `_id` of its own, so
   * this never falls from one place to a later one. NaN elsewhere.
   */
  readonly lead: number;
}

export class PageEdges {
  readonly #idColumn: number;
  /** 1: records come by rising `_id`; -1: by falling; 0: in another order. */
  readonly #direction: 1 | -1 | 0;
  /** Edges by their places in the result, also those of pages that the cache has dropped. */
  readonly #edges = new Map<number, Edge>();

  /** `query`: what the pages ask, in a total order. */
  constructor({ sort: [first] = [] }: DatastoreQuery, fields: readonly Field[]) {
    this.#idColumn = fields.findIndex(({ id }) => id === '_id');
    const isById = first === undefined || first.field === '_id';
    this.#direction = !isById ? 0 : first?.descending === true ? -1 : 1;
  }

  /**
   * Takes a page whose records begin at the place `first`. Returns whether they contradict earlier ones: another record, or
   * none, is where one was, or the `_id`s leave no room for the records between two pages. `ended`: nothing is behind them.
   */
  add(first: number, rows: readonly RecordRow[], ended: boolean): boolean {
    const end = first + rows.length;
    const added = [first, end - 1].flatMap((place) => {
      const row = rows[place - first];
      return row === undefined ? [] : [[place, this.#edgeOf(row, place)] as const];
    });
    const contradicts = [...this.#edges].some(([place, edge]) => {
      const row = rows[place - first];
      if (row !== undefined) return this.#edgeOf(row, place).hash !== edge.hash;
      const isFalling = added.some(([other, { lead }]) => (lead - edge.lead) * (other - place) < 0);
      return isFalling || (place >= end && ended);
    });
    for (const [place, edge] of added) this.#edges.set(place, edge);
    return contradicts;
  }

  #edgeOf(row: RecordRow, place: number): Edge {
    const id = row[this.#idColumn];
    const hasLead = typeof id === 'number' && this.#direction !== 0;
    return {
      hash: hashOfRecord(row),
      lead: hasLead ? id * this.#direction - place : NaN,
    };
  }
}
