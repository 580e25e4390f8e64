/** Finds the number of a Trino table's records only once, because without statistics they are counted. */
import { valueText } from '../../../base/exactJson.ts';
import type { TrinoConnection, TrinoRow } from './trinoConnection.ts';
import { PAGE_MS } from '../databaseTable.ts';
import { atMostStatement, statisticsStatement, type TrinoRelation } from './trinoStatement.ts';

/** Larger tables aren't sorted unless a client asks for it, because each page would take minutes, and cost as much. */
export const MOST_SORTED = 10_000_000;

export class TrinoSize {
  readonly #relation: TrinoRelation;
  readonly #connection: TrinoConnection;
  /** Undefined until it's known; `records` is undefined without statistics. */
  #estimated: { readonly records: number | undefined } | undefined;
  #isTooLarge: boolean | undefined;

  constructor(relation: TrinoRelation, connection: TrinoConnection) {
    this.#relation = relation;
    this.#connection = connection;
  }

  /** Whether `isTooLarge` needs no statement. */
  get isKnown(): boolean {
    return this.#isTooLarge !== undefined || this.#estimated?.records !== undefined;
  }

  /** The number of records, if statistics have already said it. */
  get estimated(): number | undefined {
    return this.#estimated?.records;
  }

  async estimate(signal: AbortSignal): Promise<number | undefined> {
    if (this.#estimated !== undefined) return this.#estimated.records;
    const rows = await this.#all(statisticsStatement(this.#relation), signal);
    // The row without a column's name has the number of records, as a double.
    const count = rows.find(([column]) => column === null)?.[4] ?? null;
    const number = count === null ? NaN : Number(valueText(count));
    const records = Number.isFinite(number) ? Math.round(number) : undefined;
    this.#estimated = { records };
    return records;
  }

  async isTooLarge(signal: AbortSignal): Promise<boolean> {
    return (this.#isTooLarge ??= ((await this.estimate(signal)) ?? (await this.#atMost(signal))) > MOST_SORTED);
  }

  /** Counts at most one more than MOST_SORTED. */
  async #atMost(signal: AbortSignal): Promise<number> {
    const [row] = await this.#all(atMostStatement(MOST_SORTED + 1, this.#relation), signal);
    return Number(row?.[0] ?? 0);
  }

  #all(statement: string, signal: AbortSignal): Promise<readonly TrinoRow[]> {
    return this.#connection.all(statement, PAGE_MS, signal);
  }
}
