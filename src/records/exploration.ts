import { typedValue } from '../base/cells.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { mayTakeConditions } from '../datastore/dialect/dialect.ts';
import { defined } from '../base/defined.ts';
import { type Field, fieldKind } from '../base/field.ts';
import { frequentValues } from '../datastore/statistics/frequentValues.ts';
import { cellText } from '../export/recordWriter.ts';
import { NumberSpelling } from '../datastore/statistics/numberSpelling.ts';
import { type DatastoreQuery, summarizedRecords } from '../datastore/query/query.ts';
import { chartGroup } from '../datastore/query/chartQuestion.ts';
import { applyChange, QueryChangeError, shownConditions } from '../datastore/query/applyChange.ts';
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
import { ResultSet } from '../datastore/result/resultSet.ts';
import type { FieldLayout } from '../datastore/query/fieldLayout.ts';
import type { GridQuestion } from '../messages/gridProtocol.ts';
import type { FrequentValues, QueryChange } from '../datastore/query/queryChange.ts';
import type { PartialFile } from '../platform/ports/portalPort.ts';
import { recordsOfGroup } from '../datastore/query/groupConditions.ts';
import { Problem } from '../platform/problem.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import { translate } from '../platform/windowLanguage.ts';
import { summaryTexts } from './queryLabel.ts';
import { CHANGE_TITLE_WORDS, GROUP_WORDS } from './recordsWords.ts';

/** The shown records, with everything that the next query depends on. */
export interface ExploredResult {
  readonly query: DatastoreQuery;
  readonly result: ResultSet;
  readonly client: DatastoreClient;
  /** The fields of the records, where the result is a summary of them. */
  readonly recordFields?: readonly Field[] | undefined;
  /** The number of the resource's records, of which a summary covers those that match. */
  readonly allRecords?: number | undefined;
  /** The file, if it had more records than could be requested. */
  readonly partial?: PartialFile | undefined;
}

/** The history of one panel, and the changes that its grid makes to the current query. */
export class Exploration {
  readonly #run: (query: DatastoreQuery) => void;
  #history: QueryHistory = NO_HISTORY;
  #hasFailed = false;

  constructor(run: (query: DatastoreQuery) => void) {
    this.#run = run;
  }

  get history(): QueryHistory {
    return this.#history;
  }

  restore(history: QueryHistory): void {
    this.#history = history;
  }

