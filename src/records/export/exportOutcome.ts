/** The message after an export: where the records are, and what to know about them. */
import { describeNotice } from '../../datastore/client/notice.ts';
import type { FormatNote } from '../../export/formatNote.ts';
import { type FormatId, FORMATS } from '../../export/formats.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { FailureWords } from '../../platform/failures.ts';
import { showMessage } from '../../platform/messages.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import { Problem } from '../../platform/problem.ts';
import { countText } from '../../platform/quantities.ts';
import { copiedText } from '../selectedCells.ts';
import type { ExportSource } from './exportSource.ts';
import type { Place } from './exportTarget.ts';
import { EXPORT_WORDS as WORDS, NOTE_WORDS } from './exportWords.ts';

export interface ExportOutcome {
  readonly progress: ExportProgress | undefined;
  readonly format: FormatId;
  readonly place: Place;
  /** Why the export stopped early, with the records from before. */
  readonly failure: unknown;
  /** What the format could not hold as it is. */
  readonly notes: readonly FormatNote[];
  /** In the file, where that isn't all that came. */
  readonly records?: number;
  readonly source: ExportSource;
}

export function showOutcome({ progress, format, place, source, notes }: ExportOutcome): void {
  if (progress === undefined) return;
  const { records, notices } = progress;
  const { records: shown, partial } = source;
  const remarks = notices
    .filter(({ kind }) => kind !== 'rankHidden')
    .map((notice) => describeNotice(notice, windowLanguage));
  remarks.push(...noteTexts(notes, FORMATS[format].name, records));
  if (shown !== undefined && shown !== records)
    remarks.unshift(translate(WORDS.changed, { 0: countText(shown), 1: countText(records) }));
  if (partial !== undefined) remarks.unshift(translate(WORDS.partial, { 0: partial.name }));
  const text = [...placeText(place, records, FORMATS[format].name), ...remarks].join(' ');
  if (text !== '') void showMessage(remarks.length > 0 ? 'warning' : 'information', text);
}

function placeText(place: Place, records: number, format: string): readonly string[] {
  if (place === 'editor') return [];
  if (place === 'clipboard') return [copiedText(records, format)];
  return [
    records === 1
      ? translate(WORDS.savedOne, { 0: place.fsPath })
      : translate(WORDS.saved, { 0: countText(records), 1: place.fsPath }),
  ];
}

/** Says why the export stopped, and where the records from before are. */
export function brokenOff(
  { failure, progress, place, format, notes, records: kept = progress?.records ?? 0 }: ExportOutcome,
  { message, hint }: FailureWords,
): Problem {
  const records = countText(kept);
  const where =
    place === 'editor'
      ? translate(WORDS.editorHas, { 0: records })
      : place === 'clipboard'
        ? translate(WORDS.nothingCopied)
        : translate(WORDS.savedFirst, { 0: records, 1: place.fsPath });
  const remarks = noteTexts(notes, FORMATS[format].name, kept);
  return new Problem(message, [hint, where, ...remarks].join(' ').trim(), { cause: failure });
}

/** Fields that a remark names; of others it only says that there are some. */
const MAX_NAMED = 5;

/** A sentence for each kind of note. `format`: its name; `records`: of the file. */
export function noteTexts(notes: readonly FormatNote[], format: string, records: number): readonly string[] {
  return [...Map.groupBy(notes, ({ kind }) => kind)].map(([kind, alike]) => {
    const named = alike.slice(0, MAX_NAMED).map(fieldText).join(', ');
    const fields = alike.length > MAX_NAMED ? `${named}, …` : named;
    if (kind !== 'noGeometry') return translate(NOTE_WORDS[kind], { 0: format, 1: fields });
    const { count = records } = alike[0] ?? {};
    return count === records
      ? translate(NOTE_WORDS.noGeometry)
      : translate(NOTE_WORDS.noGeometryIn, { 0: countText(count) });
  });
}

function fieldText({ field = '', count }: FormatNote): string {
  return count === undefined ? `"${field}"` : `"${field}" (${countText(count)})`;
}
