/** The message after an export: where the records are, and what to know about them. */
import * as vscode from 'vscode';
import { describeNotice } from '../../datastore/client/notice.ts';
import { type FormatId, FORMATS } from '../../export/formats.ts';
import type { ExportProgress } from '../../export/runLog.ts';
import type { FailureWords } from '../../platform/failures.ts';
import { showMessage } from '../../platform/messages.ts';
import { windowLanguage } from '../../platform/words.ts';
import { Problem } from '../../platform/problem.ts';
import { countText } from '../../platform/quantities.ts';
import type { ExportSource } from './exportSource.ts';
import type { Place } from './exportTarget.ts';

export interface ExportOutcome {
  readonly progress: ExportProgress | undefined;
  readonly format: FormatId;
  readonly place: Place;
  /** Why the export stopped early, with the records from before. */
  readonly failure: unknown;
  readonly source: ExportSource;
}

export function showOutcome({ progress, format, place, source }: ExportOutcome): void {
  if (progress === undefined) return;
  const { records, notices } = progress;
  const { records: shown, partial } = source;
  const remarks = notices
    .filter(({ kind }) => kind !== 'rankHidden')
    .map((notice) => describeNotice(notice, windowLanguage));
  if (shown !== undefined && shown !== records)
    remarks.unshift(
      vscode.l10n.t(
        'The data has changed: {0} records were shown, {1} were exported.',
        countText(shown),
        countText(records),
      ),
    );
  if (partial !== undefined)
    remarks.unshift(vscode.l10n.t('These aren’t all records: {0} wasn’t fully loaded.', partial.name));
  const text = [...placeText(place, records, FORMATS[format].name), ...remarks].join(' ');
  if (text !== '') void showMessage(remarks.length > 0 ? 'warning' : 'information', text);
}

function placeText(place: Place, records: number, format: string): readonly string[] {
  const count = countText(records);
  if (place === 'editor') return [];
  if (place === 'clipboard')
    return [
      records === 1
        ? vscode.l10n.t('Copied 1 record as {0}.', format)
        : vscode.l10n.t('Copied {0} records as {1}.', count, format),
    ];
  return [
    records === 1
      ? vscode.l10n.t('Saved 1 record to {0}.', place.fsPath)
      : vscode.l10n.t('Saved {0} records to {1}.', count, place.fsPath),
  ];
}

/** Says why the export stopped, and where the records from before are. */
export function brokenOff(
  { failure, progress, place }: ExportOutcome,
  { message, hint }: FailureWords,
): Problem {
  const records = countText(progress?.records ?? 0);
  const kept =
    place === 'editor'
      ? vscode.l10n.t('The editor has the first {0} records only.', records)
      : place === 'clipboard'
        ? vscode.l10n.t('Nothing was copied.')
        : vscode.l10n.t('Saved the first {0} records to {1}.', records, place.fsPath);
  return new Problem(message, `${hint} ${kept}`.trim(), { cause: failure });
}
