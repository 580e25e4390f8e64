/** What the tree says of a portal's datasets. */
import type { WordTable } from '../../base/words.ts';

export const CATALOG_WORDS = {
  datasets: 'Datasets',
  tables: 'Tables',
  organizations: 'Organizations',
  groups: 'Groups',
  tags: 'Tags',
  updated: 'Recently Updated',
  aboutDatasets: 'The datasets that this portal publishes',

  overResources: 'more than {count} resources',
  oneField: '1 field',
  fieldCount: '{count} fields',
  aboutRecords: 'about {records}',
  private: 'private',
  updatedOn: 'Updated {day}',
  organization: 'Organization: {name}',
  dataset: 'Dataset: {name}',
  format: 'Format: {format}',
  datasetName: 'Dataset ID: {name}',
  notCounted: "Couldn't count its records: {reason}",

  spokenOrganization: '{name}, organization',
  spokenGroup: '{name}, group',
  spokenTag: '{name}, tag',
  spokenDataset: '{name}, dataset',

  loading: 'Loading…',
  collapseToCancel: 'Collapse the row above to cancel.',
  more: 'More…',
  shownOf: '{shown} of {total}',
  noTables: 'No tables',
  noDatasets: 'No datasets',
  noResources: 'No resources',
  noneFiled: 'None with datasets',
  findOthers: 'Find Others…',
  mostShown: 'The first {count} are shown',
  pressToTry: 'Press Enter or click to try again.',
  noCatalog: 'This portal has no catalog to search',
  addById: 'Add Resource by ID…',
  openFile: 'Open File',
} as const satisfies WordTable;
