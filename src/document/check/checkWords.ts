import type { WordTable } from '../../base/words.ts';

/** How records differ from what a query document expects. Names, types and values are in quotes if they are texts. */
export const CHECK_WORDS = {
  tooFew: 'There are {found} matching records. At least {expected} are expected.',
  tooMany: 'There are {found} matching records. At most {expected} are expected.',
  noField: 'The field {field} is missing. The fields are: {fields}.',
  otherType: 'The field {field} has the type {found}. Expected: {expected}.',
  notUnique: '{fields} is {value} in {records} of {total} records. Each value is expected once.',
  repeated:
    '{fields} repeats another record in {records} of {total} records, for example {value}. Each value is expected once.',
  missing: '{field} is empty in {records} of {total} records. A value is expected in each.',
  missingFrom:
    '{field} is empty in {records} of {total} records, the first one with _id {id}. A value is expected in each.',
  otherValue: '{field} has an unexpected value in {records} of {total} records, for example {value}.',
  below: '{field} is less than {expected} in {records} of {total} records, for example {value}.',
  above: '{field} is greater than {expected} in {records} of {total} records, for example {value}.',
  incomparable: 'The field {field} has the type {found}, whose values have no range from or to {expected}.',
  outdated: 'The records were last changed on {date}. A change within {expected} is expected.',
  noDate: "Not checked: {host} doesn't say when the records were last changed.",
  noTotal: "Not checked: {host} doesn't count matching records.",
  tooManyToRead: "Not checked: {host} can't answer this, and more than {most} records match, too many to read.",
  usesMissing: 'The query uses the field {field}, which is missing. The fields are: {fields}.',
} as const satisfies WordTable;

export type CheckWord = keyof typeof CHECK_WORDS;
