/** The message after an export, with the place of the records and remarks about them. */
import { describeNotice, type ResultNotice } from '../../datastore/result/notice.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import { type FormatId, FORMATS } from '../../export/formats.ts';
import { noteTexts } from '../../export/noteWords.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { FailureWords } from '../../platform/failures.ts';
import { showMessage } from '../../platform/messages.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import { Problem } from '../../platform/problem.ts';
import { countText } from '../../platform/quantities.ts';
import { copiedText } from '../selectedCells.ts';
import type { WindowChoice } from './exportChoice.ts';
import type { ExportSource } from './exportSource.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

export interface ExportedRecords {
  readonly format: FormatId;
  readonly records: number;
  readonly notices: readonly ResultNotice[];
  /** Losses and conversions by the format. */
  readonly notes: readonly FormatNote[];
  readonly source: ExportSource;
}

/** The outcome of an export to an editor or the clipboard. */
export interface ExportOutcome {
  readonly progress: ExportProgress;
  readonly place: WindowChoice['to'];
  readonly format: FormatId;
  /** The error that ended the export early. The records before it were written. */
  readonly failure: unknown;
  readonly notes: readonly FormatNote[];
  readonly source: ExportSource;
}

export function showOutcome({ progress, place, ...outcome }: ExportOutcome): void {
  const { records } = progress;
  const remarks = remarksOn({ ...outcome, ...progress });
  const copied = place === 'editor' ? [] : [copiedText(records, FORMATS[outcome.format].name)];
  const text = [...copied, ...remarks].join(' ');
  if (text !== '') void showMessage(remarks.length > 0 ? 'warning' : 'information', text);
}

/** Remarks about the exported records, each a sentence. */
export function remarksOn({ format, records, notices, notes, source }: ExportedRecords): readonly string[] {
  const { records: shown, partial } = source;
  return [
    ...(partial === undefined ? [] : [translate(WORDS.partial, { 0: partial.name })]),
    ...(shown === undefined || shown === records
      ? []
      : [translate(WORDS.changed, { 0: countText(shown), 1: countText(records) })]),
    ...notices.filter(({ kind }) => kind !== 'rankHidden').map((notice) => describeNotice(notice, windowLanguage)),
    ...noteTexts(notes, FORMATS[format].name, records, windowLanguage),
  ];
}

/** Why the export stopped, and where the first records are. */
export function brokenOff(
  { failure, progress: { records }, place, format, notes }: ExportOutcome,
  { message, hint }: FailureWords,
  name: string,
): Problem {
  const where =
    place === 'editor' ? translate(WORDS.editorHas, { 0: countText(records) }) : translate(WORDS.nothingCopied);
  const remarks = noteTexts(notes, FORMATS[format].name, records, windowLanguage);
  return new Problem(translate(WORDS.stopped, { 0: name, 1: message }), [hint, where, ...remarks].join(' ').trim(), {
    cause: failure,
  });
}
