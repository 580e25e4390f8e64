/** Converts the `result` of a `datastore_search` to a Page. */
import * as v from 'valibot';
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
  SourceTextValue,
} from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { parseExact } from '../../base/exactJson.ts';
import { type Field, fieldKind, placesOf } from '../../base/field.ts';
import { eachInSlices, TimeSlice } from '../../base/timeSlice.ts';
import { type AnswerResult, MOST_FIELDS } from './envelope.ts';
import { DatastoreError } from './errors.ts';
import type { Page } from './model.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { SummaryFacts } from '../query/summary.ts';

/** The parts of the request that affect how the answer is read. */
export interface SearchScope extends Pick<DatastoreQuery, 'fields'> {
  /** Whether the request searched for text, in all fields or some. */
  readonly searches: boolean;
}

/**
 * Undefined if there are no records, or they don't fit the fields (see readRows). Many records are read in slices.
 * Throws DatastoreError `tooManyFields`, or the reason of an abort.
 */
export async function readPage(
  { result, repeatsKeys }: AnswerResult,
  scope: SearchScope,
  answer: Answer,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const records = member(result, 'records');
  if (!isList(records)) return undefined;
  const slice = new TimeSlice(signal);
  const { host } = answer.url;
  const described = readFields(result, host);
  const all = scope.fields
    ? selectFields(described ?? [], scope.fields)
    : (described ?? (await fieldsOfRecords(records, host, slice)));
  const isOld = member(result, 'records_format') === undefined;
  const ranks = new Set(
    isRanked(scope) ? all.filter((field, at) => isRank(field, isOld && at === all.length - 1)) : [],
  );
  const fields = all.filter((field) => !ranks.has(field) && !(scope.searches && field.id === COUNT));
  const read = await readRows(records, all, fields, slice);
  if (read === undefined) return undefined;
  const { rows, objects } = read;
  const known = new Set(all.map(({ id }) => id));
  // A search adds values to records even if fields are requested by name (docs/ckan.md 26).
  const isByproduct = (key: string): boolean => scope.searches && (key === COUNT || RANK.test(key));
  const isStranger = (key: string): boolean => !known.has(key) && !isByproduct(key);
  const limit = naturalNumber(member(result, 'limit'));
  const total = naturalNumber(member(result, 'total'));
  const edition = member(result, 'x_edition');
  const facts = v.safeParse(SummaryFacts, member(result, 'x_summary'));
  const summary = facts.success ? facts.output : undefined;
  // CKAN 2.7 and 2.8 add the rank to the records without describing it.
  const isUndescribed = member(records[0], 'rank') !== undefined && !known.has('rank');
  const hasRank = ranks.size > 0 || (isRanked(scope) && isUndescribed);
  return defined({
    fields,
    guessesFields: described === undefined,
    rows,
    leftOutFields: repeatsKeys || (await haveKey(objects, isStranger, slice)),
    limit,
    total,
    totalIsEstimate: member(result, 'total_was_estimated') === true,
    countsAll: member(result, 'include_total') !== undefined || summary !== undefined ? true : undefined,
    rank: hasRank ? { ownField: all.slice(0, fields.length).some((field) => isRank(field)) } : undefined,
    host,
    size: answer.text.length,
    elapsedMs: answer.elapsedMs,
    lossyText: answer.lossyUtf8,
    mayRepeat: member(result, 'x_pages_may_repeat') === true ? true : undefined,
    isUnsorted: member(result, 'x_page_is_unsorted') === true ? true : undefined,
    summary,
    edition: typeof edition === 'string' ? edition : undefined,
  });
}

/** The fields that the answer describes. Undefined if it describes none. Throws DatastoreError `tooManyFields`. */
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
    const isRounded = member(entry, 'x_rounded') === true && { isRounded: true as const };
    const known = { id, type: typeof type === 'string' ? type : 'text', ...hasTexts, ...isRounded };
    return [defined({ ...known, info })];
  });
}

/** Fields in the requested order, because CKAN 2.7 and 2.8 always describe all of them (docs/ckan.md 32). */
export function selectFields(described: readonly Field[], ids: readonly string[]): readonly Field[] {
  const places = placesOf(described);
  return ids.map((id) => described[places.get(id) ?? -1] ?? { id, type: 'text' });
}

/** Collects fields from the keys of all records, for servers that describe none. A type needs all values to agree. */
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

/** If fields are requested by name, `rank` appears only if it's one of them. */
function isRanked({ searches, fields }: SearchScope): boolean {
  return searches && fields === undefined;
}

/**
 * A text search adds `rank` (`rank <field>` for a search in a field) after the other fields. Its type `float` belongs
 * to no stored field; up to CKAN 2.6 the type is `float4`. A stored field named `rank` is overwritten at its position
 * (seen on CKAN 2.11.6).
 */
function isRank({ id, type }: Field, isLastOfOld = false): boolean {
  return (type === 'float' || (isLastOfOld && type === 'float4')) && RANK.test(id);
}

const RANK = /^rank(?: |$)/;
/** CKAN 2.2 puts the number of matches here. Names of stored fields can't begin with `_`. */
const COUNT = '_full_count';

/**
 * Reads objects and arrays. Undefined if a record is neither, or has another number of values than fields. Also
 * undefined for incomplete objects of a resource with a field `j`, because CKAN 2.10 and 2.11 then return the values of
 * that field alone.
 */
async function readRows(
  records: readonly ExactValue[],
  all: readonly Field[],
  shown: readonly Field[],
  slice: TimeSlice,
): Promise<{ readonly rows: readonly RecordRow[]; readonly objects: readonly ExactObject[] } | undefined> {
  const ids = shown.map(({ id }) => id);
  // A hostile server may describe a million fields, for which a linear search each would take hours.
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
    // Changes the parsed records in place, because copies would double the garbage.
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

/** Records as lists of the values of all fields. Undefined if one isn't. Throws the reason of an abort. */
export async function readLists(
  records: readonly ExactValue[],
  fields: readonly Field[],
  signal: AbortSignal,
): Promise<readonly RecordRow[] | undefined> {
  return (await readRows(records, fields, fields, new TimeSlice(signal)))?.rows;
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

/** The function that converts a field's values to cells. Undefined if they need no conversion. */
function cellReader({ type, hasTexts }: Field): ((value: ExactValue) => CellValue) | undefined {
  if (fieldKind(type) === 'number') return (value) => sourceTextCell(hasTexts, numberOf(value));
  return hasTexts === true ? (value) => sourceTextCell(hasTexts, value) : undefined;
}

/** Numbers are texts up to CKAN 2.6 and on look-alikes (docs/ckan.md 33). */
function numberOf(value: ExactValue): ExactValue {
  return typeof value === 'string' && JSON_NUMBER.test(value) ? parseExact(value) : value;
}

function sourceTextCell(hasTexts: true | undefined, value: ExactValue): CellValue {
  if (hasTexts !== true || !isList(value)) return value;
  const [text, typed = null] = value;
  return typeof text === 'string' ? new SourceTextValue(text, typed) : typed;
}

/** Look-alikes return the number as text. */
function naturalNumber(sent: ExactValue | undefined): number | undefined {
  const value = typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
