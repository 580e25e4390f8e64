import * as vscode from 'vscode';
import { describeNotice, type ResultNotice } from '../../datastore/result/notice.ts';
import type { FileSummary, TextSummary } from '../../export/exportRun.ts';
import { type FormatId, FORMATS, isBuilt } from '../../export/formats.ts';
import { noteTexts } from '../../export/formatNote.ts';
import type { FailureAction, FailureWords } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import { countText, sizeText } from '../../platform/quantities.ts';
import { canReveal, revealFile } from '../../platform/revealFile.ts';
import { EDITOR_MAXIMUM } from '../../platform/textPlaces.ts';
import { translate, windowLanguage } from '../../platform/windowLanguage.ts';
import type { ExportSource } from './exportSource.ts';
import { EXPORT_WORDS as WORDS } from './exportWords.ts';

interface Origin {
  readonly format: FormatId;
  readonly source: ExportSource;
}

export type FileOutcome = FileSummary & Origin;
export type TextOutcome = TextSummary & Origin;
export type ExportOutcome = FileOutcome | TextOutcome;

/** Notices about what a panel shows, which say nothing about the exported records. */
const OF_PANEL: ReadonlySet<ResultNotice['kind']> = new Set(['rankHidden', 'unsortedPage']);

export function remarksOn({ records, notices, source, ...outcome }: ExportOutcome): readonly string[] {
  const { records: shown, partial } = source;
  return [
    ...(partial === undefined ? [] : [translate(WORDS.partial, { 0: partial.name })]),
    ...(shown === undefined || shown === records
      ? []
      : [translate(WORDS.changed, { 0: countText(shown), 1: countText(records) })]),
    ...notices.filter(({ kind }) => !OF_PANEL.has(kind)).map((notice) => describeNotice(notice, windowLanguage)),
    ...losses({ records, ...outcome }),
  ];
}

function losses({ notes, format, records }: Pick<ExportOutcome, 'notes' | 'format' | 'records'>): readonly string[] {
  return noteTexts(notes, FORMATS[format].name, records, windowLanguage);
}

export function savedText(file: string, { records, bytes }: FileOutcome): string {
  const size = sizeText(bytes);
  return records === 1
    ? translate(WORDS.savedOne, { 0: size, 1: file })
    : translate(WORDS.saved, { 0: countText(records), 1: size, 2: file });
}

export function savedActions(file: string, { format, bytes }: FileOutcome): readonly FailureAction[] {
  const open = () => vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
  return [
    ...(!isBuilt(format) && bytes <= EDITOR_MAXIMUM ? [{ label: translate(WORDS.open), run: open }] : []),
    ...(canReveal(file) ? [{ label: translate(WORDS.reveal), run: () => revealFile(file) }] : []),
    { label: translate(WORDS.copyPath), run: () => vscode.env.clipboard.writeText(file) },
  ];
}

/** Why the text of an export ended early, and where the first records are. */
export function stoppedProblem(
  name: string,
  isInEditor: boolean,
  { message, hint }: FailureWords,
  outcome: TextOutcome,
): Problem {
  const where = isInEditor
    ? translate(WORDS.editorHas, { 0: countText(outcome.records) })
    : translate(WORDS.nothingCopied);
  return new Problem(
    translate(WORDS.stopped, { 0: name, 1: message }),
    [hint, where, ...losses(outcome)].join(' ').trim(),
    { cause: outcome.failure },
  );
}
