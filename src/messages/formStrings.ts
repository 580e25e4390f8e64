import type { Words, WordTable } from '../base/words.ts';
import { CONDITION_STRINGS } from './conditionStrings.ts';

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
  showChoices: 'Show choices',
  /** Choice that takes `{0}` as it was typed. */
  useTyped: 'Use “{0}”',
  /** Below a long list: `{0}` more choices. */
  moreChoices: '{0} more. Type to find one.',

  search: 'Search',
  /** What `q` means on this portal; `searchAnywhere` when the portal is not known. */
  searchContains: 'Contains, any field',
  searchWords: 'Whole words, any field',
  searchAnywhere: 'Any field',

  filters: 'Filters',
  /** Toggle of the raw mode, and its explanations. */
  json: 'JSON',
  editAsJson: 'Edit filters as JSON',
  editAsRows: 'Edit filters field by field',
  jsonLabel: 'Filters as JSON',
  jsonHint: '{0} runs the query',
  addFilter: 'Add filter',
  /** Accessible name of filter row number `{0}`. */
  filterRow: 'Filter {0}',
  /** Removes the filter on field `{0}`. */
  removeFilter: 'Remove filter {0}',
  field: 'Field',
  fieldPlaceholder: 'Field',
  loadingFields: 'Loading fields…',
  /** Fields could not be had; `{0}` says why. */
  fieldsFailed: 'Couldn’t load the fields: {0}',
  fieldsWithoutResource: 'Select a resource to see its fields.',
  tryAgain: 'Try again',

  /** Accessible name of the input that adds a value for field `{0}`. */
  valueOf: 'Value of {0}',
  valuePlaceholder: 'Value',

  /** The order that was chosen in the grid: fields, each `ascending` or `descending`. */
  order: 'Sort',
  ascending: '{0} ascending',
  descending: '{0} descending',
  removeOrder: 'Remove sort',
  onlyFields: 'Fields',
  allFields: 'Show all fields',
  distinct: 'Distinct',
  distinctNote: 'Only distinct records',
  notDistinct: 'Include duplicates',
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
    'Your API token isn’t sent over plain http. Use the portal’s https address, or choose Set API Token… to allow it.',
  copyRequest: 'Copy request',
  copied: 'Copied',
} as const satisfies WordTable;

export type FormStrings = Words<typeof FORM_STRINGS>;
