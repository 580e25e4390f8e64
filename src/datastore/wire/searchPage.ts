/** `result` of a `datastore_search` as a Page. */
import type { Answer } from '../../http/exchange.ts';
import {
  type CellValue,
  ExactNumber,
  type ExactObject,
  type ExactValue,
  isList,
  isObject,
  member,
  type RecordRow,
  SpelledValue,
} from '../../base/cells.ts';
import { parseExact } from '../../base/exactJson.ts';
import { type Field, fieldKind, placesOf } from '../../base/field.ts';
import { eachInSlices, TimeSlice } from '../../base/timeSlice.ts';
import { type AnswerResult, MOST_FIELDS } from './envelope.ts';
import { DatastoreError } from './errors.ts';
import type { Page } from './model.ts';
import type { DatastoreQuery } from '../query/query.ts';

/** What was asked, as far as it decides how the answer reads. */
export interface Asked extends Pick<DatastoreQuery, 'fields'> {
  /** For a text, in all fields or in some. */
  readonly searches: boolean;
}

/**
 * Undefined when there are no records, or records that do not fit the fields (see readRows). Many are read in slices; throws
 * DatastoreError `tooManyFields`, or the reason of an abort.
 */
export async function readPage(
  { result, repeatsKeys }: AnswerResult,
  asked: Asked,
  answer: Answer,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const records = member(result, 'records');
  if (!isList(records)) return undefined;
  const slice = new TimeSlice(signal);
  const { host } = answer.url;
  const described = readFields(result, host);
  const all = asked.fields
    ? selectFields(described ?? [], asked.fields)
    : (described ?? (await fieldsOfRecords(records, host, slice)));
  const isOld = member(result, 'records_format') === undefined;
  const ranks = new Set(
    isRanked(asked) ? all.filter((field, at) => isRank(field, isOld && at === all.length - 1)) : [],
  );
  const fields = all.filter((field) => !ranks.has(field) && !(asked.searches && isCount(field)));
  const read = await readRows(records, all, fields, slice);
  if (read === undefined) return undefined;
  const { rows, objects } = read;
  const known = new Set(all.map(({ id }) => id));
  const isStranger = (key: string): boolean => !known.has(key) && !(asked.searches && isByproduct(key));
  const limit = naturalNumber(member(result, 'limit'));
  const total = naturalNumber(member(result, 'total'));
  const hasRank = ranks.size > 0 || (isRanked(asked) && hasUndescribedRank(records, all));
  return {
    fields,
    guessesFields: described === undefined,
    rows,
    leftOutFields: repeatsKeys || (await haveKey(objects, isStranger, slice)),
    ...(limit !== undefined && { limit }),
    ...(total !== undefined && { total }),
    totalIsEstimate: member(result, 'total_was_estimated') === true,
    ...(member(result, 'include_total') !== undefined && { countsAll: true }),
    ...(hasRank && { rank: { ownField: all.slice(0, fields.length).some((field) => isRank(field)) } }),
    host,
    size: answer.text.length,
    elapsedMs: answer.elapsedMs,
    lossyText: answer.lossyUtf8,
    ...(member(result, 'x_pages_may_repeat') === true && { mayRepeat: true }),
  };
}

/** The answer's own description; undefined where a server gives none. Throws DatastoreError `tooManyFields`. */
export function readFields(result: ExactValue, host: string): readonly Field[] | undefined {
  const described = member(result, 'fields');
  if (!isList(described)) return undefined;
  if (described.length > MOST_FIELDS) throw new DatastoreError('tooManyFields', host);
  return described.flatMap((entry) => {
    const id = member(entry, 'id');
    const type = member(entry, 'type');
    const info = member(entry, 'info');
    if (typeof id !== 'string') return [];
    const hasTexts = member(entry, 'x_file_texts') === true && { hasTexts: true as const };
    const known = { id, type: typeof type === 'string' ? type : 'text', ...hasTexts };
    return [{ ...known, ...(info !== undefined && { info }) }];
  });
}

/** In the order asked for: CKAN 2.7 and 2.8 describe every field whatever was asked (docs/ckan.md 32). */
export function selectFields(described: readonly Field[], ids: readonly string[]): readonly Field[] {
  const places = placesOf(described);
  return ids.map((id) => described[places.get(id) ?? -1] ?? { id, type: 'text' });
}

/** For servers that describe nothing: every key of every record, a type only where all values agree on it. */
async function fieldsOfRecords(
  records: readonly ExactValue[],
  host: string,
  slice: TimeSlice,
): Promise<readonly Field[]> {
  const types = new Map<string, Set<string>>();
  await eachInSlices(records, slice, (record) => {
    if (!isObject(record)) return;
    for (const id in record) {
      const value = record[id] ?? null;
      const seen = types.get(id) ?? new Set();
      types.set(id, value === null ? seen : seen.add(typeOfValue(value)));
      if (types.size > MOST_FIELDS) throw new DatastoreError('tooManyFields', host);
    }
  });
  return [...types].map(([id, [type, ...others]]) => ({
    id,
    type: type === undefined || others.length > 0 ? 'text' : type,
  }));
}

