import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { openInEditor } from '../platform/textPlaces.ts';
import { Problem } from '../platform/problem.ts';
import { skippedReason, type SkippedRecord } from '../service/index.ts';
import { inUsersLanguage, requireTrust } from './localProblems.ts';
import type { LocalFiles } from './localFiles.ts';

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
      const told = { ...record, reason: skippedReason(record.reason, inUsersLanguage) };
      return JSON.stringify(told, undefined, 2).replaceAll('\n', '\n  ');
    });
  const content = `[\n  ${records.join(',\n  ')}\n]\n`;
  await openInEditor(content, 'json');
}
