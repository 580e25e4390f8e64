/** Operators for the grid and the form, and which of them a server can answer. */
import * as v from 'valibot';
import type { FieldKind } from '../../base/field.ts';
import type { Shape } from '../../base/schema.ts';
import type { SearchMode } from './draft.ts';
import { FILTER_OPERATORS, type FilterOperator, operatorEntry, type OperatorStrings } from './operators.ts';

export type FilterSupport = Shape<typeof FilterSupport>;
export const FilterSupport = v.object({
  hasRanges: v.boolean(),
  /** Whether the portal answers what CKAN's filters can't express, itself or by allowed SQL. */
  answersSql: v.boolean(),
});

/** What a server supports in queries, as far as it hasn't refused anything. */
export type QuerySupport = Shape<typeof QuerySupport>;
export const QuerySupport = v.object({
  ...FilterSupport.entries,
  /** Whether a search can be an expression, or beginnings of words. */
  hasExpressions: v.boolean(),
  hasSort: v.boolean(),
  /** Whether empty values can be sorted last. */
  placesNulls: v.boolean(),
  hasDistinct: v.boolean(),
});

interface OfferedOperator {
  readonly operator: FilterOperator;
  readonly isOff: boolean;
}

export interface SearchBeside {
  readonly q: string;
  readonly qMode?: SearchMode;
  readonly qField?: string;
  /** Whether the server finds a text by whole words. */
  readonly findsWords: boolean;
}

/** `kind` is undefined while it's unknown; all operators are then offered. */
export function offeredOperators(
  kind: FieldKind | undefined,
  support: FilterSupport,
  beside: SearchBeside,
): readonly OfferedOperator[] {
  const offered = FILTER_OPERATORS.filter(
    (operator) => kind === undefined || operatorEntry(operator).kinds.includes(kind),
  );
  return offered.map((operator) => ({ operator, isOff: !isAnswered(operator, support, beside) }));
}

function isAnswered(operator: FilterOperator, support: FilterSupport, { q, qMode, qField }: SearchBeside): boolean {
  const { answersSql, hasRanges } = support;
  // A portal searches either all fields or some, and all in one way.
  const search = answersSql || q === '' || (qField !== undefined && qMode === undefined);
  return { nothing: true, search, ranges: answersSql || hasRanges, conditions: answersSql }[
    operatorEntry(operator).needs
  ];
}

export function operatorWord(operator: FilterOperator, findsWords: boolean, words: OperatorStrings): string {
  const { word, wholeWords = word } = operatorEntry(operator);
  return words[findsWords ? wholeWords : word];
}

export function mostValues(operator: FilterOperator): number {
  const entry = operatorEntry(operator);
  if (entry.input === 'ends') return entry.ends.length;
  return { values: Infinity, text: 1, none: 0 }[entry.input];
}
