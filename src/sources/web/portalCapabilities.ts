import * as vscode from 'vscode';
import { capabilitiesOf, type Capability, type CapabilityName, limitOf } from '../../datastore/dialect/capabilities.ts';
import type { Dialect } from '../../datastore/dialect/dialect.ts';
import type { DialectFacts } from '../../datastore/dialect/facts.ts';
import { TOKEN_HEADER } from '../../http/origin.ts';
import { showMessage } from '../../platform/messages.ts';
import type { Portal } from '../../platform/portal.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { countText } from '../../platform/quantities.ts';
import { type Choice, chooseLive, separator } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { CAPABILITY_NAMES, CAPABILITY_WORDS } from './capabilityWords.ts';
import type { PortalParts } from '../portalParts.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { askTokenHeader } from './tokenHeader.ts';

export interface CapabilitySources extends Pick<PortalParts, 'store' | 'failures'> {
  readonly clients: Pick<PortalParts['clients'], 'ofPortal'>;
}

type Action = 'header' | 'refresh' | 'copy';

/** Capabilities of the catalog. All others are about records. */
const OF_CATALOG: ReadonlySet<CapabilityName> = new Set(['prefixes', 'privateDatasets', 'titleSort']);

const ICONS = { yes: 'check', no: 'circle-slash', unknown: 'question' } as const;

/** Shows what a portal can do, as far as its answers have shown. Only Refresh sends requests. */
export async function showCapabilities(sources: CapabilitySources, portal: Portal): Promise<void> {
  const rows = rowsOf(portal, sources.clients.ofPortal(portal.id).dialect);
  const answer = await chooseLive<Action>({
    title: translate(CAPABILITY_WORDS.title, { name: portal.name }),
    placeholder: translate(CAPABILITY_WORDS.placeholder),
    items: [
      { ...rowOf('refresh', translate(CAPABILITY_WORDS.refreshDetail), 'refresh'), value: 'refresh' },
      { label: translate(CAPABILITY_WORDS.copy), icon: 'copy', value: 'copy' },
      ...rows,
    ],
  });
  if (answer.kind !== 'chosen') return;
  if (answer.value === 'refresh') return refresh(sources, portal);
  if (answer.value === 'header') return askTokenHeader(portal, sources.store);
  await vscode.env.clipboard.writeText(textOf(portal, rows));
  void showMessage('information', translate(CAPABILITY_WORDS.copied, { name: portal.name }));
}

async function refresh(sources: CapabilitySources, portal: Portal): Promise<void> {
  const title = translate(CAPABILITY_WORDS.asking, { name: portal.name });
  const client = sources.clients.ofPortal(portal.id);
  try {
    const status = await withLateProgress(title, (signal) => client.status(signal, true));
    if (status !== undefined) await showCapabilities(sources, portal);
  } catch (error) {
    await sources.failures.show(`Capabilities of ${portal.baseUrl}`, error, [
      { label: translate(PORTAL_WORDS.tryAgain), run: () => refresh(sources, portal) },
    ]);
  }
}

function rowsOf({ baseUrl, tokenHeader = TOKEN_HEADER }: Portal, { facts, route }: Dialect): readonly Choice<Action>[] {
  const { title, extensions } = facts;
  const wayText = `${route.method} ${route.path}`;
  const { most, knownBy } = limitOf(facts);
  const capabilities = capabilitiesOf(facts);
  const rowsOfRoom = (isCatalog: boolean) =>
    capabilities.filter(({ name }) => OF_CATALOG.has(name) === isCatalog).map(capabilityRow);
  const address = title === undefined ? baseUrl : `${title} · ${baseUrl}`;
  const way = facts.path === undefined ? translate(CAPABILITY_WORDS.wayUsual, { way: wayText }) : wayText;
  const limit =
    most === undefined ? translate(CAPABILITY_WORDS.notLimited) : inOneRow(countText(most), sourceText(knownBy));
  return [
    separator(translate(CAPABILITY_WORDS.portal)),
    { label: softwareText(facts), description: address, icon: 'globe' },
    rowOf('extensions', extensions?.join(', ') ?? translate(CAPABILITY_WORDS.noExtensions), 'extensions'),
    rowOf('way', way, 'arrow-right'),
    { ...rowOf('tokenHeader', tokenHeader, 'key'), value: 'header' },
    separator(translate(CAPABILITY_WORDS.records)),
    ...rowsOfRoom(false),
    rowOf('limit', limit, most === undefined ? ICONS.unknown : 'dashboard'),
    separator(translate(CAPABILITY_WORDS.catalog)),
    ...rowsOfRoom(true),
  ];
}

function rowOf(word: keyof typeof CAPABILITY_WORDS, description: string, icon: string): Choice<never> {
  return { label: translate(CAPABILITY_WORDS[word]), description, icon };
}

function softwareText({ version, title, extensions, isLookAlike }: DialectFacts): string {
  if (version !== undefined) return translate(CAPABILITY_WORDS.version, { version });
  if (isLookAlike === true) return translate(CAPABILITY_WORDS.lookAlike);
  const isAsked = extensions !== undefined || title !== undefined;
  return translate(isAsked ? CAPABILITY_WORDS.versionHidden : CAPABILITY_WORDS.notAsked);
}

function capabilityRow({ name, answer, knownBy }: Capability): Choice<never> {
  return {
    label: translate(CAPABILITY_NAMES[name]),
    description: inOneRow(translate(CAPABILITY_WORDS[answer]), sourceText(knownBy)),
    icon: ICONS[answer],
  };
}

function sourceText(knownBy: Capability['knownBy']): string {
  if (knownBy === undefined) return '';
  return translate(CAPABILITY_WORDS[knownBy === 'version' ? 'byVersion' : knownBy]);
}

function inOneRow(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}

function textOf({ name, baseUrl }: Portal, rows: readonly Choice<Action>[]): string {
  const lines = rows
    .filter(({ isSeparator }) => isSeparator !== true)
    .map(({ label, description = '' }) => `${label}: ${description}`);
  return `${name} (${baseUrl})\n${lines.join('\n')}\n`;
}
