/** What a check found out about one expectation. */
import { type CellValue, typedValue } from '../../base/cells.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { oneLine } from '../../base/oneLine.ts';
import { ENGLISH, type Language, countedSentence, type WordDetails } from '../../base/words.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { CHECK_WORDS, type CheckWord } from './checkWords.ts';
import type { Expectation } from './expectation.ts';

/** Numbers in `details` are counts, written as the language writes them. */
export interface CheckFinding {
  /** `unchecked`: it can't be found out, and the text says why. */
  readonly outcome: 'differs' | 'unchecked';
  readonly word: CheckWord;
  readonly details: WordDetails;
  /** The query for the records that break the expectation, or for some of them. */
  readonly offending?: DatastoreQuery;
}

export interface CheckResult {
  readonly expectation: Expectation;
  /** Absent if the expectation holds. */
  readonly finding?: CheckFinding;
}

/** A sentence for people, with names and values from the server in one line each. */
export function findingText(
  { word, details }: Pick<CheckFinding, 'word' | 'details'>,
  language: Language = ENGLISH,
): string {
  return countedSentence(language, CHECK_WORDS[word], details);
}

const LONGEST_VALUE = 80;

/** A value as JSON, so that texts have quotes, in one line. */
export function shownValue(value: CellValue): string {
  return oneLine(stringifyExact(typedValue(value)), LONGEST_VALUE);
}

const LONGEST_NAME = 100;

export function shownField(name: string): string {
  return oneLine(name, LONGEST_NAME);
}
