import { l10n } from 'vscode';
import type { FormStrings } from '../messages/formStrings.ts';

/** The query form's texts in the language of the window. */
export const formStrings = (): FormStrings => ({
  form: l10n.t('Query'),

  welcome: l10n.t('Add a portal or open a file to search its records.'),
  addPortal: l10n.t('Add portal…'),
  openLocalFile: l10n.t('Open local file…'),

  portal: l10n.t('Portal'),
  portalPlaceholder: l10n.t('Choose, or type a base URL'),
  resource: l10n.t('Resource'),
  resourcePlaceholder: l10n.t('Choose, or type an ID or URL'),
  noResources: l10n.t('No resources here yet. Type an ID or paste a URL.'),

  showChoices: l10n.t('Show choices'),
  useTyped: l10n.t('Use “{0}”'),
  moreChoices: l10n.t('{0} more. Type to find one.'),

  search: l10n.t('Search'),
  searchContains: l10n.t('text in any field'),
  searchWords: l10n.t('words, in any field'),
  searchAnywhere: l10n.t('in any field'),

  filters: l10n.t('Filters'),
  json: l10n.t('JSON'),
  editAsJson: l10n.t('Edit filters as JSON'),
  editAsRows: l10n.t('Edit filters field by field'),
  jsonLabel: l10n.t('Filters as JSON'),
  jsonHint: l10n.t('Ctrl+Enter runs'),
  addFilter: l10n.t('Add filter'),
  filterRow: l10n.t('Filter {0}'),
  removeFilter: l10n.t('Remove filter {0}'),
  field: l10n.t('Field'),
  fieldPlaceholder: l10n.t('field'),
  loadingFields: l10n.t('Loading fields…'),
  fieldsFailed: l10n.t('The fields could not be loaded: {0}'),
  fieldsWithoutResource: l10n.t('Choose a resource to see its fields.'),
  tryAgain: l10n.t('Try again'),

  valueOf: l10n.t('Value of {0}'),
  valuePlaceholder: l10n.t('value'),
  editValue: l10n.t('Edit value {0} ({1})'),
  removeValue: l10n.t('Remove value {0}'),
  valueType: l10n.t('Type of the value'),
  typeAuto: l10n.t('Like the field ({0})'),
  typeText: l10n.t('Text'),
  typeNumber: l10n.t('Number'),
  typeBoolean: l10n.t('True or false'),
  typeTrue: l10n.t('True'),
  typeFalse: l10n.t('False'),
  typeNull: l10n.t('Null'),

  order: l10n.t('Order'),
  ascending: l10n.t('{0} ascending'),
  descending: l10n.t('{0} descending'),
  removeOrder: l10n.t('Remove order'),
  onlyFields: l10n.t('Fields'),
  allFields: l10n.t('Show all fields'),
  distinct: l10n.t('Distinct'),
  distinctNote: l10n.t('Equal records only once'),
  notDistinct: l10n.t('Show equal records too'),
  noName: l10n.t({ message: '(no name)', comment: 'Stands for the name of a field.' }),

  limit: l10n.t('Limit'),
  limitPlaceholder: l10n.t('all records'),

  run: l10n.t('Run'),
  running: l10n.t('Running…'),
  cancel: l10n.t('Cancel'),
  setToken: l10n.t('Set API token…'),
  problems: l10n.t('Problems: {0}. {1}'),

  request: l10n.t('Request'),
  noRequest: l10n.t('The request appears here once the query is complete.'),
  tokenWithheld: l10n.t(
    'Your API token isn’t sent over plain http. Use the portal’s https address, or choose Set API Token… to allow it.',
  ),
  copyRequest: l10n.t('Copy request'),
  copied: l10n.t('Copied'),
});
