import type { Words, WordTable } from '../base/words.ts';
import { CONDITION_STRINGS } from '../datastore/query/conditionStrings.ts';
import { SUMMARY_STRINGS } from './summaryStrings.ts';

/** Every text of the query form in English. The form fills in `{0}` and `{1}`. */
export const FORM_STRINGS = {
  ...CONDITION_STRINGS,
  ...SUMMARY_STRINGS,

  /** Accessible name of the whole form. */
  form: 'Query',

  welcome: 'Add a portal or open a file to search its records.',
  addPortal: 'Add Portal…',
  openLocalFile: 'Open Local File…',

  portal: 'Portal',
  portalPlaceholder: 'Select or enter a URL',
  resource: 'Resource',
  resourceId: 'ID: {0}',
  resourcePlaceholder: 'Select or enter an ID or URL',
  noResources: 'No resources yet. Enter an ID or paste a URL.',

  search: 'Search',
  /** Accessible names of the two choices below the text. */
  searchField: 'Look in field',
  anyField: 'Any field',
  searchMode: 'Match',
  /** Kinds of search. Local files contain the text; CKAN's portals find whole words. */
  searchContains: 'Contains',
  searchWords: 'Whole words',
  searchStartsWith: 'Starts with',
  searchExpression: 'Expression',
  searchContainsNote: 'Finds the text anywhere in a value.',
  searchWordsNote: 'Finds records with all of these words.',
  searchStartsWithNote: 'Finds words that start like this: "met" finds "meter".',
  searchExpressionNote: 'For example: (oak | ash) & tree:* & !park',
  searchOff: 'This portal can only search for whole words.',

  filters: 'Filters',
  /** The button that switches to JSON and back, with its explanations. */
  json: 'JSON',
  editAsJson: 'Edit Filters as JSON',
  editAsRows: 'Edit Filters Field by Field',
  jsonLabel: 'Filters as JSON',
  jsonHint: '{0} runs the query',
  addFilter: 'Add Filter',
  /** Accessible name of filter row number `{0}`. */
  filterRow: 'Filter {0}',
  removeFilter: 'Remove Filter {0}',
  field: 'Field',
  fieldPlaceholder: 'Field',
  loadingFields: 'Loading fields…',
  fieldsFailed: "Couldn't load the fields: {0}",
  fieldsWithoutResource: 'Select a resource to see its fields.',
  tryAgain: 'Try Again',

  /** Accessible name of the input that adds a value for field `{0}`. */
  valueOf: 'Value of {0}',
  valuePlaceholder: 'Value',

  /** The collapsed section with the groups and calculations. What is chosen stands beside it in a line. */
  summarize: 'Summarize',
  removeSummary: 'Remove Summary',

  /** The collapsed section with Sort, Fields and Distinct. A summary of their values stands beside it. */
  more: 'More',
  order: 'Sort',
  ascending: '{0} ascending',
  descending: '{0} descending',
  descendingLast: '{0} descending, empty last',
  /** Choices of a field's direction, and their accessible name for field `{0}`. */
  directionOf: 'Direction of {0}',
  up: 'Ascending',
  down: 'Descending',
  downLast: 'Descending, empty last',
  addSort: 'Add a field to sort by',
  removeSort: 'Remove Sort by {0}',
  onlyFields: 'Fields',
  addField: 'Add a field to show',
  allFields: 'All fields',
  removeField: 'Remove Field {0}',
  distinct: 'Only distinct records',
  noSort: "This portal can't sort records.",
  sortOff: "This portal can't sort empty values last.",
  distinctOff: "This portal can't leave out duplicate records.",
  noName: { message: '(no name)', comment: ['Stands for the name of a field.'] },

  limit: 'Limit',
  limitPlaceholder: 'All records',
  limitOfGroups: 'All groups',

  run: 'Run',
  running: 'Running…',
  cancel: 'Cancel',
  setToken: 'Set API Token…',
  problems: 'Problems: {0}. {1}',

  request: 'Request',
  noRequest: 'Complete the query to preview the request.',
  tokenWithheld:
    "Your API token isn't sent over plain http. Use the portal's https address, or select Set API Token… to allow it.",
  copyRequest: 'Copy Request',
  copied: 'Copied',
} as const satisfies WordTable;

export type FormStrings = Words<typeof FORM_STRINGS>;
