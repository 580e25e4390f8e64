import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import { parseExact, readExact, stringifyExact } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import {
  areConsistent,
  canStandTogether,
  type Condition,
  type FieldCondition,
  type FilterValue,
  isExclusion,
  isOfNothing,
  isSearch,
} from './condition.ts';
import { needOf, takesKind } from './operators.ts';
import { operatorOf } from './readCondition.ts';
import type { GridSortKey, QueryChange } from './queryChange.ts';
import { conditionJson, conditionWith, fieldOf, isOfApi, nameInFilters } from './conditions.ts';
import { type DatastoreQuery, summarizedRecords } from './query.ts';
import { isByValue, summaryColumns } from './summary.ts';

/**
 * `null`: filters of the API can't find records without a value. `json`: lists and objects can't be compared. `range`:
 * this server has no ranges. `sql`: the change needs SQL, which this server lacks. `twoSearches`: `q` applies to all
 * fields or to some, not both. `sort`: this server can't sort. `jsonText`: the present filters aren't a JSON object.
 * `noValue`: a cell of a summary isn't a value of the records.
 */
export type ChangeProblem =
  'null' | 'json' | 'range' | 'sql' | 'twoSearches' | 'sort' | 'jsonText' | 'noField' | 'noValue';

export class QueryChangeError extends Error {
  override readonly name = 'QueryChangeError';
  readonly problem: ChangeProblem;
  readonly field: string;

  constructor(problem: ChangeProblem, field: string) {
    super(`${field}: ${problem}`);
    this.problem = problem;
    this.field = field;
  }
}

export interface ChangeFacts {
  /** The fields of the records, also where a summary is shown. */
  readonly fields: readonly Field[];
  /** True for CKAN 2.12+ and the embedded datastore, which also support `nulls last`. */
  readonly hasRanges: boolean;
  /** Whether SQL answers what the API can't express, including NULL. */
  readonly answersSql?: boolean;
  /** False if the server has refused to sort. */
  readonly hasSort?: boolean;
  /** The record's value, for `filterByRecord` and `excludeRecord`. */
  readonly value?: ExactValue;
}

/** Throws QueryChangeError if the server can't answer the changed query. */
export function applyChange(query: DatastoreQuery, change: QueryChange, facts: ChangeFacts): DatastoreQuery {
  switch (change.kind) {
    case 'sort':
      return sorted(query, change.keys, facts);
    case 'search':
      return change.q.trim() === ''
        ? withoutSearch(query)
        : searched({ ...(change.keepsScope === true ? query : withoutSearch(query)), q: change.q }, facts);
    case 'clearFilters':
      return withoutFilters(query);
    case 'clear':
      return withoutSearch(withoutFilters(withoutSort(query.summary ? summarizedRecords(query) : query)));
    case 'summarize': {
      const { distinct: _distinct, ...records } = summarizedRecords(query);
      return change.summary === undefined ? records : { ...records, summary: change.summary };
    }
    case 'unfilter':
      return new Filters(query, facts).without(change.field, change.only);
    case 'filter':
      return filtered(new Filters(query, facts), change.filter, facts);
    case 'filterByRecord': {
      const field = recordField(query, change.field);
      const value = recordValue(field, facts);
      const filters = new Filters(query, facts);
      return change.add ? filters.adding(field, value) : filters.with(field, value);
    }
    case 'excludeRecord': {
      const field = recordField(query, change.field);
      if (facts.answersSql !== true) throw new QueryChangeError('sql', field);
      return new Filters(query, facts).excluding(field, recordValue(field, facts));
    }
  }
}