  visit(query: DatastoreQuery): void {
    const present = queryAt(this.#history);
    if (this.#hasFailed && present !== undefined && !isSameQuery(present, query))
      this.#history = withoutPresent(this.#history);
    this.#hasFailed = false;
    this.#history = visited(this.#history, query);
  }

  /** Notes that the current query failed or was cancelled. The next one replaces it, unless its records are shown. */
  markFailed(shown: DatastoreQuery | undefined): void {
    const present = queryAt(this.#history);
    this.#hasFailed = present === undefined || shown === undefined || !isSameQuery(present, shown);
  }

  layOut(change: LayoutChange): void {
    if (JSON.stringify(change.layout) !== JSON.stringify(change.before))
      this.#history = withChange(this.#history, change);
  }

  /** Whether Go Back (-1) or Go Forward (1) has a query to run. */
  canGo(step: -1 | 1): boolean {
    return movedQuery(this.#history, step) !== undefined;
  }

  /** Runs the query before (-1) or behind (1) the current one. */
  go(step: -1 | 1): void {
    this.#move(movedQuery(this.#history, step));
  }

  /** The change that Undo (-1) or Redo (1) would apply: "Hide station_id". Empty if there is none. */
  titleOf(step: -1 | 1): string {
    const { changes, place } = this.#history;
    const at = step === 1 ? place + 1 : place;
    const change = moved(this.#history, step) && changes[at];
    if (change === undefined) return '';
    return isLayoutChange(change) ? change.title : changeTitle(queryAt(this.#history, at - 1), change);
  }

  /** Undoes (-1) or redoes (1) a change. Returns the layout to show, if the layout changes. */
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

  /** Rejects with QueryChangeError if the change isn't possible. A server's refusal is reported by the run. */
  async change(shown: ExploredResult, change: QueryChange, signal: AbortSignal): Promise<void> {
    const { result, client } = shown;
    const present = this.#hasFailed ? undefined : queryAt(this.#history);
    // The change applies to the current query, which may not be answered yet, and not to the shown one.
    const query = present ?? shown.query;
    const { dialect } = client;
    const facts = {
      fields: shown.recordFields ?? result.fields,
      hasRanges: dialect.hasRanges,
      answersSql: mayTakeConditions(dialect),
      hasSort: dialect.facts.sorts !== false,
    };
    const value = isOfRecord(change) ? await valueOf(result, change, signal) : undefined;
    const next = applyChange(query, change, { ...facts, ...defined({ value }) });
    if (!isSameQuery(next, query)) this.#run(next);
  }

  /** Runs the query for the records of a row of a summary. Throws Problem if no query asks for exactly these. */
  async showGroup(shown: ExploredResult, row: number, signal: AbortSignal): Promise<void> {
    const { query, result, client, recordFields: fields = result.fields } = shown;
    const { summary: facts, fields: columns } = result;
    const [record] = await result.rows(row, row + 1, signal);
    if (facts === undefined || record === undefined) return;
    const { hasRanges, takesConditions } = client.dialect;
    const group = { columns, row: record, isLast: row === result.rowCount - 1, facts };
    const records = recordsOfGroup(query, group, { fields, hasRanges, takesConditions });
    if (!('problem' in records)) this.#run(records);
    else throw new Problem(translate(GROUP_WORDS[records.problem], { 0: records.group.field }));
  }

  /** The width of steps from the least to the greatest number of all matching records. Rejects like a search. */
  async stepsOf(
    { query, client, recordFields, result: { fields } }: ExploredResult,
    field: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { type = '' } = (recordFields ?? fields).find(({ id }) => id === field) ?? {};
    const measures = (['min', 'max'] as const).map((calculate) => ({ calculate, field }));
    const asking = { ...summarizedRecords(query), summary: { groups: [], measures } };
    const result = await ResultSet.open(client, asking, signal);
    try {
      const [row = []] = await result.rows(0, 1, signal);
      const [min = '', max = ''] = row.map((cell) => cellText(typedValue(cell)));
      return chartGroup({ id: field, type }, { min, max })?.width ?? '';
    } finally {
      result.dispose();
    }
  }

  /** Most frequent values that contain `part`, among records that match the conditions of all other fields. */
  async frequentValues(
    { query, result, client, recordFields, partial }: ExploredResult,
    id: string,
    part: string,
    signal: AbortSignal,
  ): Promise<FrequentValues> {
    const { summary } = result;
    const fields = recordFields ?? result.fields;
    const field = fields.find((each) => each.id === id);
    if (field === undefined) return { values: [], counted: 0, isAll: true, isCut: false };
    // The loaded rows of a summary are groups, so none of its records is loaded.
    const records = { fields, count: { kind: 'exact', value: summary?.records ?? 0 }, loadedRows: () => [] } as const;
    const answer =
      summary === undefined
        ? await frequentValues(client, result, query, { field, part }, signal)
        : await frequentValues(client, records, summarizedRecords(query), { field, part }, signal);
    const isAll = answer.isAll && partial === undefined;
    if (fieldKind(field.type) !== 'number') return { ...answer, isAll };
    const spelling = new NumberSpelling(result, result.fields.indexOf(field));
    const values = answer.values.map((each) =>
      each.value.type === 'null' ? each : { ...each, label: spelling.of(each.label) },
    );
    return { ...answer, isAll, values };
  }

  /** The query of the shown records in the form that chips and menus draw. */
  question({ query, client, recordFields }: Pick<ExploredResult, 'query' | 'client' | 'recordFields'>): GridQuestion {
    const { q = '', qMode, qField, filters = [], sort = [], summary } = query;
    const { hasRanges, facts } = client.dialect;
    return {
      ...defined({ q, qMode, qField }),
      filters: shownConditions(filters, hasRanges) ?? null,
      sort: sort.map(({ field, descending }) => ({ field, descending })),
      ...defined({ summary, recordFields: recordFields?.map(({ id, type }) => ({ id, type })) }),
      hasRanges,
      answersSql: mayTakeConditions(client.dialect),
      findsWords: facts.ranks !== false,
      canGoBack: this.canGo(-1),
      canGoForward: this.canGo(1),
    };
  }
}

type RecordChange = Extract<QueryChange, { readonly kind: 'filterByRecord' | 'excludeRecord' }>;

/** Whether a change takes a value from a row of the result. */
export function isOfRecord(change: QueryChange): change is RecordChange {
  return change.kind === 'filterByRecord' || change.kind === 'excludeRecord';
}

async function valueOf(result: ResultSet, { row, field }: RecordChange, signal: AbortSignal) {
  const { summary, rowCount } = result;
  // The last row of a summary may stand for all groups that have no row of their own.
  if (summary !== undefined && summary.others > 0 && row === rowCount - 1) throw new QueryChangeError('noValue', field);
  const [record] = await result.rows(row, row + 1, signal);
  const cell = record?.[result.fields.findIndex(({ id }) => id === field)];
  return cell === undefined ? undefined : typedValue(cell);
}

/** Names the change between two queries like a command: "Filter subject". */
export function changeTitle(before: DatastoreQuery | undefined, query: DatastoreQuery): string {
  const { q = '', filters = [], sort = [] } = query;
  const titles = {
    search: q === '' ? translate(CHANGE_TITLE_WORDS.clearSearch) : translate(CHANGE_TITLE_WORDS.search, { 0: q }),
    filters: filterTitle(before?.filters ?? [], filters),
    sort: sort[0] ? translate(CHANGE_TITLE_WORDS.sort, { 0: sort[0].field }) : translate(CHANGE_TITLE_WORDS.clearSort),
    summary: query.summary
      ? translate(CHANGE_TITLE_WORDS.summary, { 0: summaryTexts(query)[0] ?? '' })
      : translate(CHANGE_TITLE_WORDS.clearSummary),
    rest: translate(CHANGE_TITLE_WORDS.query),
  };
  const [was, is] = [partsOf(before), partsOf(query)];
  const differs = (part: keyof typeof was): boolean => was[part] !== is[part];
  // A summary has an order, columns and a limit of its own.
  if (differs('summary') && !differs('search'))
    return differs('filters') ? translate(CHANGE_TITLE_WORDS.group) : titles.summary;
  const changed = (['search', 'filters', 'sort', 'summary', 'rest'] as const).filter(differs);
  return titles[changed.length === 1 ? (changed[0] ?? 'rest') : 'rest'];
}

type Filters = NonNullable<DatastoreQuery['filters']>;

function filterTitle(before: Filters, filters: Filters): string {
  if (filters.length === 0) return translate(CHANGE_TITLE_WORDS.clearFilters);
  const fields = new Set([...before, ...filters].map(({ field }) => field));
  const json = (all: Filters, name: string | null): string => filtersJson(all.filter(({ field }) => field === name));
  const [field, ...others] = [...fields].filter((name) => json(before, name) !== json(filters, name));
  // CKAN's operators such as `$or` take the place of a field's name.
  return typeof field !== 'string' || field.startsWith('$') || others.length > 0
    ? translate(CHANGE_TITLE_WORDS.filters)
    : translate(CHANGE_TITLE_WORDS.filter, { 0: field });
}

function partsOf(
  query: DatastoreQuery | undefined,
): Record<'search' | 'filters' | 'sort' | 'summary' | 'rest', string> {
  const { q, qMode, qField, filters = [], sort = [], ...rest } = query ?? { resourceId: '' };
  return {
    search: JSON.stringify([q, qMode, qField]),
    filters: filtersJson(filters),
    sort: JSON.stringify(sort),
    summary: JSON.stringify(rest.summary ?? null),
    rest: JSON.stringify([rest.fields, rest.distinct ?? false, rest.limit]),
  };
}
