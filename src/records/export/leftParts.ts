/** Handles what an unfinished export left beside its file. */
import { untilAborted } from '../../base/untilAborted.ts';
import type { ExportPlace } from '../../export/exportPlace.ts';
import { ExportRefusal } from '../../export/exportRefusal.ts';
import type { ExportQuestion, Journal } from '../../export/journal.ts';
import type { FailureAction } from '../../platform/failures.ts';
import { askModal } from '../../platform/messages.ts';
import { countText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

/** `ask` asks whether to resume. `continueAnyway` resumes changed data, so that the file counts as incomplete. */
export type ExportBeginning = 'ask' | 'resume' | 'continueAnyway' | 'anew';

/** Undefined to neither resume nor start over. Throws ExportRefusal if another export writes, and file errors. */
export async function mayResume(
  place: ExportPlace,
  question: ExportQuestion,
  beginning: ExportBeginning,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (beginning !== 'ask') return beginning !== 'anew';
  if (await place.isRunning()) throw new ExportRefusal('running', place.file);
  const leftPart = await place.storedPart(question);
  const records = leftPart.kind === 'same' ? recordsOf(leftPart.journal) : 0;
  if (leftPart.kind !== 'other' && records === 0) return false;
  const resume = translate(WORDS.resume);
  const startOver = translate(WORDS.startOver);
  const dialog =
    leftPart.kind === 'other'
      ? askModal('warning', partExists(place), [translate(WORDS.otherPart, { 0: place.part })], startOver)
      : askModal(
          'information',
          partExists(place),
          [translate(WORDS.partHas, { 0: countText(records) })],
          resume,
          startOver,
        );
  const answer = await untilAborted(dialog, signal);
  return answer === undefined ? undefined : answer === resume;
}

/** Number of records that can be resumed from. A part without any is deleted. Throws file system errors. */
export async function recordsLeft(place: ExportPlace, question: ExportQuestion): Promise<number> {
  const leftPart = await place.storedPart(question);
  if (leftPart.kind !== 'same') return 0;
  const records = recordsOf(leftPart.journal);
  if (records === 0) await place.clear();
  return records;
}

/** A button that deletes the part. Throws ExportRefusal if an export is writing it again. */
export function discarding(place: ExportPlace): FailureAction {
  const discard = async (): Promise<void> => {
    const claim = await place.claim();
    if (claim === undefined) throw new ExportRefusal('running', place.file);
    await place.clear().finally(() => claim.release());
  };
  return { label: translate(WORDS.discard), run: discard };
}

function partExists({ file }: ExportPlace): string {
  return translate(WORDS.partExists, { 0: file });
}

function recordsOf({ state, whole }: Journal): number {
  return whole?.records ?? state?.records ?? 0;
}