function typeOfValue(value: ExactValue): string {
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' || value instanceof ExactNumber ? 'numeric' : 'text';
}

/** When fields are asked for by name, `rank` is one of them only if it was named: then it is wanted. */
function isRanked({ searches, fields }: Asked): boolean {
  return searches && fields === undefined;
}

/**
 * A text search adds `rank` (`rank <field>` for a search by field) of type `float`, which no stored field has, behind
 * the others, up to CKAN 2.6 of type `float4`; a stored field named `rank` is overwritten by it where it stands (seen on CKAN 2.11.6).
 */
function isRank({ id, type }: Field, isLastOfOld = false): boolean {
  return (type === 'float' || (isLastOfOld && type === 'float4')) && RANK.test(id);
}

const RANK = /^rank(?: |$)/;
/** Where CKAN 2.2 counts what a search finds; a stored field's name can't begin with `_`. */
const COUNT = '_full_count';

function isCount({ id }: Field): boolean {
  return id === COUNT;
}

/** What a search adds to records, also when their fields are asked for by name (docs/ckan.md 26). */
function isByproduct(key: string): boolean {
  return key === COUNT || RANK.test(key);
}

/** CKAN 2.7 and 2.8 put it into the records only. */
function hasUndescribedRank([first]: readonly ExactValue[], fields: readonly Field[]): boolean {
  return member(first, 'rank') !== undefined && !fields.some(({ id }) => id === 'rank');
}

/**
 * Reads objects and arrays, whatever was asked for. Undefined when a record is neither or has another number of values
 * than there are fields; also when a resource with a field `j` gives incomplete objects, because they are then the
 * values of that field alone (CKAN 2.10 and 2.11).
 */
async function readRows(
  records: readonly ExactValue[],
  all: readonly Field[],
  shown: readonly Field[],
  slice: TimeSlice,
): Promise<{ readonly rows: readonly RecordRow[]; readonly objects: readonly ExactObject[] } | undefined> {
  const ids = shown.map(({ id }) => id);
  // Of a million fields, as a hostile server may have, a search for each would take hours.
  const places = new Map(all.map((field, place) => [field, place]));
  const positions = shown.map((field) => places.get(field) ?? -1);
  const mustBeWhole = ids.includes('j');
  const asSent = shown.length === all.length && positions.every((position, at) => position === at);
  const readers = shown.flatMap((field, at) => {
    const read = cellReader(field);
    return read === undefined ? [] : [{ at, read }];
  });
  const rows: RecordRow[] = [];
  const objects: ExactObject[] = [];
  const add = (cells: readonly ExactValue[]): void => {
    // In place: they were made by `JSON.parse` a moment ago, and copies of all records would be half of the garbage.
    const row = cells as CellValue[];
    for (const { at, read } of readers) row[at] = read(cells[at] ?? null);
    rows.push(row);
  };
  await eachInSlices(records, slice, (record) => {
    if (isList(record) && record.length === all.length) {
      add(asSent ? record : positions.map((position) => record[position] ?? null));
    } else if (isObject(record) && !(mustBeWhole && ids.some((id) => !Object.hasOwn(record, id)))) {
      add(ids.map((id) => member(record, id) ?? null));
      objects.push(record);
    }
  });
  return rows.length === records.length ? { rows, objects } : undefined;
}

async function haveKey(
  objects: readonly ExactObject[],
  isMeant: (key: string) => boolean,
  slice: TimeSlice,
): Promise<boolean> {
  let isFound = false;
  await eachInSlices(objects, slice, (record) => {
    isFound ||= Object.keys(record).some(isMeant);
  });
  return isFound;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,2000})(?:\.\d{1,2000})?(?:[eE][+-]?\d{1,4})?$/;

/** How a field's values become cells; undefined where they are cells already. */
function cellReader({ type, hasTexts }: Field): ((value: ExactValue) => CellValue) | undefined {
  if (fieldKind(type) === 'number') return (value) => spelled(hasTexts, numberOf(value));
  return hasTexts === true ? (value) => spelled(hasTexts, value) : undefined;
}

/** Numbers are texts up to CKAN 2.6 and on look-alikes (docs/ckan.md 33). */
function numberOf(value: ExactValue): ExactValue {
  return typeof value === 'string' && JSON_NUMBER.test(value) ? parseExact(value) : value;
}

function spelled(hasTexts: true | undefined, value: ExactValue): CellValue {
  if (hasTexts !== true || !isList(value)) return value;
  const [text, typed = null] = value;
  return typeof text === 'string' ? new SpelledValue(text, typed) : typed;
}

/** Look-alikes write it as a text. */
function naturalNumber(given: ExactValue | undefined): number | undefined {
  const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
