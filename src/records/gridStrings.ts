import { l10n } from 'vscode';
import type { GridStrings } from '../shared/gridStrings.ts';

/** The records grid's texts in the language of the window. */
export const gridStrings = (): GridStrings => ({
  null: l10n.t({ message: 'NULL', comment: 'Drawn in a cell that holds no value.' }),
  digits: l10n.t({ message: '{0} digits', comment: 'Stands in a cell for a number too long to draw.' }),
  rowNumber: l10n.t('Record number'),
  noName: l10n.t({ message: '(no name)', comment: 'Stands for the name of a field.' }),
  notLoaded: l10n.t('Not loaded'),

  editQuery: l10n.t('Edit query'),
  exportJson: l10n.t('Export to JSON editor'),
  refresh: l10n.t('Run again'),
  cancel: l10n.t('Cancel'),

  loading: l10n.t('Loading records…'),
  cancelling: l10n.t('Cancelling…'),
  noRecords: l10n.t('No records match.'),
  noRecordsHint: l10n.t('Change the search, the filters or the limit.'),
  noFields: l10n.t('This resource has no fields to show.'),
  retry: l10n.t('Retry'),
  runAgain: l10n.t('Run again'),
  setToken: l10n.t('Set API token…'),
  showLog: l10n.t('Show log'),
  someNotLoaded: l10n.t('Some records could not be loaded. Press Enter on one, or click it, to try again.'),

  record: l10n.t('Record {0}'),
  closeRecord: l10n.t('Close record'),
  emptyText: l10n.t('empty text'),
  recordNotLoaded: l10n.t('This record could not be loaded.'),
  partShown: l10n.t('{0} of {1} characters are shown.'),
  showMore: l10n.t('Show more'),

  copied: l10n.t('Copied.'),
  notCopied: l10n.t('The value could not be copied.'),
});
