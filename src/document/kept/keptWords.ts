import type { Words, WordTable } from '../../base/words.ts';
import { DRAFT_WORDS } from '../../datastore/draft/draftWords.ts';

/** Problems that the JSON schema of query documents finds, too. `{member}` is a path such as `filters.city`. */
export const SHAPE_WORDS = {
  notJson: 'Invalid JSON.',
  missingMark: 'Invalid JSON. {text} is missing here.',
  noQueries: 'A query document is an object with the member "queries", for example {"queries": {"open": {…}}}.',
  version: 'This document has the version {text}. Only version 1 is understood.',
  unknown: '"{member}" isn\'t used here. It stays in the document.',
  twice: '"{member}" is here twice. The last one is used.',
  noName: 'Give the query a name.',
  noResourceId: 'Name the resource with "resource_id".',
  noBaseUrl: 'Name the portal with "base_url", for example "https://data.example.org".',
  needsText: '"{member}" must be a text in double quotes.',
  needsTexts: '"{member}" must be a list of texts, for example ["id", "city"].',
  needsObject: '"{member}" must be an object in braces.',
  needsList: '"{member}" must be a list in brackets.',
  needsBoolean: '"{member}" must be true or false.',
  needsWhole: '"{member}" must be a whole number, 0 or more.',
  needsScalar: '"{member}" must be a text, a number, true, false or null.',
  needsBound: '"{member}" must be a number or a text, for example "2024-01-31".',
  needsDuration: '"{member}" must be a duration, for example "P31D" or "PT36H".',
  needsOneOf: '"{member}" must be one of {text}.',
  unfit: '"{member}" can\'t have this value.',
  search: '"q" must be a text, or an object with one field and its text, for example {"name": "road"}.',
  searchMode: '"q_mode" can only be "starts-with". For an expression, write "plain": false.',
  group:
    'A group is a field such as "city", a field with a part of its date such as "day:month", or with a width such as "amount:100".',
  mostGroups: '"summarize.by" can have at most 3 fields.',
  measure: 'A measure is "count", "share", or one of {text} with a field, for example "sum:amount".',
  mostMeasures: '"summarize.measures" must have 1 to 20 measures.',
  top: '"summarize.top" must be a whole number from 1 to 10,000.',
  parameterName: 'The name of a parameter has letters, digits, _ and - only, and begins with a letter.',
} as const satisfies WordTable;

export const KEPT_WORDS = {
  ...SHAPE_WORDS,
  tooLong: 'This document is longer than 16 million characters.',
  tooDeep: 'This document has more than 64 levels.',
  noPlace: 'Name a portal with "base_url" and "resource_id", or a file with "file".',
  twoPlaces: 'A query has either a "file" or a "base_url" and "resource_id".',
  notUrl: DRAFT_WORDS.notUrl,
  scheme: DRAFT_WORDS.scheme,
  secret: DRAFT_WORDS.secret,
  notBaseUrl: 'Write the address of the portal alone, {text}, and name the resource with "resource_id".',
  resourceUrl: 'Write the id of the resource alone, and the address of the portal as "base_url".',
  notFile: '"file" is a path in the folder of the document, for example "cases.csv".',
  readingAlone: '"reading" describes a "file", and there is none.',
  reading: 'Reading options: {text}',
  searchFields:
    '"q" can search one field. Write further ones into "filters", for example {"name": {"contains": "road"}}.',
  twoModes: '"q_mode" and "plain": false can\'t be used together.',
  noWord: DRAFT_WORDS.noWord,
  sort: '"sort" has the form "year desc, name".',
  offset: 'A query has no "offset". It gets all records up to its "limit".',
  operators: '"{member}" is sent as it is, because it has other operators than {text}, or other values.',
  timeZone: 'There is no time zone "{text}". Use a name such as Europe/Zurich or UTC.',
  noParameter: 'There is no parameter "{name}". Add it to "parameters", or write $${{name}} for this very text.',
  notHere: 'A parameter can\'t stand in "{member}".',
  partOfText: 'A parameter replaces a whole value. In a part of a text, {text} stays as it is.',
  noValue: 'The parameter "{name}" has no value. Give it a "default".',
  valueText: 'The parameter "{name}" must be a text.',
  valueNumber: 'The parameter "{name}" must be a number.',
  valueBoolean: 'The parameter "{name}" must be true or false.',
  valueList: 'The parameter "{name}" must be a list, for example ["open", "new"].',
} as const satisfies WordTable;

export type KeptWords = Words<typeof KEPT_WORDS>;
