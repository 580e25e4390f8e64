/** How many records a table of Trino's has, as far as that is known: asked once, because without statistics they are counted. */
import { valueText } from '../../../base/exactJson.ts';
import type { TrinoConnection, TrinoRow } from './trinoConnection.ts';
import { atMostStatement, statisticsStatement, type TrinoRelation } from './trinoStatement.ts';

/** Of a statement of a page, or about what it is a page of. */
export const PAGE_MS = 60_000;
/** More are not sorted to make pages that nobody asked to be sorted: each page would take minutes, and cost as much. */
export const MOST_SORTED = 10_000_000;

export class TrinoSize {
  readonly #relation: TrinoRelation;
  readonly #connection: TrinoConnection;
  /** Once it is known; `records` is undefined where there are no statistics. */
  #estimated: { readonly records: number | undefined } | undefined;
  #isTooLarge: boolean | undefined;

  constructor(relation: TrinoRelation, connection: TrinoConnection) {
    this.#relation = relation;
    this.#connection = connection;
  }

  /** Undefined where there are no statistics. */
  async estimate(signal: AbortSignal): Promise<number | undefined> {
    if (this.#estimated !== undefined) return this.#estimated.records;
    const rows = await this.#all(statisticsStatement(this.#relation), signal);
    // Of the row without a column's name: its number of records, a double.
    const count = rows.find(([column]) => column === null)?.[4] ?? null;
    const number = count === null ? NaN : Number(valueText(count));
    const records = Number.isFinite(number) ? Math.round(number) : undefined;
    this.#estimated = { records };
    return records;
  }

  /** To be sorted for pages that nobody asked to be sorted. */
  async isTooLarge(signal: AbortSignal): Promise<boolean> {
    return (this.#isTooLarge ??=
      ((await this.estimate(signal)) ?? (await this.#atMost(signal))) > MOST_SORTED);
  }

  /** Exact only up to what is sorted. */
  async #atMost(signal: AbortSignal): Promise<number> {
    const [row] = await this.#all(atMostStatement(MOST_SORTED + 1, this.#relation), signal);
    return Number(row?.[0] ?? 0);
  }

  #all(statement: string, signal: AbortSignal): Promise<readonly TrinoRow[]> {
    return this.#connection.all(statement, PAGE_MS, signal);
  }
}