/** PostgreSQL sorts NULL as the highest value, so a descending sort would show the NULLs first. */
function sorted(
  query: DatastoreQuery,
  keys: readonly GridSortKey[],
  { hasRanges, hasSort }: ChangeFacts,
): DatastoreQuery {
  const places = new Map(keys.map(({ field }, place) => [field, place] as const).reverse());
  const first = keys.filter(({ field }, place) => places.get(field) === place);
  const [key] = first;
  if (key === undefined) return withoutSort(query);
  if (hasSort === false) throw new QueryChangeError('sort', key.field);
  const sort = first.map(({ field, descending }) => ({
    field,
    descending,
    ...(hasRanges && descending && field !== '_id' && { nullsLast: true }),
  }));
  return { ...query, sort };
}

function withoutSort({ sort: _sort, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

function withoutSearch({ q: _q, qMode: _mode, qField: _field, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

function withoutFilters({ filters: _filters, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

function filtered(filters: Filters, condition: FieldCondition, facts: ChangeFacts): DatastoreQuery {
  const { kind, field } = condition;
  if (isOfNothing(condition)) return filters.without(field);
  if (!takesKind(kind, 'json') && fieldKind(typeOf(field, facts)) === 'json') throw new QueryChangeError('json', field);
  const need = needOf(kind);
  if (need === 'ranges' && !facts.hasRanges && facts.answersSql !== true) throw new QueryChangeError('range', field);
  if (need === 'conditions' && facts.answersSql !== true) throw new QueryChangeError('sql', field);
  return searched(filters.put(condition), facts);
}

function searched(query: DatastoreQuery, { answersSql = false }: ChangeFacts): DatastoreQuery {
  const contained = query.filters?.find(isSearch);
  if (query.q !== undefined && contained && !answersSql) throw new QueryChangeError('twoSearches', contained.field);
  return query;
}

/** The field that has a column's values. Columns of a summary have none, except groups by value. */
function recordField({ summary }: DatastoreQuery, column: string): string {
  if (summary === undefined) return column;
  const group = summary.groups[summaryColumns(summary).indexOf(column)];
  if (group === undefined || !isByValue(group)) throw new QueryChangeError('noValue', column);
  return group.field;
}

function recordValue(field: string, facts: ChangeFacts): ExactValue {
  typeOf(field, facts);
  const { value, answersSql = false } = facts;
  if (value === undefined || (value === null && !answersSql)) throw new QueryChangeError('null', field);
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
    throw new QueryChangeError('json', field);
  return value;
}

function typeOf(field: string, { fields }: ChangeFacts): string {
  const known = fields.find(({ id }) => id === field);
  if (known === undefined) throw new QueryChangeError('noField', field);
  return known.type;
}

/** The conditions of a query, of which one field's are changed and all others stay. */
class Filters {
  readonly #query: DatastoreQuery;
  readonly #hasRanges: boolean;
  readonly #conditions: readonly Condition[];

  constructor(query: DatastoreQuery, { hasRanges }: ChangeFacts) {
    this.#query = query;
    this.#hasRanges = hasRanges;
    this.#conditions = (query.filters ?? []).map((each) =>
      each.kind === 'raw' && each.field === null ? anyOf(each, hasRanges) : each,
    );
  }

  without(field: string, only?: Condition['kind']): DatastoreQuery {
    const goes = (each: Condition): boolean =>
      each.field === this.#name(field) && (only === undefined || each.kind === only);
    return this.#asking(this.#conditions.filter((each) => !goes(each)));
  }

  /** Replaces the field's condition. A list remains a list. */
  put(condition: FieldCondition): DatastoreQuery {
    const field = this.#name(condition.field);
    if (!('values' in condition) || isExclusion(condition)) return this.#put({ ...condition, field });
    const old = this.#of(condition.field);
    const isList = old !== undefined && conditionJson(old).startsWith('[');
    const list = condition.list || condition.values.length > 1 || isList;
    return this.#put({ ...condition, field, list });
  }

  with(field: string, value: ExactValue): DatastoreQuery {
    return this.#put(conditionWith(this.#name(field), stringifyExact(value)));
  }

  adding(field: string, value: ExactValue): DatastoreQuery {
    const old = this.#of(field);
    if (old === undefined || !isOfApi(old)) return this.with(field, value);
    const given = parseExact(conditionJson(old));
    const values = isList(given) ? given : [given];
    return values.some((each) => isSameValue(each, value)) ? this.#query : this.with(field, [...values, value]);
  }

  /** Excludes a value: removes it from those that the field may equal, or adds it to the excluded ones. */
  excluding(field: string, value: ExactValue): DatastoreQuery {
    const [left] = this.#values(stringifyExact(value));
    if (left === undefined) return this.#query;
    const own = this.#conditions.filter((each) => each.field === this.#name(field));
    const lists = own.filter((each) => 'values' in each);
    const listed = lists.find((each) => !isExclusion(each));
    const others = listed?.values.filter((each) => !isSameText(each, left)) ?? [];
    if (listed !== undefined && others.length > 0) return this.#put({ ...listed, values: others });
    const values = lists.find(isExclusion)?.values ?? [];
    if (values.some((each) => isSameText(each, left))) return this.#query;
    return this.#put({ kind: 'not', field: this.#name(field), values: [...values, left], list: true });
  }

  #values(json: string): readonly FilterValue[] {
    const condition = conditionWith('', json);
    return condition.kind === 'values' ? condition.values : [];
  }

  /** Replaces the conditions that can't be combined with this one. An exclusion goes after the others. */
  #put(condition: Condition): DatastoreQuery {
    const goes = (each: Condition): boolean => each.field === condition.field && !canStandTogether(each, condition);
    const others = this.#conditions.filter((each) => !goes(each));
    const beside = others.findIndex(({ field }) => field === condition.field);
    const behind = others.findLastIndex(({ field }) => field === condition.field) + 1;
    const atOwn = isExclusion(condition) ? behind : beside;
    const place = beside < 0 ? this.#conditions.findIndex(goes) : atOwn;
    return this.#asking(others.toSpliced(place < 0 ? others.length : place, 0, condition));
  }

  #asking(conditions: readonly Condition[]): DatastoreQuery {
    return conditions.length === 0 ? withoutFilters(this.#query) : { ...this.#query, filters: conditions };
  }

  /** Servers keep the last of several members with the same name. */
  #of(field: string): Condition | undefined {
    return this.#conditions.findLast((each) => each.field === this.#name(field));
  }

  #name(field: string): string {
    return nameInFilters(field, this.#hasRanges);
  }
}

/** CKAN 2.12 reads a list instead of an object as alternatives. Other conditions can then only be added to `$or`. */
function anyOf({ json }: { readonly json: string }, hasRanges: boolean): Condition {
  if (!hasRanges || !isList(readExact(json))) throw new QueryChangeError('jsonText', '');
  return { kind: 'raw', field: '$or', json };
}

function isSameText(one: FilterValue, other: FilterValue): boolean {
  return one.type === other.type && isSameValue(parsed(one), parsed(other));
}

function parsed({ type, text }: FilterValue): ExactValue {
  return type === 'text' ? text : parseExact(type === 'null' ? 'null' : text);
}

function isSameValue(one: ExactValue, other: ExactValue): boolean {
  const [first, second] = [stringifyExact(one), stringifyExact(other)];
  const [a, b] = [parseDecimal(first), parseDecimal(second)];
  return a !== undefined && b !== undefined ? compare(a, b) === 0 : first === second;
}

/** Conditions with the ids of their fields, for chips and editors. Undefined if they can't show all of them. */
export function shownConditions(
  conditions: readonly Condition[],
  hasRanges: boolean,
): readonly FieldCondition[] | undefined {
  const shown = conditions
    .map((each) => shownCondition(each, hasRanges))
    .filter((condition) => condition !== undefined);
  return shown.length === conditions.length && areConsistent(shown) ? shown : undefined;
}

function shownCondition(condition: Condition, hasRanges: boolean): FieldCondition | undefined {
  const field = fieldOf(condition, hasRanges);
  if (field === undefined || condition.kind === 'raw' || operatorOf(condition) === undefined) return undefined;
  return { ...condition, field };
}
