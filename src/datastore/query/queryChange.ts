/** What the grid changes of a question, as the new question. */
import type { FilterValueDraft } from '../../messages/draft.ts';
import { ExactNumber, type ExactValue } from '../../base/cells.ts';
import { fieldKind } from '../../base/fieldKind.ts';
import type { FieldFilter, GridSortKey, QueryChange } from '../../messages/queryChange.ts';
import { compare, parseDecimal } from '../../base/exactDecimal.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { isList, isObject } from '../../base/exactObject.ts';
import { valueDraft, valueJson } from './filters.ts';
import { jsonItems, type JsonMember, jsonMembers, membersJson } from './jsonMembers.ts';
import type { Field } from '../client/model.ts';
import type { DatastoreQuery } from './query.ts';

/**
 * `null`: no filter of any server finds records without a value. `json`: lists and objects can't be compared.
 * `range`: this server knows no ranges. `json text`: the filters that are there are no JSON object.
 */
export type ChangeProblem = 'null' | 'json' | 'range' | 'notNumber' | 'notBoolean' | 'jsonText' | 'noField';

/** The change can't be said to this server. */
export class QueryChangeError extends Error {
  override readonly name = 'QueryChangeError';
  readonly problem: ChangeProblem;
  readonly field: string;
  /** What was typed. */
  readonly text: string;

