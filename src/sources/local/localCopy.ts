import * as vscode from 'vscode';
import type { ExportProgress } from '../../export/runLog.ts';
import type { ResourceNotice } from '../../platform/ports/portalPort.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { plainLabel } from '../../platform/plain.ts';
import type { CopyChanges, CopyOrigin, LocalResource } from '../../service/index.ts';
import { countText, recordsText, timeText } from '../../platform/quantities.ts';
import { COPY_WORDS, LOCAL_NOTICE_WORDS } from './localWords.ts';

export type LocalCopy = LocalResource & { readonly origin: CopyOrigin };

export function isLocalCopy(resource: LocalResource | undefined): resource is LocalCopy {
  return resource?.origin !== undefined && !isForComparison(resource);
}

/** Stands for the portal of a copy that is there for a comparison alone, and in no list. */
export const COMPARED_PORTAL_ID = 'compared';

export function isForComparison({ origin }: Pick<LocalResource, 'origin'>): boolean {
  return origin?.portalId === COMPARED_PORTAL_ID;
}

export function copyNotice({ id, origin }: LocalCopy): ResourceNotice {
  const refresh = () => vscode.commands.executeCommand('datastoreExplorer.refreshLocalCopy', { resourceId: id });
  return {
    kind: 'copy',
    text: translate(LOCAL_NOTICE_WORDS.copy, {
      host: hostOf(origin.baseUrl),
      time: timeText(Date.parse(origin.downloaded)),
    }),
    actions: [{ label: translate(LOCAL_NOTICE_WORDS.refresh), does: refresh }],
  };
}

/** Returns a text such as "12,000 of 100,000 records". */
export function progressText({ records, expected }: ExportProgress): string {
  if (expected === undefined || expected === 0) return recordsText(records);
  return translate(COPY_WORDS.progress, { records: countText(records), all: countText(expected) });
}

export function downloadedText({ name, records, origin }: LocalCopy): string {
  const host = hostOf(origin.baseUrl);
  return records === 1
    ? translate(COPY_WORDS.downloadedOne, { name, host })
    : translate(COPY_WORDS.downloaded, { records: countText(records), name, host });
}

export function refreshedText(copy: LocalCopy): string {
  const { name, changes } = copy;
  if (changes === undefined) return `${downloadedText(copy)} ${translate(COPY_WORDS.changesUnknown)}`;
  const since = timeText(Date.parse(changes.since));
  const counts = countsOf(changes);
  const fields = fieldsText(changes);
  if (counts.length === 0 && fields.length === 0) return translate(COPY_WORDS.unchanged, { name, since });
  const what =
    counts.length === 0
      ? translate(COPY_WORDS.sameRecords, { name, since })
      : translate(COPY_WORDS.changed, { name, since, counts: counts.join(', ') });
  const how = changes.by === 'content' && counts.length > 0 ? [translate(COPY_WORDS.comparedWhole)] : [];
  return [what, ...fields, ...how].join(' ');
}

export function hasChangedRecords({ added, removed, changed }: CopyChanges): boolean {
  return added + removed + changed > 0;
}

export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}

function countsOf({ added, removed, changed }: CopyChanges): readonly string[] {
  return [
    ...(added > 0 ? [translate(COPY_WORDS.added, { count: countText(added) })] : []),
    ...(removed > 0 ? [translate(COPY_WORDS.removed, { count: countText(removed) })] : []),
    ...(changed > 0 ? [translate(COPY_WORDS.edited, { count: countText(changed) })] : []),
  ];
}

function fieldsText({ newFields, goneFields, retypedFields }: CopyChanges): readonly string[] {
  const list = (names: readonly string[]): string => plainLabel(names.join(', '));
  return [
    ...(newFields.length > 0 ? [translate(COPY_WORDS.newFields, { names: list(newFields) })] : []),
    ...(goneFields.length > 0 ? [translate(COPY_WORDS.goneFields, { names: list(goneFields) })] : []),
    ...(retypedFields.length > 0 ? [translate(COPY_WORDS.retypedFields, { names: list(retypedFields) })] : []),
  ];
}
