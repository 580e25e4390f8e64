import { typedValue } from '../base/cells.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { fieldKind } from '../base/field.ts';
import { frequentValues } from '../datastore/statistics/frequentValues.ts';
import { NumberSpelling } from '../datastore/statistics/numberSpelling.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { applyChange, shownConditions } from '../datastore/query/applyChange.ts';
import {
  canMove,
  isSameQuery,
  moved,
  NO_HISTORY,
  type QueryHistory,
  visited,
  withoutPresent,
} from '../datastore/query/queryHistory.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import type { GridQuestion } from '../messages/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../messages/queryChange.ts';
import type { PartialFile } from '../platform/portalPort.ts';

/** What is shown, as far as the next query depends on it. */
export interface Explored {
  readonly query: DatastoreQuery;
  readonly result: ResultSet;
  readonly client: DatastoreClient;
  /** The file that had more records than could be asked for. */
  readonly partial?: PartialFile | undefined;
}

/** The history of one panel's queries, and the changes that its grid makes to the present one. */
export class Exploration {
  readonly #run: (query: DatastoreQuery) => void;
  #history: QueryHistory = NO_HISTORY;
  /** The present query failed or was cancelled. */
  #hasFailed = false;

  constructor(run: (query: DatastoreQuery) => void) {
    this.#run = run;
  }

  get history(): QueryHistory {
    return this.#history;
  }

  /** Of a panel of the last session. */
  restore(history: QueryHistory): void {
    this.#history = history;
  }

  /** A query starts, from the grid or from elsewhere. */
  visit(query: DatastoreQuery): void {
    const present = this.#history.queries[this.#history.place];
    if (this.#hasFailed && present !== undefined && !isSameQuery(present, query))
      this.#history = withoutPresent(this.#history);
    this.#hasFailed = false;
    this.#history = visited(this.#history, query);
  }

  /** The present query failed or was cancelled: the next one replaces it, unless its records are shown. */
  markFailed(shown: DatastoreQuery | undefined): void {
    const present = this.#history.queries[this.#history.place];
    this.#hasFailed = present === undefined || shown === undefined || !isSameQuery(present, shown);
  }

  canGo(step: -1 | 1): boolean {
    return canMove(this.#history, step);
  }

  go(step: -1 | 1): void {
    const history = moved(this.#history, step);
    const query = history?.queries[history.place];
    if (history === undefined || query === undefined) return;
    this.#history = history;
    this.#hasFailed = false;
    this.#run(query);
  }

  /** Rejects with QueryChangeError what can't be asked; the server's refusal comes with the run. */
  async change(shown: Explored, change: QueryChange, signal: AbortSignal): Promise<void> {
    const { result, client } = shown;
    const present = this.#hasFailed ? undefined : this.#history.queries[this.#history.place];
    // The query before may not be answered yet: this change is made to it, not to what is shown.
    const query = present ?? shown.query;
    const { hasRanges, mayAnswerSql: answersSql, mayHaveSort: hasSort } = client.dialect;
    const facts = { fields: result.fields, hasRanges, answersSql, hasSort };
    const value = isOfRecord(change) ? await valueOf(result, change, signal) : undefined;
    const next = applyChange(query, change, { ...facts, ...(value !== undefined && { value }) });
    if (!isSameQuery(next, query)) this.#run(next);
  }

  /** Of the records that match the conditions of all other fields; values that contain `part`. */
  async frequentValues(
    { query, result, client, partial }: Explored,
    id: string,
    part: string,
    signal: AbortSignal,
  ): Promise<FrequentValues> {
    const field = result.fields.find((each) => each.id === id);
    if (field === undefined) return { values: [], counted: 0, isAll: true, isCut: false };
    const found = await frequentValues(client, result, query, { field, part }, signal);
    const isAll = found.isAll && partial === undefined;
    if (fieldKind(field.type) !== 'number') return { ...found, isAll };
    const spelling = new NumberSpelling(result, result.fields.indexOf(field));
    const values = found.values.map((each) =>
      each.value.type === 'null' ? each : { ...each, label: spelling.of(each.label) },
    );
    return { ...found, isAll, values };
  }

  /** The query of the records that are shown, as chips and menus draw it. */
  question({ query, client }: Pick<Explored, 'query' | 'client'>): GridQuestion {
    const { q = '', qMode, qField, filters = [], sort = [] } = query;
    const { hasRanges, mayAnswerSql: answersSql, ranksSearches } = client.dialect;
    return {
      q,
      ...(qMode && { qMode }),
      ...(qField !== undefined && { qField }),
      filters: shownConditions(filters, hasRanges) ?? null,
      sort: sort.map(({ field, descending }) => ({ field, descending })),
      hasRanges,
      answersSql,
      findsWords: ranksSearches !== false,
      canGoBack: this.canGo(-1),
      canGoForward: this.canGo(1),
    };
  }
}

type RecordChange = Extract<QueryChange, { readonly kind: 'filterByRecord' | 'excludeRecord' }>;

/** It takes a value from a row of the result. */
export function isOfRecord(change: QueryChange): change is RecordChange {
  return change.kind === 'filterByRecord' || change.kind === 'excludeRecord';
}

async function valueOf(result: ResultSet, { row, field }: RecordChange, signal: AbortSignal) {
  const [record] = await result.rows(row, row + 1, signal);
  const cell = record?.[result.fields.findIndex(({ id }) => id === field)];
  return cell === undefined ? undefined : typedValue(cell);
}
