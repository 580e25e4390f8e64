/** Which operators people can choose from in the grid and in the form, and which of them a server can't answer. */
import * as v from 'valibot';
import type { FieldKind } from '../../base/field.ts';
import type { Shape } from '../../base/schema.ts';
import type { SearchMode } from './draft.ts';
import { FILTER_OPERATORS, type FilterOperator, operatorEntry, type OperatorStrings } from './operators.ts';

/** What a server understands of conditions. */
export type FilterSupport = Shape<typeof FilterSupport>;
export const FilterSupport = v.object({
  /** The server understands ranges. */
  hasRanges: v.boolean(),
  /** The portal answers what CKAN's filters have no words for: itself, or by SQL where people let it be asked so. */
  answersSql: v.boolean(),
});

/** And of the rest of a question, as far as it hasn't refused it. */
export type QuerySupport = Shape<typeof QuerySupport>;
export const QuerySupport = v.object({
  ...FilterSupport.entries,
  /** What is searched for can be an expression, or beginnings of words. */
  hasExpressions: v.boolean(),
  /** Records can be sorted. */
  hasSort: v.boolean(),
  /** A sort can have empty values last where they would come first. */
  placesNulls: v.boolean(),
  /** Records that are alike can be left out. */
  hasDistinct: v.boolean(),
});

interface OfferedOperator {
  readonly operator: FilterOperator;
  /** It is shown, but can't be chosen. */
  readonly isOff: boolean;
}

/** What is searched for beside it. */
export interface SearchBeside {
  readonly q: string;
  readonly qMode?: SearchMode;
  readonly qField?: string;
  /** A text is found by its words. */
  readonly findsWords: boolean;
}

/** `kind`: undefined while it isn't known. */
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

function isAnswered(operator: FilterOperator, support: FilterSupport, beside: SearchBeside): boolean {
  const { q, qMode, qField } = beside;
  switch (operatorEntry(operator).needs) {
    case 'nothing':
      return true;
    case 'search':
      // A portal searches all fields or some, and all in one way.
      return support.answersSql || q === '' || (qField !== undefined && qMode === undefined);
    case 'ranges':
      return support.answersSql || support.hasRanges;
    case 'conditions':
      return support.answersSql;
  }
}

/** `findsWords`: a text is found by its words. */
export function operatorWord(operator: FilterOperator, findsWords: boolean, words: OperatorStrings): string {
  const { word, wholeWords = word } = operatorEntry(operator);
  return words[findsWords ? wholeWords : word];
}

/** How many values a condition has at most. */
export function mostValues(operator: FilterOperator): number {
  const entry = operatorEntry(operator);
  if (entry.input === 'ends') return entry.ends.length;
  return { values: Infinity, text: 1, none: 0 }[entry.input];
}
