import type { Words, WordTable } from '../../base/words.ts';

/** Why a query has no URL of the API, and no code in other languages. */
export const UNSAID_REASONS = {
  summary: 'The API of CKAN has no summaries. Copy the link instead.',
  condition: "CKAN's filters have no words for the condition on {field}. Copy the link instead.",
  isNull: "CKAN's filters can't find empty values, as the condition on {field} does. Copy the link instead.",
  search: "CKAN's parameters have no words for these searches together. Copy the link instead.",
  notSame: "A URL can't say the fields or the sort of this query. Copy it as code instead.",
  tooLong: 'The URL would have {length} characters. Most servers take {most}. Copy it as code instead.',
  distinctByPage: 'This portal compares only the records of one page, so no program can get all distinct records.',
  needsToken: "DuckDB's libraries can't read an API token from the environment. Choose another language.",
} as const satisfies WordTable;

export type UnsaidReasons = Words<typeof UNSAID_REASONS>;

/** The reason and the values of its text. */
export interface Unsaid {
  readonly reason: keyof UnsaidReasons;
  readonly details?: Readonly<Record<string, string | number>>;
}
