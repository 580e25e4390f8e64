/** What the grid changes of a question, as the new question. */
import { ExactNumber, type ExactValue, isList } from '../../base/cells.ts';
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { type Field, fieldKind } from '../../base/field.ts';
import type { Bound, Condition, FieldCondition } from '../../messages/condition.ts';
import type { GridSortKey, QueryChange } from '../../messages/queryChange.ts';
import { conditionJson, conditionWith, fieldOf, nameInFilters } from './conditions.ts';
import type { DatastoreQuery } from './query.ts';

/**
 * `null`: no filter of any server finds records without a value. `json`: lists and objects can't be compared.
 * `range`: this server knows no ranges. `jsonText`: the filters that are there are no JSON object.
 */
export type ChangeProblem = 'null' | 'json' | 'range' | 'jsonText' | 'noField';

/** The change can't be said to this server. */
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

/** What is known of the resource and its server. */
export interface ChangeFacts {
  readonly fields: readonly Field[];
  /** CKAN 2.12+ and the embedded datastore; they also know `nulls last`. */
  readonly hasRanges: boolean;
  /** For `filterByRecord`: what the record holds. */
  readonly value?: ExactValue;
}

/** Throws QueryChangeError. */
export function applyChange(query: DatastoreQuery, change: QueryChange, facts: ChangeFacts): DatastoreQuery {
  switch (change.kind) {
    case 'sort':
      return sorted(query, change.keys, facts);
    case 'search':
      return change.q.trim() === '' ? withoutSearch(query) : { ...query, q: change.q };
    case 'clearFilters':
      return withoutFilters(query);
    case 'clear':
      return withoutSearch(withoutFilters(withoutSort(query)));
    case 'unfilter':
      return new Filters(query, facts).without(change.field);
    case 'filter':
      return filtered(new Filters(query, facts), change.filter, facts);
    case 'filterByRecord': {
      const value = recordValue(change.field, facts);
      const filters = new Filters(query, facts);
      return change.add ? filters.adding(change.field, value) : filters.with(change.field, value);
    }
  }
}

/** PostgreSQL takes NULL for the highest value: descending, it would stand in front of all that people look for. */
function sorted(
  query: DatastoreQuery,
  keys: readonly GridSortKey[],
  { hasRanges }: ChangeFacts,
): DatastoreQuery {
  const first = keys.filter(({ field }, index) => keys.findIndex((key) => key.field === field) === index);
  if (first.length === 0) return withoutSort(query);
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

function withoutSearch({ q: _q, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

function withoutFilters({ filters: _filters, ...rest }: DatastoreQuery): DatastoreQuery {
  return rest;
}

function filtered(filters: Filters, condition: FieldCondition, facts: ChangeFacts): DatastoreQuery {
  const { kind, field } = condition;
  if ((kind === 'values' ? condition.values : condition.bounds).length === 0) return filters.without(field);
  if (fieldKind(typeOf(field, facts)) === 'json') throw new QueryChangeError('json', field);
  if (kind === 'range' && !facts.hasRanges) throw new QueryChangeError('range', field);
  return filters.put(condition);
}

function recordValue(field: string, facts: ChangeFacts): ExactValue {
  typeOf(field, facts);
  const { value = null } = facts;
  if (value === null) throw new QueryChangeError('null', field);
  if (typeof value === 'object' && !(value instanceof ExactNumber)) throw new QueryChangeError('json', field);
  return value;
}

function typeOf(field: string, { fields }: ChangeFacts): string {
  const known = fields.find(({ id }) => id === field);
  if (known === undefined) throw new QueryChangeError('noField', field);
  return known.type;
}

/** The conditions of a question, of which all stay as they are but the one of a field. */
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

  without(field: string): DatastoreQuery {
    return this.#asking(this.#conditions.filter((each) => each.field !== this.#name(field)));
  }

  /** In the place of the field's old condition. A list stays one. */
  put(condition: FieldCondition): DatastoreQuery {
    const field = this.#name(condition.field);
    if (condition.kind === 'range') return this.#put({ ...condition, field });
    const old = this.#of(condition.field);
    const isList = old !== undefined && conditionJson(old).startsWith('[');
    const list = condition.list || condition.values.length > 1 || isList;
    return this.#put({ ...condition, field, list });
  }

  with(field: string, value: ExactValue): DatastoreQuery {
    return this.#put(conditionWith(this.#name(field), stringifyExact(value)));
  }

  /** Or this value, beside what the field may equal already. */
  adding(field: string, value: ExactValue): DatastoreQuery {
    const old = this.#of(field);
    if (old === undefined) return this.with(field, value);
    const given = parseExact(conditionJson(old));
    const values = isList(given) ? given : [given];
    return values.some((each) => isSameValue(each, value))
      ? this.#query
      : this.with(field, [...values, value]);
  }

  #put(condition: Condition): DatastoreQuery {
    const place = this.#conditions.findIndex(({ field }) => field === condition.field);
    const others = this.#conditions.filter(({ field }) => field !== condition.field);
    return this.#asking(others.toSpliced(place < 0 ? others.length : place, 0, condition));
  }

  #asking(conditions: readonly Condition[]): DatastoreQuery {
    return conditions.length === 0 ? withoutFilters(this.#query) : { ...this.#query, filters: conditions };
  }

  /** Servers take the last of those that have the same name. */
  #of(field: string): Condition | undefined {
    return this.#conditions.findLast((each) => each.field === this.#name(field));
  }

  #name(field: string): string {
    return nameInFilters(field, this.#hasRanges);
  }
}

/** A list instead of an object means any of its members (CKAN 2.12), and then nothing can be said beside it but so. */
function anyOf({ json }: { readonly json: string }, hasRanges: boolean): Condition {
  if (!hasRanges || !isListText(json)) throw new QueryChangeError('jsonText', '');
  return { kind: 'raw', field: '$or', json };
}

function isListText(json: string): boolean {
  try {
    return isList(parseExact(json));
  } catch {
    return false;
  }
}

function isSameValue(one: ExactValue, other: ExactValue): boolean {
  const [first, second] = [stringifyExact(one), stringifyExact(other)];
  const [a, b] = [parseDecimal(first), parseDecimal(second)];
  return a !== undefined && b !== undefined ? compare(a, b) === 0 : first === second;
}

/** The conditions by the ids of their fields, as chips and editors show them; undefined when they say more than that. */
export function shownConditions(
  conditions: readonly Condition[],
  hasRanges: boolean,
): readonly FieldCondition[] | undefined {
  const shown = conditions
    .map((each) => shownCondition(each, hasRanges))
    .filter((condition) => condition !== undefined);
  const fields = new Set(shown.map(({ field }) => field));
  return fields.size === conditions.length ? shown : undefined;
}

function shownCondition(condition: Condition, hasRanges: boolean): FieldCondition | undefined {
  const field = fieldOf(condition, hasRanges);
  if (field === undefined || condition.kind === 'raw') return undefined;
  const isShown = condition.kind === 'values' || (hasRanges && condition.bounds.every(isEnd));
  return isShown ? { ...condition, field } : undefined;
}

/** Both ends belong to a range that people see. */
function isEnd({ comparison, value: { type } }: Bound): boolean {
  return (comparison === 'gte' || comparison === 'lte') && (type === 'text' || type === 'number');
}
