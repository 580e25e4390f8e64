/** Texts of the details page that the extension host fills in: names of facts, and failures. */
import type { WordTable } from '../base/words.ts';

export const DETAILS_WORDS = {
  title: 'Details: {name}',
  dataset: 'Dataset',
  database: 'Database',
  organization: 'Organization',
  license: 'License',
  updated: 'Updated',
  format: 'Format',
  size: 'Size',
  tags: 'Tags',
  author: 'Author',
  maintainer: 'Maintainer',
  version: 'Version',
  source: 'Source',
  visibility: 'Visibility',
  private: 'Private',
  id: 'ID',
  resourceId: 'Resource ID',
  aboutRecords: 'About {count} records',
  noRecords: 'This resource has no records to search.',
  notLoaded: "This file isn't loaded yet. Open its records to load it.",
  restricted: "In Restricted Mode, these details aren't loaded until you select Load Details.",
  resourceGone: "{portal} doesn't list this resource.",
  fileGone: 'This file is no longer in the list.',
  mayBeRemoved: 'It may have been removed, or moved to another dataset.',
  noWebsite: 'This resource has no page on a website.',
  /** The `updated` part of a citation, with an ISO 8601 date. */
  citedUpdate: 'updated {date}',
  citedAccess: 'Accessed {date}.',
} as const satisfies WordTable;
