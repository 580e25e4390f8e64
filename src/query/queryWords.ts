import type { WordTable } from '../base/words.ts';

export const QUERY_WORDS = {
  title: 'Query',
  onlyJson: 'These filters can only be shown as JSON.',
  incomplete: "The query isn't complete.",
  completeFirst: 'Complete it in the form, then export.',
} as const satisfies WordTable;
