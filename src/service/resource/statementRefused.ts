/** Why a statement over sources can't run, in English or the window's language. */
import { ENGLISH, type Translate } from '../../base/words.ts';
import { type Reason, reasonText } from './reasons.ts';
import { endingText, type ProcessEnding } from './processEndings.ts';

export const STATEMENT_REASONS = {
  notSelect: 'Only SELECT and WITH can run here.',
  several: 'These are several statements. Run one at a time.',
  unknownSource: 'There is no source {0}. The sources are: {1}.',
  noSources: 'There is no source {0}. Name it in a comment: -- @source {0} = FILE',
  function: "The function {0} can't be called here.",
  part: "{0} can't be used here.",
  otherSchema: "Only sources can be read, so a name has no schema or database in front: {0} isn't allowed.",
  tooLong: 'The statement is longer than {0} characters.',
  deep: 'The statement is nested too deeply.',
  gone: 'The records of {0} are gone. Open or copy them again.',
  sameNames: 'The fields {1} and {2} of {0} have the same name in SQL, which does not look at case.',
} as const;

export interface StatementReason {
  /** `engine`: the engine's own words, in `details`. */
  readonly code: keyof typeof STATEMENT_REASONS | 'engine';
  readonly details: readonly string[];
}
export interface StatementEnding {
  readonly ending: ProcessEnding;
  readonly detail: string;
}

/** Why its records couldn't be written. */
interface UnwrittenResult {
  readonly unwritten: Reason;
}
type WhyRefused = StatementReason | StatementEnding | UnwrittenResult;

/** A statement that can't run. `at` is a place in its text, in UTF-16 units, where the engine tells one. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  readonly reason: WhyRefused;
  readonly at: number | undefined;

  constructor(reason: WhyRefused, at?: number) {
    super(refusedText({ reason }));
    this.reason = reason;
    this.at = at;
  }

  /** Set if its process ended, or would have: `time`, `memory`, … */
  get ending(): ProcessEnding | undefined {
    return 'ending' in this.reason ? this.reason.ending : undefined;
  }
}

export function refusedText(
  { reason }: Pick<StatementRefused, 'reason'>,
  translate: Translate = ENGLISH.translate,
): string {
  if ('ending' in reason) return endingText({ process: 'sql', ...reason }, translate);
  if ('unwritten' in reason) return reasonText(reason.unwritten, translate);
  const { code, details } = reason;
  return code === 'engine' ? details.join(' ') : translate(STATEMENT_REASONS[code], ...details);
}
