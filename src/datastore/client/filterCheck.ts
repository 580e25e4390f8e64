/**
 * Checks whether records match the filters, because servers such as DKAN may ignore `filters` (docs/ckan.md 53). CKAN
 * repeats the filters in its answer; other servers' records are compared as far as the spelling of values allows.
 */
import { type CellValue, type ExactValue, isList, isObject, typedValue } from '../../base/cells.ts';
import { decimalText, parseDecimal } from '../../base/exactDecimal.ts';
import { parseExact, stringifyExact, valueText } from '../../base/exactJson.ts';
import { type FieldKind, fieldKind, placesOf } from '../../base/field.ts';
import type { Condition } from '../query/condition.ts';
import { apiQuestion } from '../query/apiQuestion.ts';
import { conditionJson, conditionsOf } from '../query/conditions.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { Page } from '../wire/model.ts';

/** Undefined if the values don't decide it. */
type Match = boolean | undefined;
type Test = (row: Page['rows'][number]) => Match;

/** Limit for groups, because each alternative costs a comparison per record. */
const MOST_ALTERNATIVES = 100;

/** Whether the answer repeats the filters. `echo` is its `filters` member. */
export function repeatsFilters(echo: ExactValue | undefined): boolean {
  if (isObject(echo)) return Object.keys(echo).length > 0;
  return isList(echo) ? echo.length > 0 : typeof echo === 'string' && echo !== '';
}

/** True if every record matches, false if one doesn't, undefined if the records don't decide it. */
export function matchFilters({ fields, rows }: Page, query: DatastoreQuery): Match {
  const { filters = [] } = apiQuestion(query) ?? {};
  const places = placesOf(fields);
  const testOf = (condition: Condition, isAlternative: boolean): Test => {
    const { field } = condition;
    const group = groupOf(condition);
    if (group !== undefined) {
      const isAny = field !== '$and';
      const tests = group.map((each) => {
        return combined(
          each.map((one) => testOf(one, isAlternative || isAny)),
          false,
        );
      });
      return combined(tests, isAny);
    }
    const place = field === null ? undefined : places.get(field);
    const compare = place === undefined ? undefined : comparison(condition, fields[place]?.type ?? '');
    if (place === undefined || compare === undefined) return () => undefined;
    const { most, keyOf, matchOf } = compare;
    const keys = new Set<string>();
    return (row) => {
      const cell = row[place] ?? null;
      const key = keyOf(cell);
      keys.add(key);
      // A matching field has no more different values than the filter, whatever their spelling.
      return keys.size > most && !isAlternative ? false : matchOf(key, cell === null);
    };
  };
  const test = combined(
    filters.map((condition) => testOf(condition, false)),
    false,
  );
  return combined(
    rows.map((row) => () => test(row)),
    false,
  )([]);
}

/** `decisive` if any test returns that, the opposite if all do, else undefined. */
function combined(tests: readonly Test[], decisive: boolean): Test {
  return (row) => {
    let result: Match = !decisive;
    for (const test of tests) {
      const match = test(row);
      if (match === decisive) return decisive;
      if (match === undefined) result = undefined;
    }
    return result;
  };
}

/** The conditions in each member of `$and`, `$or` or a list, which stands for `$or`. Undefined for other conditions. */
function groupOf(condition: Condition): readonly (readonly Condition[])[] | undefined {
  if (condition.kind !== 'raw' || ((condition.field ?? '$or') !== '$or' && condition.field !== '$and'))
    return undefined;
  const members = membersOf(condition.json);
  if (members === undefined || members.length > MOST_ALTERNATIVES) return undefined;
  return members.map((each) => conditionsOf(stringifyExact(each)));
}

function membersOf(json: string): readonly ExactValue[] | undefined {
  const list = json.startsWith('[') ? parseExact(json) : undefined;
  return isList(list) ? list : undefined;
}

/** Undefined for conditions other than equality, because the order of texts depends on the server. */
function comparison(condition: Condition, type: string) {
  const values = valuesOf(condition);
  if (values === undefined) return undefined;
  const texts = values.filter((text) => text !== undefined);
  const own = condition.kind === 'raw' ? 'json' : fieldKind(type);
  const isDated = own === 'text' && texts.length > 0 && texts.every((text) => DATE.test(text));
  const kind = isDated ? 'date' : own;
  const whole = kind === 'json' ? [conditionJson(condition)] : [];
  const spellings = new Set([...texts, ...whole].map((text) => spell(text, kind)));
  const days = new Set(kind === 'date' ? [...spellings].map((text) => text.slice(0, DAY)) : []);
  const hasNull = texts.length < values.length;
  return {
    most: kind === 'json' ? Math.max(1, values.length) : spellings.size + (hasNull ? 1 : 0),
    /** Equal values have equal keys. A time on one of the condition's days has that day as its key. */
    keyOf: (cell: CellValue): string => {
      const key = spell(valueText(typedValue(cell)), kind);
      const day = key.slice(0, DAY);
      return days.has(day) && spellings.has(day) ? day : key;
    },
    matchOf: (key: string, isNull: boolean): Match => {
      if (isNull) return hasNull || (kind === 'date' || kind === 'json' ? undefined : false);
      return spellings.has(key) || days.has(key) || (canDiffer(key, kind) ? false : undefined);
    },
  };
}

/** Undefined inside the list stands for NULL. */
function valuesOf(condition: Condition): readonly (string | undefined)[] | undefined {
  if (condition.kind === 'raw') return membersOf(condition.json)?.map((each) => stringifyExact(each));
  if (condition.kind !== 'values') return undefined;
  return condition.values.map(({ type, text }) => (type === 'null' ? undefined : text));
}

const DAY = '2024-01-02'.length;
const DATE = /^\d{4}-\d\d-\d\d/;
const TIME = /^([\d-]{10})[t ](\d\d:\d\d)(?::00(?:\.0{1,9})?)?(?:z|[+-]00:?00)?$/;

const TRUTH: ReadonlyMap<string, string> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((text) => [text, 'true'] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, 'false'] as const),
]);

/** One spelling for values that differ in case, accents, spaces, final zeros, or in the form of booleans and times. */
function spell(text: string, kind: FieldKind): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
  if (kind === 'boolean') return TRUTH.get(plain) ?? plain;
  const number = parseDecimal(plain);
  if (number !== undefined) return decimalText(number, true);
  return plain.replace(TIME, (_, day: string, time: string) => (time === '00:00' ? day : `${day}t${time}`));
}

/** Whether another spelling means another value. Dates and lists can be written in several ways. */
function canDiffer(key: string, kind: FieldKind): boolean {
  if (kind === 'number') return parseDecimal(key) !== undefined;
  return kind === 'text' || (kind === 'boolean' && TRUTH.has(key));
}
