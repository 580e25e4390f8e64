import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Problem } from '../platform/problem.ts';
import { countText, percentText } from '../platform/quantities.ts';
import type { NoticeAction, ResourceNotice } from '../platform/portalPort.ts';
import { openInEditor } from '../platform/textPlaces.ts';
import { skippedReason, type SkippedRecord } from '../service/index.ts';
import { nameOf, fileState } from './localFile.ts';
import { copyNotice, isLocalCopy } from './localCopy.ts';
import type { ListedFile, LocalFiles } from './localFiles.ts';
import type { BrokenImport, LocalImport } from './localImports.ts';
import { requireTrust } from './localProblems.ts';
import { windowLanguage } from '../platform/words.ts';

/** What is known of a resource in this window. */
export interface LocalState {
  readonly listed: ListedFile | undefined;
  /** Its import, while it goes on. */
  readonly running: LocalImport | undefined;
  readonly broken: BrokenImport | undefined;
}

/** What a panel says about a local resource. Looks at the file. */
export async function localNotices({
  listed,
  running,
  broken,
}: LocalState): Promise<readonly ResourceNotice[]> {
  if (running?.preview !== undefined) return [partial(running, running.preview.records)];
  if (running !== undefined) return [];
  if (broken !== undefined) return [brokenNotice(broken)];
  const read = listed?.read;
  if (isLocalCopy(read)) return [copyNotice(read)];
  if (read === undefined || read.file === '') return [];
  const state = await fileState(read);
  return [
    ...(state === 'changed' ? [changed(read.file)] : []),
    ...(state === 'gone' ? [gone(read.file)] : []),
    ...(read.skipped === undefined ? [] : [skipped(read.id, read.skipped)]),
  ];
}

function partial(running: LocalImport, records: number): ResourceNotice {
  return {
    kind: 'partial',
    text: vscode.l10n.t(
      'First {0} records; the rest is being read ({1}). Searches look at these only.',
      countText(records),
      percentText(running.fraction),
    ),
    actions: [{ label: vscode.l10n.t('Cancel'), does: () => running.cancel() }],
  };
}

function brokenNotice({ file, records, reason }: BrokenImport): ResourceNotice {
  const name = nameOf(file);
  const what = reason ?? vscode.l10n.t('Reading {0} was cancelled.', name);
  const kept = vscode.l10n.t(
    'Only its first {0} records were read, and they were not kept.',
    countText(records),
  );
  return {
    kind: 'broken',
    text: `${what} ${kept}`,
    actions: [{ label: vscode.l10n.t('Try Again'), does: 'runAgain' }],
  };
}

function changed(file: string): ResourceNotice {
  const readAgain: NoticeAction = { label: vscode.l10n.t('Read Again'), does: 'runAgain' };
  return {
    kind: 'changed',
    text: vscode.l10n.t('{0} has changed since it was read.', nameOf(file)),
    actions: [readAgain],
  };
}

function gone(file: string): ResourceNotice {
  return {
    kind: 'gone',
    text: vscode.l10n.t(
      '{0} is not there any more. These are its records as they were last read.',
      nameOf(file),
    ),
    actions: [],
  };
}

function skipped(resourceId: string, count: number): ResourceNotice {
  const show = () => vscode.commands.executeCommand('datastoreExplorer.showUnreadable', { resourceId });
  return {
    kind: 'skipped',
    text: skippedText(count),
    actions: [{ label: vscode.l10n.t('Show Them'), does: show }],
  };
}

export function skippedText(records: number): string {
  return records === 1
    ? vscode.l10n.t('1 record could not be read and was left out.')
    : vscode.l10n.t('{0} records could not be read and were left out.', countText(records));
}

/** The records of a resource that were left out because they could not be read, as JSON in an editor. */
export async function showSkippedRecords(files: LocalFiles, resourceId: string): Promise<void> {
  requireTrust();
  const list = await files.datastore.skippedFile(resourceId);
  const lines = list && (await readFile(list, 'utf8').catch(() => undefined));
  if (lines === undefined)
    throw new Problem(
      vscode.l10n.t('The list of unreadable records is not there.'),
      vscode.l10n.t('Read the file again to make it.'),
    );
  const records = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const record = JSON.parse(line) as SkippedRecord;
      const told = { ...record, reason: skippedReason(record.reason, windowLanguage.translate) };
      return JSON.stringify(told, undefined, 2).replaceAll('\n', '\n  ');
    });
  const content = `[\n  ${records.join(',\n  ')}\n]\n`;
  await openInEditor(content, 'json');
}
