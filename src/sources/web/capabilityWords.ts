import type { WordTable } from '../../base/words.ts';
import type { CapabilityName } from '../../datastore/dialect/capabilities.ts';

export const CAPABILITY_WORDS = {
  title: 'Capabilities of {name}',
  placeholder: 'Unknown capabilities are tried when they are first needed',
  asking: 'Looking up the capabilities of {name}',

  portal: 'Portal',
  version: 'CKAN {version}',
  versionHidden: 'CKAN version hidden by the portal',
  lookAlike: "CKAN look-alike that doesn't say what it is",
  notAsked: 'CKAN version not known yet',
  extensions: 'Extensions',
  noExtensions: 'not shown',
  way: 'Requests',
  wayUsual: '{way} · not tried yet',
  tokenHeader: 'Header of the API token',
  limit: 'Maximum records per response',
  notLimited: 'no limit seen',

  records: 'Records',
  catalog: 'Datasets',
  yes: 'Yes',
  no: 'No',
  unknown: 'Not known yet',
  answer: 'seen in a response',
  refusal: 'the portal refused it',
  byVersion: 'usual for this version',

  refresh: 'Refresh',
  refreshDetail: 'Ask the portal for its version again and forget what was learned',
  copy: 'Copy as Text',
  copied: 'Copied the capabilities of {name}.',
} as const satisfies WordTable;

export const CAPABILITY_NAMES = {
  ranges: 'Filters by range (Between, At least, At most)',
  sql: 'SQL queries (datastore_search_sql)',
  offsets: 'Records by pages (offset)',
  sorts: 'Sorting',
  fields: 'Choosing fields',
  sortsNulls: 'Sorting empty values last',
  distinct: 'Only distinct records',
  distinctPages: 'Distinct records across pages',
  expressions: 'Searching for beginnings of words and expressions',
  ranks: 'Search results sorted by relevance',
  totals: 'Skipping the total (include_total)',
  estimates: 'Estimated totals',
  lists: 'Short responses (records_format)',
  numbers: 'Numbers as numbers, not as text',
  hashInNames: 'Field names that contain #',
  prefixes: 'Finding datasets by the beginning of a word',
  privateDatasets: 'Finding private datasets with an API token',
  titleSort: 'Sorting datasets by title',
} as const satisfies Readonly<Record<CapabilityName, string>>;
