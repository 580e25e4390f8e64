/** Detects data changes between two answers by the first and the last record of each page. */
import { createHash } from 'node:crypto';
import type { RecordRow } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { DatastoreQuery } from '../query/query.ts';

/** SHA-256 of all values of a record, in hex. It shows whether a repeated record has changed. */
export function hashOfRecord(row: RecordRow): string {
  return createHash('sha256').update(stringifyExact(row)).digest('hex');
}

interface Edge {
  readonly hash: string;
  /** The difference between `_id` and position, which never falls in `_id` order. NaN for other orders. */
  readonly lead: number;
}

export class PageEdges {
  readonly #idColumn: number;
  /** 1: records have rising `_id`s. -1: falling ones. 0: another order. */
  readonly #direction: 1 | -1 | 0;
  /** Edges by their positions in the result, including those of removed pages. */
  readonly #edges = new Map<number, Edge>();

  /** `query` is the query of the pages, with a total order. */
  constructor({ sort: [first] = [], summary }: DatastoreQuery, fields: readonly Field[]) {
    this.#idColumn = fields.findIndex(({ id }) => id === '_id');
    const isById = summary === undefined && (first === undefined || first.field === '_id');
    this.#direction = !isById ? 0 : first?.descending === true ? -1 : 1;
  }

  /**
   * Adds a page whose records begin at position `first`. Returns whether they contradict earlier pages: a position has
   * another record or none, or the `_id`s leave no room for the records between two pages. `ended`: no records follow.
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
    return { hash: hashOfRecord(row), lead: hasLead ? id * this.#direction - place : NaN };
  }
}
