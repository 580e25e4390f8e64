import { typedValue } from '../base/cells.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { fieldKind } from '../base/field.ts';
import { frequentValues } from '../datastore/statistics/frequentValues.ts';
import { NumberSpelling } from '../datastore/statistics/numberSpelling.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { applyChange, shownConditions } from '../datastore/query/applyChange.ts';
import {
  isLayoutChange,
  isSameQuery,
  type LayoutChange,
  moved,
  movedQuery,
  NO_HISTORY,
  queryAt,
  type QueryHistory,
  visited,
  withChange,
  withoutPresent,
} from '../datastore/query/queryHistory.ts';
import type { ResultSet } from '../datastore/result/resultSet.ts';
import type { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { GridQuestion } from '../messages/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../datastore/query/queryChange.ts';
import type { PartialFile } from '../platform/portalPort.ts';
import { changeTitle } from './changeTitle.ts';

/** What is shown, as far as the next query depends on it. */
export interface Explored {
  readonly query: DatastoreQuery;
  readonly result: ResultSet;
  readonly client: DatastoreClient;
  /** The file that had more records than could be asked for. */
  readonly partial?: PartialFile | undefined;
}

/** What changed in one panel, and the changes that its grid makes to the present query. */
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
    const present = queryAt(this.#history);
    if (this.#hasFailed && present !== undefined && !isSameQuery(present, query))
      this.#history = withoutPresent(this.#history);
    this.#hasFailed = false;
    this.#history = visited(this.#history, query);
  }

  /** The present query failed or was cancelled: the next one replaces it, unless its records are shown. */
  markFailed(shown: DatastoreQuery | undefined): void {
    const present = queryAt(this.#history);
    this.#hasFailed = present === undefined || shown === undefined || !isSameQuery(present, shown);
  }

  /** The columns lie in another way. */
  layOut(change: LayoutChange): void {
    if (JSON.stringify(change.layout) !== JSON.stringify(change.before))
      this.#history = withChange(this.#history, change);
  }

  /** Whether Go Back or Go Forward has a query to go to. */
  canGo(step: -1 | 1): boolean {
    return movedQuery(this.#history, step) !== undefined;
  }

  /** Runs the query before the present one, or the one behind it. */
  go(step: -1 | 1): void {
    this.#move(movedQuery(this.#history, step));
  }

  /** What Undo (-1) would take back, or Redo (1) do again: "Hide station_id". Empty if there is nothing. */
  titleOf(step: -1 | 1): string {
    const { changes, place } = this.#history;
    const at = step === 1 ? place + 1 : place;
    const change = moved(this.#history, step) && changes[at];
    if (change === undefined) return '';
    return isLayoutChange(change) ? change.title : changeTitle(queryAt(this.#history, at - 1), change);
  }

  /** Takes the last change back, or does it again. Returns the layout that is to be shown, if that changes. */
  step(step: -1 | 1): FieldLayout | undefined {
    const { changes, place } = this.#history;
    const change = changes[step === 1 ? place + 1 : place];
    const history = moved(this.#history, step);
    if (history === undefined || change === undefined) return undefined;
    if (!isLayoutChange(change)) this.#move(history);
    else {
      this.#history = history;
      return step === 1 ? change.layout : change.before;
    }
    return undefined;
  }

  #move(history: QueryHistory | undefined): void {
    const query = history && queryAt(history);
    if (history === undefined || query === undefined) return;
    this.#history = history;
    this.#hasFailed = false;
    this.#run(query);
  }

  /** Rejects with QueryChangeError what can't be asked; the server's refusal comes with the run. */
  async change(shown: Explored, change: QueryChange, signal: AbortSignal): Promise<void> {
    const { result, client } = shown;
    const present = this.#hasFailed ? undefined : queryAt(this.#history);
    // The query before may not be answered yet: this change is made to it, not to what is shown.
    const query = present ?? shown.query;
    const { hasRanges, mayTakeConditions: answersSql, mayHaveSort: hasSort } = client.dialect;
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
    const { hasRanges, mayTakeConditions: answersSql, ranksSearches } = client.dialect;
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
