/** What "What This Portal Can Do" says. */
import type { WordTable } from '../base/words.ts';
import type { CapabilityName } from '../datastore/dialect/capabilities.ts';

export const CAPABILITY_WORDS = {
  title: 'What {name} Can Do',
  placeholder: 'What is not known yet is tried when it is first needed',
  asking: 'Asking {name} what it can do',

  portal: 'Portal',
  version: 'CKAN {version}',
  versionHidden: 'CKAN version hidden by the portal',
  lookAlike: "A look-alike of CKAN, which doesn't say what it is",
  notAsked: 'CKAN version not known yet',
  extensions: 'Extensions',
  noExtensions: 'not shown',
  way: 'Requests',
  wayUsual: '{way} · not tried yet',
  tokenHeader: 'Header of the API token',
  limit: 'Highest number of records in one response',
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
  refreshDetail: 'Ask the portal for its version, and forget what was learned',
  copy: 'Copy as Text',
  copied: 'Copied what {name} can do.',
} as const satisfies WordTable;

/** Each as something that a portal can or can't do. */
export const CAPABILITY_NAMES = {
  ranges: 'Filters by range (Between, At least, At most)',
  sql: 'SQL queries (datastore_search_sql)',
  offsets: 'Records by pages (offset)',
  sorts: 'Sorting',
  fields: 'Choosing fields',
  sortsNulls: 'Sorting empty values last',
  distinct: 'Only distinct records',
  distinctPages: 'Distinct records across pages',
  expressions: 'Searching by beginnings of words and by expressions',
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
