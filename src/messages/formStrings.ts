import type { Words, WordTable } from '../base/words.ts';
import { CONDITION_STRINGS } from '../datastore/query/conditionStrings.ts';

/** Every text of the query form, in English; `{0}`, `{1}` are filled in by the form. */
export const FORM_STRINGS = {
  ...CONDITION_STRINGS,

  /** Accessible name of the whole form. */
  form: 'Query',

  /** Empty state: nothing to search yet. */
  welcome: 'Add a portal or open a file to search its records.',
  addPortal: 'Add Portal…',
  openLocalFile: 'Open Local File…',

  portal: 'Portal',
  portalPlaceholder: 'Select or enter a URL',
  resource: 'Resource',
  resourceId: 'ID: {0}',
  resourcePlaceholder: 'Select or enter an ID or URL',
  /** In the list of a portal without resources. */
  noResources: 'No resources yet. Enter an ID or paste a URL.',

  /** Name of the button that opens a list of choices. */
  showChoices: 'Show Choices',
  /** Choice that takes `{0}` as it was typed. */
  useTyped: 'Use "{0}"',
  /** Below a long list: `{0}` more choices. */
  moreChoices: '{0} more. Type to find one.',

  search: 'Search',
  /** Accessible names of the two choices below the text, and what stands for all fields. */
  searchField: 'Look in field',
  anyField: 'Any field',
  searchMode: 'Match',
  /** How the text is searched for: local files contain it, portals have its words. */
  searchContains: 'Contains',
  searchWords: 'Whole words',
  searchStartsWith: 'Starts with',
  searchExpression: 'Expression',
  /** What then matches. */
  searchContainsNote: 'Finds the text anywhere in a value.',
  searchWordsNote: 'Finds records with all of these words.',
  searchStartsWithNote: 'Finds words that start like this: "met" finds "meter".',
  searchExpressionNote: 'For example: (oak | ash) & tree:* & !park',
  /** Some of the choices are greyed. */
  searchOff: 'This portal can only search for whole words.',

  filters: 'Filters',
  /** Toggle of the raw mode, and its explanations. */
  json: 'JSON',
  editAsJson: 'Edit Filters as JSON',
  editAsRows: 'Edit Filters Field by Field',
  jsonLabel: 'Filters as JSON',
  jsonHint: '{0} runs the query',
  addFilter: 'Add Filter',
  /** Accessible name of filter row number `{0}`. */
  filterRow: 'Filter {0}',
  /** Removes the filter on field `{0}`. */
  removeFilter: 'Remove Filter {0}',
  field: 'Field',
  fieldPlaceholder: 'Field',
  loadingFields: 'Loading fields…',
  /** Fields could not be had; `{0}` says why. */
  fieldsFailed: "Couldn't load the fields: {0}",
  fieldsWithoutResource: 'Select a resource to see its fields.',
  tryAgain: 'Try Again',

  /** Accessible name of the input that adds a value for field `{0}`. */
  valueOf: 'Value of {0}',
  valuePlaceholder: 'Value',

  /** Sort, fields and distinct, folded away; beside it stands what of them is chosen. */
  more: 'More',
  order: 'Sort',
  /** `price descending` */
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
  /** Stands for a field whose name is empty. */
  noName: { message: '(no name)', comment: ['Stands for the name of a field.'] },

  limit: 'Limit',
  limitPlaceholder: 'All records',

  run: 'Run',
  running: 'Running…',
  cancel: 'Cancel',
  setToken: 'Set API Token…',
  /** `{0}` problems, the first is `{1}`. */
  problems: 'Problems: {0}. {1}',

  request: 'Request',
  noRequest: 'Complete the query to preview the request.',
  tokenWithheld:
    "Your API token isn't sent over plain http. Use the portal's https address, or select Set API Token… to allow it.",
  copyRequest: 'Copy Request',
  copied: 'Copied',
} as const satisfies WordTable;

export type FormStrings = Words<typeof FORM_STRINGS>;
