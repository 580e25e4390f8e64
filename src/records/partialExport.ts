/** What people say of an export when the file is still being read: to wait for the rest, or not. */
import { env, l10n } from 'vscode';
import { askModal } from '../platform/messages.ts';
import { percentText } from '../platform/quantities.ts';
import { Problem } from '../platform/problem.ts';
import type { Report } from '../platform/progress.ts';
import { numberText } from '../base/numberText.ts';
import { untilAborted } from '../base/untilAborted.ts';
import type { PartialFile, PortalPort } from '../platform/portalPort.ts';

/** `undefined`: neither. */
export async function askAboutRest(
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
export async function waitForRest(
  file: PartialFile,
  portals: Pick<PortalPort, 'onDidChange'>,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const tell = () => report(l10n.t('Waiting for {0}: {1}', file.name, percentText(file.fraction)));
  const listener = portals.onDidChange(tell);
  tell();
  try {
    if (await untilAborted(file.isWhole, signal)) return;
  } finally {
    listener.dispose();
  }
  throw new Problem(l10n.t('Loading {0} was cancelled.', file.name), l10n.t('Nothing was exported.'));
}
