/** Where an export gets its records: a file that is still loading has only its first ones. */
import { env, l10n } from 'vscode';
import { numberText } from '../../base/words.ts';
import { untilAborted } from '../../base/untilAborted.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import { askModal } from '../../platform/messages.ts';
import type { PartialFile, PortalPort } from '../../platform/portalPort.ts';
import { Problem } from '../../platform/problem.ts';
import type { Report } from '../../platform/progress.ts';
import { percentText } from '../../platform/quantities.ts';
import type { Exported } from '../recordsPorts.ts';

export interface ExportSource {
  readonly client: DatastoreClient;
  /** How many records the panel shows, where that is known. */
  readonly records?: number;
  /** The file that has more of them than can be asked for. */
  readonly partial?: PartialFile;
}

/** `undefined` when it was cancelled instead of waiting for a file or taking its first records. Throws Problem. */
export async function chooseSource(
  { portalId, query: { resourceId }, panel }: Exported,
  portals: PortalPort,
  signal: AbortSignal,
  report: Report,
): Promise<ExportSource | undefined> {
  const ref = { portalId, resourceId };
  // Without a panel the newest records are wanted.
  if (panel === undefined) await portals.refresh(ref, signal);
  // This reads a local file again whose tables were cleared meanwhile.
  const client = await portals.client(ref, signal);
  const partial = portals.partial(ref);
  if (partial === undefined) return { client, ...panel };
  const answer = await askAboutRest(partial, signal);
  if (answer === 'loaded') return { client, partial };
  if (answer === undefined) return undefined;
  await waitForRest(partial, portals, signal, report);
  return { client: await portals.client(ref, signal) };
}

/** `undefined`: neither. */
async function askAboutRest(
  { name, fraction, records }: PartialFile,
  signal: AbortSignal,
): Promise<'wait' | 'loaded' | undefined> {
  const wait = l10n.t('Wait for All Records');
  const loaded = l10n.t('Export What Is Loaded');
  const question = l10n.t('{0} is still loading ({1}).', name, percentText(fraction));
  const detail =
    records === 1
      ? l10n.t('1 record can be exported now.')
      : l10n.t('{0} records can be exported now.', numberText(records, env.language));
  const answer = await untilAborted(askModal('warning', question, [detail], wait, loaded), signal);
  return answer === wait ? 'wait' : answer === loaded ? 'loaded' : undefined;
}

/** Resolves when all records can be asked for. Throws Problem. */
async function waitForRest(
  file: PartialFile,
  portals: Pick<PortalPort, 'onDidChange'>,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const reportShare = () => report(l10n.t('Waiting for {0}: {1}', file.name, percentText(file.fraction)));
  const listener = portals.onDidChange(reportShare);
  reportShare();
  try {
    if (await untilAborted(file.isWhole, signal)) return;
  } finally {
    listener.dispose();
  }
  throw new Problem(l10n.t('Loading {0} was cancelled.', file.name), l10n.t('Nothing was exported.'));
}
