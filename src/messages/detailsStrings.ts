import type { Words, WordTable } from '../base/words.ts';

/** Every text of the details page in English. The page fills in `{0}` and `{1}`. */
export const DETAILS_STRINGS = {
  resource: 'Resource',
  dataset: 'Dataset',
  file: 'Local file',

  openRecords: 'Open Records',
  /** For screen readers. `{0}` is the name of a resource. */
  openRecordsOf: 'Open Records of {0}',
  /** Tooltip. `{0}` is the keyboard shortcut. */
  openRecordsKey: 'Open records to search and filter them ({0})',
  save: 'Save Resource',
  unsave: 'Remove from Saved',
  openWebsite: 'Open Website',
  openFile: 'Open File',
  copyId: 'Copy ID',
  copyAddress: 'Copy URL',
  copyPath: 'Copy Path',
  copyCitation: 'Copy Citation',
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
  someColumns: 'Showing the first {0} columns.',
  noRecords: 'No records.',
  resources: 'Resources',
  someResources: 'Showing the first {0} resources.',
  noResources: 'No resources.',
  null: 'NULL',
  cut: { message: '… ({0} characters)', comment: ['Stands behind the beginning of a long value.'] },
} as const satisfies WordTable;

export type DetailsStrings = Words<typeof DETAILS_STRINGS>;
