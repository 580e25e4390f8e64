import type { Words, WordTable } from '../base/words.ts';

/** Every text of the page of details, in English; `{0}`, `{1}` are filled in by the page. */
export const DETAILS_STRINGS = {
  resource: 'Resource',
  dataset: 'Dataset',
  file: 'Local file',

  openRecords: 'Open Records',
  /** The same, for screen readers: `{0}` is the name of a resource. */
  openRecordsOf: 'Open Records of {0}',
  /** A tooltip: `{0}` is the key. */
  openRecordsKey: 'Open records to search and filter them ({0})',
  save: 'Save Resource',
  unsave: 'Remove from Saved',
  openWebsite: 'Open Website',
  openFile: 'Open File',
  copyId: 'Copy ID',
  copyAddress: 'Copy URL',
  copyPath: 'Copy Path',
  copyCitation: 'Copy Citation',
  /** Spoken. */
  copied: 'Copied.',

  load: 'Load Details',
  loading: 'Loading details…',
  loadingRecords: 'Loading fields and records…',
  tryAgain: 'Try Again',
  setToken: 'Set API Token…',
  tryAnyway: 'Try Its Records Anyway',

  description: 'Description',
  aboutDataset: 'About the Dataset',
  noDescription: 'No description.',
  fields: 'Fields',
  field: 'Field',
  label: 'Label',
  type: 'Type',
  unit: 'Unit',
  notes: 'Notes',
  someFields: 'Showing the first {0} fields.',
  sample: 'Sample',
  /** Of the first {0} fields. */
  someColumns: 'Showing the first {0} columns.',
  noRecords: 'No records.',
  resources: 'Resources',
  someResources: 'Showing the first {0} resources.',
  noResources: 'No resources.',
  hasRecords: 'records to search',
  /** Stands for a missing value. */
  null: 'NULL',
  /** Behind the beginning of a value: `{0}` characters altogether. */
  cut: { message: '… ({0} characters)', comment: ['Stands behind the beginning of a long value.'] },
} as const satisfies WordTable;

export type DetailsStrings = Words<typeof DETAILS_STRINGS>;
