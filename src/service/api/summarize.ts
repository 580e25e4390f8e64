/** The action `x_datastore_summarize`: groups of the records that match, as an answer of a search. CKAN has none. */
import { type ExactObject, type ExactValue, isList, isObject } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { DATE_UNITS } from '../../base/calendarDay.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { fieldKind, uniqueNames } from '../../base/field.ts';
import { invalidValue, notFound, validationError } from '../ckan/actionError.ts';
import type { OutputField, Table, TableField } from '../question/datastore.ts';
import {
  type ColumnOrder,
  FIELD_MEASURES,
  type GroupedQuestion,
  type GroupKey,
  type GroupMeasure,
} from '../question/groupedQuestion.ts';
import type { ActionContext, ResultText } from './action.ts';
import { type ActionInput, ParameterReader, withoutQuotes } from './parameterReader.ts';
import { listText, RecordsText } from './search/recordsText.ts';
import { searchParameters } from './search/searchParameters.ts';
import { searchQuestion, sortClauseOf } from './search/searchQuestion.ts';

const MOST_GROUP_KEYS = 3;
const MOST_CALCULATED = 20;
const MOST_ROWS = 10_000;
/** Each page groups all records again, so pages are larger than those of a search. */
const MOST_OF_PAGE = 250_000;
const OTHER_GROUPS = '(others)';
const ROWS_OF_SLICE = 100;
const WIDTH = /^(?=.*[1-9])\d{1,30}(?:\.\d{1,30})?$/;
const NUMBER = /^(?:int\d?|float[48]|numeric)$/;
const FLOAT = /^float[48]$/;
const DATE = /^(?:date|timestamp|timestamptz)$/;

interface Column extends OutputField {
  readonly isRounded: boolean;
}

/** Records are selected as for a search, but `fields` and `sort` name columns of the answer. Throws ActionError. */
export async function datastoreSummarize(
  { summary = null, fields = null, sort = null, ...search }: ActionInput,
  { datastore, signal }: ActionContext,
): Promise<ResultText> {
  const parameters = searchParameters(search, MOST_OF_PAGE);
  const reader = new ParameterReader({ summary, fields, sort });
  const [shown, clauses] = [reader.texts('fields')?.map(withoutQuotes), reader.texts('sort') ?? []];
  const content = reader.json('summary');
  reader.check();
  const table = await datastore.open(parameters.resourceId, signal);
  if (table === undefined) throw notFound(`Resource "${parameters.resourceId}" was not found.`);
  const { where, texts, limit, offset } = searchQuestion(parameters, table, false).question;
  const read = readSummary(content, table);
  const columns = columnsOf(read, table);
  const places = new Map(columns.map(({ id }, at) => [id, at]));
  const order = clauses.map((clause): ColumnOrder => {
    const { name, ...direction } = sortClauseOf(clause);
    const column = places.get(name);
    if (column === undefined) throw invalidValue('sort', clause);
    return { column, ...direction };
  });
  const selected = (shown ?? columns.map(({ id }) => id)).map((id) => {
    const place = places.get(id);
    if (place === undefined) throw invalidValue('fields', id);
    return place;
  });
  const question = { ...{ where, texts, limit, offset }, ...read, order: order.length > 0 ? order : ownOrder(read) };
  const answer = await table.groups(question, signal);
  const records = new RecordsText('lists');
  const named = selected.flatMap((place) => columns[place] ?? []);
  const grouped = read.groups.length;
  const slice = new TimeSlice(signal);
  let isWhole = true;
  for (const row of answer.rows) {
    isWhole = records.add(listText(named, shown === undefined ? row : selected.map((place) => row[place] ?? null)));
    if (!isWhole) break;
    if (records.count % ROWS_OF_SLICE === 0 && slice.isOver) await slice.next();
  }
  if (isWhole && answer.others !== undefined) {
    const names = named.map((column, at) => ((selected[at] ?? 0) < grouped ? { ...column, isJson: false } : column));
    const values = selected.map((place) => (place < grouped ? OTHER_GROUPS : (answer.others?.[place] ?? null)));
    isWhole = records.add(listText(names, values));
  }
  const others = Math.max(0, answer.groups - read.top);
  const head = {
    ...{ resource_id: table.id, offset, limit: isWhole ? limit : records.count },
    fields: named.map(({ id, type, isRounded }) => ({ id, type, ...(isRounded && { x_rounded: true }) })),
    records_format: 'lists',
    total: answer.groups - others + Math.min(others, 1),
    x_summary: {
      ...{ records: answer.records, others, notFinite: answer.notFinite },
      tooLong: answer.tooLong.flatMap((place) => columns[place]?.id ?? []),
      ...(isInZone(read, table) && { zone: read.zoneName }),
    },
  };
  return [`${stringifyExact(head).slice(0, -1)},"records":`, ...records.pieces(), '}'];
}

type Read = Pick<GroupedQuestion, 'groups' | 'measures' | 'top' | 'zone'> & { readonly zoneName: string };

function readSummary(content: ExactValue, table: Table): Read {
  if (!isObject(content)) throw refusal('Must be an object');
  const { groups = null, measures = null, top = null, zone = null } = content;
  const unknown = Object.keys(content).find((name) => !['groups', 'measures', 'top', 'zone'].includes(name));
  if (unknown !== undefined) throw refusal(`Unknown member: ${unknown}`);
  const calculated = objectsIn('measures', measures, MOST_CALCULATED).map((each) => readMeasure(each, table));
  if (calculated.length === 0) throw refusal('"measures" must have at least one');
  const isCount = typeof top === 'number' && Number.isInteger(top) && top >= 1 && top <= MOST_ROWS;
  if (top !== null && !isCount) throw refusal(`"top" must be a whole number from 1 to ${String(MOST_ROWS)}`);
  return {
    groups: objectsIn('groups', groups, MOST_GROUP_KEYS).map((each) => readKey(each, table)),
    measures: calculated,
    top: isCount ? top : Infinity,
    ...(zone === null ? { zone: 'UTC', zoneName: 'UTC' } : zoneOf(zone)),
  };
}

