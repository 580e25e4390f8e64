/** What is wrong with a member of a query. Readers throw it, and go on with the next member. */
import { fillIn, type WordDetails } from '../../base/words.ts';
import type { JsonPath } from './jsonTree.ts';
import { type KeptWords, SHAPE_WORDS } from './keptWords.ts';

export class MemberFault extends Error {
  override readonly name = 'MemberFault';
  readonly path: JsonPath;
  readonly word: keyof KeptWords;
  readonly details: WordDetails;
  /** Whether the document's schema says so, too. It doesn't know the values of parameters. */
  readonly isOfSchema: boolean;
  constructor(
    path: JsonPath,
    word: keyof KeptWords,
    details: WordDetails = {},
    isOfSchema = Object.hasOwn(SHAPE_WORDS, word),
  ) {
    super(word);
    this.isOfSchema = isOfSchema;
    this.path = path;
    this.word = word;
    this.details = details;
  }
}

/** Ends the reading of a member by throwing a MemberFault. */
export function refuse(path: JsonPath, word: keyof KeptWords, details?: WordDetails): never {
  throw new MemberFault(path, word, details);
}

export type ReportFault = (fault: MemberFault) => void;

/** Undefined after a MemberFault, which is reported. */
export function attempt<T>(report: ReportFault, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MemberFault)) throw error;
    report(error);
    return undefined;
  }
}

const WARNINGS: ReadonlySet<keyof KeptWords> = new Set(['unknown', 'twice', 'partOfText', 'version', 'operators']);

/** Whether a query can be asked in spite of a fault. */
export function isWarning({ word }: MemberFault): boolean {
  return WARNINGS.has(word);
}

export function faultText({ path, word, details }: MemberFault, words: KeptWords): string {
  return fillIn(words[word], { member: path.join('.'), ...details });
}
