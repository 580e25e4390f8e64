import type { Words, WordTable } from '../../base/words.ts';

/** What can be wrong with a draft: `{text}` is what was typed, `{line}` and `{column}` where JSON breaks. */
export const DRAFT_WORDS = {
  noPortal: 'Choose a portal or enter its base URL.',
  unknownPortal: 'This portal is no longer in the list.',
  notUrl: '“{text}” is not a URL, e.g. https://data.example.org',
  scheme: 'The base URL must begin with https:// or http://',
  secret: 'Leave user names, passwords and tokens out of the address; set an API token instead.',
  noResource: 'Choose a resource or enter its ID.',
  /** A base URL was pasted where a resource is asked for. */
  notResource: 'This address names no resource.',
  /** A warning: a pasted address has another host than the chosen portal (whose API may have a host of its own). */
  otherPortal: 'This address belongs to {text}; the chosen portal will be asked.',
  /** A warning: aliases are allowed. */
  notUuid: 'This does not look like a resource ID; the portal may know it as an alias.',
  limit: '“{text}” is not a natural number: 0, 1, 2, … or empty for all records.',
  noField: 'Choose a field for “{text}”.',
  fieldTwice: 'The field “{text}” has a filter already; put both values into one.',
  notNumber: '“{text}” is not a number such as 5, -1.50 or 2e9; choose “text” to send it as it is.',
  notBoolean: 'Enter true or false, or choose “text”.',
  notJson: 'This is not JSON: line {line}, column {column}.',
  notObject: 'Filters are a JSON object, e.g. {"stage": ["a", "b"]}',
} as const satisfies WordTable;

export type DraftWords = Words<typeof DRAFT_WORDS>;