  constructor(problem: ChangeProblem, field: string, text = '') {
    super(`${field}: ${problem}`);
    this.problem = problem;
    this.field = field;
    this.text = text;
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
      return filtered(query, change.filter, facts);
    case 'filterByRecord': {
      const filters = new Filters(query, facts);
      const json = filters.valueOf(change.field, facts.value);
      return change.add ? filters.adding(change.field, json) : filters.with(change.field, json);
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

function filtered(query: DatastoreQuery, filter: FieldFilter, facts: ChangeFacts): DatastoreQuery {
  const filters = new Filters(query, facts);
  const { field } = filter;
  if (filter.kind === 'values') {
    const { values } = filter;
    if (values.length === 0) return filters.without(field);
    const texts = values.map((value) => filters.draftJson(field, value));
    const [only = ''] = texts;
    const wasList = filters.of(field)?.startsWith('[') ?? false;
    return filters.with(field, texts.length > 1 || wasList ? `[${texts.join(',')}]` : only);
  }
  const { least = '', greatest = '' } = filter;
  const ends: readonly [operator: string, text: string][] = [
    ['gte', least],
    ['lte', greatest],
  ];
  const members = ends
    .filter(([, text]) => text !== '')
    .map(([operator, text]): JsonMember => [operator, filters.draftJson(field, { type: 'auto', text })]);
  if (members.length === 0) return filters.without(field);
  if (!facts.hasRanges) throw new QueryChangeError('range', field);
  return filters.with(field, membersJson(members));
}

/** The conditions of a question, each as it stands in its text. */
class Filters {
  readonly #query: DatastoreQuery;
  readonly #facts: ChangeFacts;
  readonly #members: readonly JsonMember[];

  constructor(query: DatastoreQuery, facts: ChangeFacts) {
    this.#query = query;
    this.#facts = facts;
    this.#members = membersOf(query.filters ?? '{}', facts.hasRanges);
  }

  /** JSON text of the field's condition. */
  of(field: string): string | undefined {
    return this.#members.findLast(([name]) => name === this.#key(field))?.[1];
  }

  without(field: string): DatastoreQuery {
    return withFilters(
      this.#query,
      this.#members.filter(([name]) => name !== this.#key(field)),
    );
  }

  /** In the place of the field's old condition. */
  with(field: string, json: string): DatastoreQuery {
    const key = this.#key(field);
    const place = this.#members.findIndex(([name]) => name === key);
    const others = this.#members.filter(([name]) => name !== key);
    const at = place < 0 ? others.length : place;
    return withFilters(this.#query, others.toSpliced(at, 0, [key, json]));
  }

  /** Or this value, beside what the field may equal already. */
  adding(field: string, json: string): DatastoreQuery {
    const old = this.of(field);
    if (old === undefined) return this.with(field, json);
    const items = old.startsWith('[') ? jsonItems(old) : [old];
    if (items.some((item) => isSameValue(item, json))) return this.#query;
    return this.with(field, `[${[...items, json].join(',')}]`);
  }

  /** Of a record, exactly. */
  valueOf(field: string, value: ExactValue | undefined): string {
    this.#typeOf(field);
    if (value === undefined || value === null) throw new QueryChangeError('null', field);
    if (typeof value === 'object' && !(value instanceof ExactNumber))
      throw new QueryChangeError('json', field);
    return stringifyExact(value);
  }

  /** As typed or picked. */
  draftJson(field: string, value: FilterValueDraft): string {
    const type = this.#typeOf(field);
    if (fieldKind(type) === 'json') throw new QueryChangeError('json', field);
    const json = valueJson(value, type);
    if (typeof json === 'string') return json;
    throw new QueryChangeError(json.problem === 'notNumber' ? 'notNumber' : 'notBoolean', field, value.text);
  }

  #typeOf(field: string): string {
    const known = this.#facts.fields.find(({ id }) => id === field);
    if (known === undefined) throw new QueryChangeError('noField', field);
    return known.type;
  }

  #key(field: string): string {
    return keyOf(field, this.#facts.hasRanges);
  }
}

/** A list at the top means any of its members (CKAN 2.12), and then nothing can be said beside it but so. */
function membersOf(json: string, hasRanges: boolean): readonly JsonMember[] {
  let filters: ExactValue;
  try {
    filters = parseExact(json);
  } catch {
    throw new QueryChangeError('jsonText', '');
  }
  if (isObject(filters)) return jsonMembers(json);
  if (isList(filters) && hasRanges) return [['$or', json.trim()]];
  throw new QueryChangeError('jsonText', '');
}

function withFilters(query: DatastoreQuery, members: readonly JsonMember[]): DatastoreQuery {
  return members.length === 0 ? withoutFilters(query) : { ...query, filters: membersJson(members) };
}

/** Where `$or` has a meaning, a name that begins so is written with two (CKAN 2.12's documentation of filters). */
function keyOf(field: string, hasRanges: boolean): string {
  return hasRanges && field.startsWith('$') ? `$${field}` : field;
}

function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a !== undefined && b !== undefined) return compare(a, b) === 0;
  return stringifyExact(parseExact(one)) === stringifyExact(parseExact(other));
}

/** The conditions as chips and menus can show them; undefined when the text says more than that. */
export function fieldFilters(filters: string, hasRanges: boolean): readonly FieldFilter[] | undefined {
  let members: readonly JsonMember[];
  try {
    members = membersOf(filters, hasRanges);
  } catch {
    return undefined;
  }
  const shown = members.map(([key, json]) => {
    if (hasRanges && /^\$(?!\$)/.test(key)) return undefined;
    const field = hasRanges && key.startsWith('$$') ? key.slice(1) : key;
    return fieldFilter(field, parseExact(json), hasRanges);
  });
  const known = shown.filter((filter) => filter !== undefined);
  const isWhole =
    known.length === shown.length && new Set(known.map(({ field }) => field)).size === known.length;
  return isWhole ? known : undefined;
}

function fieldFilter(field: string, condition: ExactValue, hasRanges: boolean): FieldFilter | undefined {
  if (isObject(condition)) {
    const { gte = null, lte = null, ...others } = condition;
    const [least, greatest] = [endText(gte), endText(lte)];
    const isRange = hasRanges && Object.keys(others).length === 0 && (gte ?? lte) !== null;
    if (!isRange || (gte !== null && least === undefined) || (lte !== null && greatest === undefined))
      return undefined;
    return {
      kind: 'range',
      field,
      ...(least !== undefined && { least }),
      ...(greatest !== undefined && { greatest }),
    };
  }
  const values = (isList(condition) ? condition : [condition]).map(valueDraft);
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? { kind: 'values', field, values: known } : undefined;
}

function endText(value: ExactValue): string | undefined {
  const draft = valueDraft(value);
  return draft?.type === 'text' || draft?.type === 'number' ? draft.text : undefined;
}