function objectsIn(name: string, value: ExactValue, most: number): readonly ExactObject[] {
  if (value === null) return [];
  if (!isList(value) || !value.every(isObject) || value.length > most)
    throw refusal(`"${name}" must be a list of up to ${String(most)} objects`);
  return value;
}

/** Engines know a zone by the name that JavaScript gives it. They would read `+01:00` differently. */
function zoneOf(zoneName: ExactValue): Pick<Read, 'zone' | 'zoneName'> {
  try {
    if (typeof zoneName === 'string' && /^[A-Za-z]/.test(zoneName))
      return { zone: new Intl.DateTimeFormat('en', { timeZone: zoneName }).resolvedOptions().timeZone, zoneName };
  } catch {
    // The zone is refused below.
  }
  throw refusal(`Unknown time zone: ${stringifyExact(zoneName)}`);
}

function readKey({ field, unit = null, width = null }: ExactObject, table: Table): GroupKey {
  const { id, type } = fieldIn(field, table);
  if (fieldKind(type) === 'json') throw refusal(`Lists and objects make no groups: ${id}`);
  const dateUnit = DATE_UNITS.find((each) => each === unit);
  if (unit !== null && dateUnit === undefined) throw refusal(`Unknown unit: ${stringifyExact(unit)}`);
  if (unit !== null && !DATE.test(type)) throw refusal(`Only dates have units: ${id}`);
  if (unit === 'hour' && type === 'date') throw refusal(`A date without a time has no hours: ${id}`);
  if (width === null) return { field: id, unit: dateUnit };
  if (typeof width !== 'string' || !WIDTH.test(width)) throw refusal('"width" must be a positive decimal as text');
  if (unit !== null || !NUMBER.test(type)) throw refusal(`Only numbers have bins: ${id}`);
  return { field: id, width };
}

function readMeasure({ calculate = null, field }: ExactObject, table: Table): GroupMeasure {
  if (calculate === 'count' || calculate === 'share') return { calculate };
  const measure = FIELD_MEASURES.find((each) => each === calculate);
  if (measure === undefined) throw refusal(`Must be one of count, share, ${FIELD_MEASURES.join(', ')}`);
  const { id, type } = fieldIn(field, table);
  const isNumber = measure === 'sum' || measure === 'mean' || measure === 'median';
  if (isNumber && !NUMBER.test(type)) throw refusal(`Only numbers have a ${measure}: ${id}`);
  if (fieldKind(type) === 'json') throw refusal(`Lists and objects can't be compared: ${id}`);
  return { calculate: measure, field: id };
}

function fieldIn(name: ExactValue | undefined, { fields }: Table): TableField {
  const field = fields.find(({ id }) => id === name);
  if (field === undefined) throw refusal(`Unknown field: ${stringifyExact(name ?? null)}`);
  return field;
}

/** Columns are named as on the command line. */
function columnsOf({ groups, measures }: Read, table: Table): readonly Column[] {
  const columns = [
    ...groups.map((key) => {
      const name = [key.field, key.unit ?? key.width].filter((part) => part !== undefined).join(':');
      return { name, ...typeOfKey(key, fieldIn(key.field, table)), isRounded: false };
    }),
    ...measures.map((measure) => {
      const name = 'field' in measure ? `${measure.calculate}:${measure.field}` : measure.calculate;
      return { name, ...typeOfMeasure(measure, table) };
    }),
  ];
  const ids = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ name, ...column }, at) => ({ id: ids[at] ?? name, ...column }));
}

function typeOfKey({ unit, width }: GroupKey, { type, isJson }: Pick<OutputField, 'type' | 'isJson'>) {
  if (width !== undefined) return { type: 'numeric', isJson: true };
  if (unit === undefined) return { type, isJson };
  if (unit === 'year' || unit === 'weekday' || unit === 'hour') return { type: 'int4', isJson: true };
  return { type: unit === 'day' ? 'date' : 'text', isJson: false };
}

function typeOfMeasure(measure: GroupMeasure, table: Table): Omit<Column, 'id'> {
  const exact = { isJson: true, isRounded: false, isExact: true };
  if (!('field' in measure)) return { type: measure.calculate === 'count' ? 'int8' : 'numeric', ...exact };
  const { type, isJson } = fieldIn(measure.field, table);
  switch (measure.calculate) {
    case 'min':
    case 'max':
      return { type, isJson, isRounded: false };
    case 'distinct':
      return { type: 'int8', ...exact };
    default:
      return FLOAT.test(type) ? { type: 'float8', isJson: true, isRounded: true } : { type: 'numeric', ...exact };
  }
}

/** The largest groups come first. Parts of dates and bins of numbers have an order of their own. */
function ownOrder({ groups, top }: Read): readonly ColumnOrder[] {
  const [first] = groups;
  if (first === undefined || (top === Infinity && (first.unit ?? first.width) !== undefined)) return [];
  return [{ column: groups.length, descends: true, nullsFirst: false }];
}

function isInZone({ groups }: Read, table: Table): boolean {
  return groups.some(({ field, unit }) => unit !== undefined && fieldIn(field, table).type === 'timestamptz');
}

function refusal(message: string): Error {
  return validationError({ summary: [message] });
}
