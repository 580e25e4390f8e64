import * as vscode from 'vscode';
import type { ExportProgress } from '../export/runLog.ts';
import type { ResourceNotice } from '../platform/portalPort.ts';
import { plainLabel } from '../platform/plain.ts';
import type { CopyChanges, CopyOrigin, LocalResource } from '../service/index.ts';
import { countText, recordsText, timeText } from '../platform/quantities.ts';

/** A resource that came from a portal. */
export type LocalCopy = LocalResource & { readonly origin: CopyOrigin };

export function isLocalCopy(resource: LocalResource | undefined): resource is LocalCopy {
  return resource?.origin !== undefined;
}

/** What the records panel says above the records of a copy. */
export function copyNotice({ id, origin }: LocalCopy): ResourceNotice {
  const refresh = () =>
    vscode.commands.executeCommand('datastoreExplorer.refreshLocalCopy', { resourceId: id });
  return {
    kind: 'copy',
    text: vscode.l10n.t(
      'Copy of {0}, downloaded {1}.',
      hostOf(origin.baseUrl),
      timeText(Date.parse(origin.downloaded)),
    ),
    actions: [{ label: vscode.l10n.t('Refresh'), does: refresh }],
  };
}

/** "12,000 of 100,000 records" */
export function progressText({ records, expected }: ExportProgress): string {
  if (expected === undefined || expected === 0) return recordsText(records);
  return vscode.l10n.t('{0} of {1} records', countText(records), countText(expected));
}

export function keptText({ name, records, origin }: LocalCopy): string {
  const host = hostOf(origin.baseUrl);
  return records === 1
    ? vscode.l10n.t('{0}: a copy of the 1 record of {1} is kept on this machine.', name, host)
    : vscode.l10n.t(
        '{0}: a copy of the {1} records of {2} is kept on this machine.',
        name,
        countText(records),
        host,
      );
}

/** How a copy that was refreshed differs from the one before. */
export function refreshedText(copy: LocalCopy): string {
  const { name, changes } = copy;
  if (changes === undefined)
    return `${keptText(copy)} ${vscode.l10n.t('What was kept before could not be read, so nobody can say what changed.')}`;
  const since = timeText(Date.parse(changes.since));
  const counts = countsOf(changes);
  const fields = fieldsText(changes);
  if (counts.length === 0 && fields.length === 0)
    return vscode.l10n.t('{0}: nothing has changed since {1}.', name, since);
  const what =
    counts.length === 0
      ? vscode.l10n.t('{0}: no record has changed since {1}.', name, since)
      : vscode.l10n.t('{0}: {1} since {2}.', name, counts.join(', '), since);
  const how =
    changes.by === 'content' && counts.length > 0
      ? [vscode.l10n.t('The numbers of this portal’s records do not last, so whole records were compared.')]
      : [];
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
    ...(added > 0 ? [vscode.l10n.t('{0} added', countText(added))] : []),
    ...(removed > 0 ? [vscode.l10n.t('{0} removed', countText(removed))] : []),
    ...(changed > 0 ? [vscode.l10n.t('{0} changed', countText(changed))] : []),
  ];
}

function fieldsText({ newFields, goneFields, retypedFields }: CopyChanges): readonly string[] {
  const list = (names: readonly string[]): string => plainLabel(names.join(', '));
  return [
    ...(newFields.length > 0 ? [vscode.l10n.t('New fields: {0}.', list(newFields))] : []),
    ...(goneFields.length > 0 ? [vscode.l10n.t('Fields that are gone: {0}.', list(goneFields))] : []),
    ...(retypedFields.length > 0
      ? [vscode.l10n.t('Fields of another type now: {0}.', list(retypedFields))]
      : []),
  ];
}
