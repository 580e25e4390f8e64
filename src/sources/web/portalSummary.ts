import * as vscode from 'vscode';
import type { CatalogPage } from '../../datastore/wire/address.ts';
import { capabilitiesOf } from '../../datastore/dialect/capabilities.ts';
import type { DialectFacts } from '../../datastore/dialect/facts.ts';
import type { Portal } from '../../platform/portal.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText, datasetsText } from '../../platform/quantities.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { PortalParts } from '../portalParts.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { showCapabilities } from './portalCapabilities.ts';

/** Number of extensions that the message names. What This Portal Can Do shows all. */
const MOST_NAMES = 6;

/** Counts the datasets, then shows the message. `page` is the pasted page, for which Find is already open. */
export async function announcePortal(
  portal: Portal,
  page: CatalogPage | undefined,
  sources: Pick<PortalParts, 'store' | 'clients' | 'failures'>,
): Promise<void> {
  const { clients, failures } = sources;
  const title = translate(PORTAL_WORDS.countingDatasets, { name: portal.name });
  const count = await withLateProgress(title, async (signal) => {
    try {
      return (await clients.catalogOf(portal.id).search({}, { start: 0, rows: 0 }, signal)).total;
    } catch (error) {
      signal.throwIfAborted();
      failures.log(`Datasets of ${portal.baseUrl}`, error);
      return undefined;
    }
  });
  const { facts } = clients.ofPortal(portal.id).dialect;
  const find = {
    label: translate(PORTAL_WORDS.findDataset),
    run: () => vscode.commands.executeCommand('datastoreExplorer.findDataset', { portalId: portal.id }),
  };
  const actions = page === undefined && count !== undefined && count > 0 ? [find] : [];
  failures.offer(`Add ${portal.baseUrl}`, 'information', summaryText(portal.name, facts, count), [
    ...actions,
    { label: translate(PORTAL_WORDS.showCapabilities), run: () => showCapabilities(sources, portal) },
  ]);
}

/** Returns a text such as `Added "City": CKAN 2.11.6 · datastore · 3,204 datasets. Extensions: harvest, 3 more.` */
export function summaryText(name: string, facts: DialectFacts, datasets: number | undefined): string {
  const { version, extensions, isLookAlike = false } = facts;
  const hasSql = capabilitiesOf(facts).some((can) => can.name === 'sql' && can.answer === 'yes');
  const parts = [
    version === undefined
      ? translate(isLookAlike ? PORTAL_WORDS.lookAlike : PORTAL_WORDS.versionUnknown)
      : `CKAN ${version}`,
    ...(extensions === undefined ? [] : [datastoreText(extensions)]),
    ...(hasSql ? ['SQL'] : []),
    ...(datasets === undefined ? [] : [datasetsText(datasets)]),
  ];
  const others = extensions?.filter((extension) => extension !== 'datastore') ?? [];
  const sentence = translate(PORTAL_WORDS.added, { name, facts: parts.join(' · ') });
  if (others.length === 0) return sentence;
  return `${sentence} ${translate(PORTAL_WORDS.extensions, { names: namesText(others) })}`;
}

function datastoreText(extensions: readonly string[]): string {
  return translate(extensions.includes('datastore') ? PORTAL_WORDS.datastore : PORTAL_WORDS.withoutDatastore);
}

function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, more === 1 ? MOST_NAMES + 1 : MOST_NAMES);
  return [...shown, ...(more > 1 ? [translate(PORTAL_WORDS.more, { count: countText(more) })] : [])].join(', ');
}
