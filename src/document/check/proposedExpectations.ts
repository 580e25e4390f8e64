/** Proposes expectations from the records of a query, each with the evidence for it. */
import { dayOfText } from '../../base/calendarDay.ts';
import { typedValue } from '../../base/cells.ts';
import { valueText } from '../../base/exactJson.ts';
import { fieldKind } from '../../base/field.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { WordDetails, WordTable } from '../../base/words.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { allRecords } from '../../export/records.ts';
import { matchingRecords, MOST_TO_CHECK } from './checkExpectations.ts';
import { shownField, shownValue } from './checkResult.ts';
import { FieldEvidence } from './fieldEvidence.ts';

export const EVIDENCE_WORDS = {
  records: '{records} records on {date}',
  fields: 'The types on {date}',
  unique: '{field} has another value in each of {records} records.',
  notNull: 'No value is missing in {records} records.',
  oneOf: '{values} values, each in at least {least} of {records} records',
  range: 'From {min} to {max} in {records} records',
} as const satisfies WordTable;

export interface ProposalEvidence {
  readonly word: keyof typeof EVIDENCE_WORDS;
  readonly details: WordDetails;
}

/** A member of `expect` as JSON, or one with a member for each field. */
export type Proposal = { readonly member: string } & (
  ProposedJson | { readonly fields: readonly (ProposedJson & { readonly field: string })[] }
);

interface ProposedJson {
  readonly json: string;
  readonly evidence: ProposalEvidence;
}

/** From fewer records, nothing is said of values. */
const LEAST_RECORDS = 50;
const LEAST_OF_CATEGORY = 5;
/** Years by which later dates may lie beyond those of today. */
const MORE_YEARS = 10;

/** Names of fields that identify records. */
const KEY_NAME = /(?:^|[^a-z])(?:id|uuid|guid|key|code|no|nr|number|ref)$|[a-z](?:Id|Key|Code|No|Nr|Number|Ref)$/;

/**
 * Reads all records that match. Undefined if there are more than MOST_TO_CHECK. Throws what a search throws, or the
 * signal's reason.
 */
export async function proposeExpectations(
  client: DatastoreClient,
  query: DatastoreQuery,
  { now, onRead }: { readonly now: Date; readonly onRead?: (records: number) => void },
  signal: AbortSignal,
): Promise<readonly Proposal[] | undefined> {
  const slice = new TimeSlice(signal);
  let fields: readonly FieldEvidence[] = [];
  let records = 0;
  for await (const batch of allRecords(client, matchingRecords(query), signal)) {
    if (records === 0) fields = batch.fields.map((field) => new FieldEvidence(field));
    for (const row of batch.rows) {
      if (slice.isOver) await slice.next();
      for (const [place, evidence] of fields.entries()) evidence.take(typedValue(row[place] ?? null));
    }
    records += batch.rows.length;
    onRead?.(records);
    if (records > MOST_TO_CHECK) return undefined;
  }
  const own = fields.filter(({ field }) => field.id !== '_id');
  const date = now.toISOString().slice(0, 10);
  return [...proposalsOfTable(own, records, date), ...(records < LEAST_RECORDS ? [] : proposalsOfValues(own, records))];
}

function proposalsOfTable(fields: readonly FieldEvidence[], records: number, date: string): readonly Proposal[] {
  const types = Object.fromEntries(fields.map(({ field: { id, type } }) => [id, type] as const));
  // Growth is usual, but a table that was read twice has exactly twice the records.
  const ends = { min: roundedDown(records / 2), max: roundedDown(records * 2 - 1) };
  const json = JSON.stringify(records === 0 ? {} : ends);
  return [
    { member: 'records', json, evidence: { word: 'records', details: { records, date } } },
    { member: 'fields', json: JSON.stringify(types), evidence: { word: 'fields', details: { date } } },
  ];
}

/** Two significant digits, so that people see that the number is a margin. */
function roundedDown(count: number): number {
  const whole = Math.max(0, Math.floor(count));
  const unit = 10 ** Math.max(0, String(whole).length - 2);
  return Math.floor(whole / unit) * unit;
}

function proposalsOfValues(fields: readonly FieldEvidence[], records: number): readonly Proposal[] {
  const keys = fields.filter(({ isKey }) => isKey);
  const key = keys.find(({ field: { id } }) => KEY_NAME.test(id) || /^(?:id|uuid|key)$/i.test(id));
  const filled = fields.filter(({ isFilled }) => isFilled).map(({ field: { id } }) => id);
  const listed = fields.flatMap((each) => {
    const values = each.categories(LEAST_OF_CATEGORY);
    if (values === undefined) return [];
    const details = { values: values.length, least: Math.min(...values.map((value) => value.records)), records };
    const json = JSON.stringify(values.map(({ value }) => value));
    return [{ field: each.field.id, json, evidence: { word: 'oneOf', details } as const }];
  });
  const ranges = fields.flatMap((each) => {
    const json = rangeOf(each);
    if (json === undefined || each.ends === undefined) return [];
    const details = { min: shownValue(each.ends.min), max: shownValue(each.ends.max), records };
    return [{ field: each.field.id, json, evidence: { word: 'range', details } as const }];
  });
  const whole = (word: 'unique' | 'notNull', names: readonly string[], details: WordDetails): Proposal => {
    return { member: word, json: JSON.stringify(names), evidence: { word, details } };
  };
  return [
    ...(key ? [whole('unique', [key.field.id], { field: shownField(key.field.id), records })] : []),
    ...(filled.length > 0 ? [whole('notNull', filled, { records })] : []),
    ...(listed.length > 0 ? [{ member: 'oneOf', fields: listed }] : []),
    ...(ranges.length > 0 ? [{ member: 'range', fields: ranges }] : []),
  ];
}

/** A range with room for other values, which finds another unit, sign or century. Undefined for keys. */
function rangeOf({ field, ends, mayCount }: FieldEvidence): string | undefined {
  if (ends === undefined) return undefined;
  const [min, max] = [valueText(ends.min), valueText(ends.max)];
  if (fieldKind(field.type) === 'date') {
    const [first, last] = [dayOfText(min)?.year, dayOfText(max)?.year];
    if (first === undefined || last === undefined || first < 1 || last > 9000) return undefined;
    const more = Math.max(MORE_YEARS, last - first);
    const year = (number: number): string => String(Math.max(1, number)).padStart(4, '0');
    return JSON.stringify({ min: `${year(first - more)}-01-01`, max: `${year(last + more)}-12-31` });
  }
  const isPositive = !min.startsWith('-');
  if (mayCount) return isPositive ? '{"min":0}' : undefined;
  if (!/^-?\d+(?:\.\d+)?$/.test(min) || !/^-?\d+(?:\.\d+)?$/.test(max)) return undefined;
  const digits = Math.max(...[min, max].map((text) => (/\d+/.exec(text)?.[0] ?? '').length));
  if (digits > 30) return undefined;
  const most = `1${'0'.repeat(digits + 1)}`;
  return `{"min":${isPositive ? '0' : `-${most}`},"max":${most}}`;
}
