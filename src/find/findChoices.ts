import type { Dataset, DatasetResource } from '../datastore/catalog/dataset.ts';
import type { DetailsTarget } from '../messages/detailsProtocol.ts';
import type { FailureWords } from '../platform/failures.ts';
import type { FoundResource, ResourceRef } from '../platform/portal.ts';
import { dayText, resourcesText, searchableText } from '../platform/quantities.ts';
import type { Choice, ChoiceButton } from '../platform/quickPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import { FIND_WORDS } from './findWords.ts';
import type { DatasetHit, PortalSearch, SearchedPortal } from './portalSearch.ts';

export interface FoundFile {
  readonly portal: SearchedPortal;
  readonly dataset: Dataset;
  readonly resource: DatasetResource;
}

export type RecentResource = ResourceRef & FoundResource;

export type FindRow =
  | DatasetHit
  | { readonly kind: 'resources'; readonly hit: DatasetHit }
  | { readonly kind: 'portal'; readonly portal: SearchedPortal }
  | { readonly kind: 'addPortal' }
  | { readonly kind: 'recent'; readonly recent: RecentResource }
  /** A row at the end of a portal's hits that loads more or retries. */
  | { readonly kind: 'more' | 'token'; readonly search: PortalSearch }
  /** A command of this extension by the last part of its id, which ends the search. */
  | { readonly kind: 'command'; readonly command: string; readonly argument: object }
  | ({ readonly kind: 'records' | 'file' } & FoundFile);

/** Most formats listed in a row. Some datasets have dozens. */
const MOST_FORMATS = 4;

export function portalChoice(portal: SearchedPortal): Choice<FindRow> {
  return {
    label: portal.name,
    icon: 'globe',
    description: translate(FIND_WORDS.browsePortal, { host: new URL(portal.baseUrl).host }),
    value: { kind: 'portal', portal },
  };
}

/** A row for a recent resource. `portal` is the portal's name. */
export function recentChoice(recent: RecentResource, portal: string): Choice<FindRow> {
  return {
    label: recent.name,
    icon: 'table',
    description: facts([portal, recent.dataset?.title]),
    value: { kind: 'recent', recent },
  };
}

export function hitChoice(hit: DatasetHit): Choice<FindRow> {
  const { title, organization, isPrivate, resources, updated } = hit.dataset;
  return {
    label: title,
    icon: resources.some(({ hasRecords }) => hasRecords) ? 'table' : 'file',
    ...(organization && { description: organization.title }),
    detail: facts([
      isPrivate ? translate(FIND_WORDS.isPrivate) : '',
      formatsOf(hit.dataset),
      ...countsOf(resources),
      updatedText(updated),
    ]),
    ...(isPrivate && { detailIcon: 'lock' }),
    buttons: [
      ...(onlyWithRecords(hit.dataset) !== undefined && resources.length > 1 ? [listButton(hit)] : []),
      detailsButton({ portalId: hit.portal.id, dataset: hit.dataset.name }),
    ],
    value: hit,
  };
}

/** The dataset's only resource with records, which choosing the dataset opens at once. */
export function onlyWithRecords({ resources }: Dataset): DatasetResource | undefined {
  const [resource, ...others] = resources.filter(({ hasRecords }) => hasRecords);
  return others.length > 0 ? undefined : resource;
}

function listButton(hit: DatasetHit): ChoiceButton<FindRow> {
  const tooltip = translate(FIND_WORDS.showResources);
  return { icon: 'list-unordered', tooltip, value: { kind: 'resources', hit } };
}

function detailsButton(target: DetailsTarget): ChoiceButton<FindRow> {
  return {
    icon: 'info',
    tooltip: translate(FIND_WORDS.showDetails),
    value: { kind: 'command', command: 'showDetails', argument: target },
  };
}

export function resourceChoice(file: FoundFile): Choice<FindRow> {
  const { portal, dataset, resource } = file;
  const { id: resourceId, name, format, hasRecords, updated } = resource;
  return {
    label: name,
    icon: hasRecords ? 'table' : 'file',
    description: facts([format, hasRecords ? '' : searchableText(0), updatedText(updated)]),
    buttons: [detailsButton({ portalId: portal.id, dataset: dataset.name, resourceId })],
    value: { kind: hasRecords ? 'records' : 'file', ...file },
  };
}

/** A row with the reason why a portal has returned nothing, or no more. Choosing it may help. */
export function failureChoice(
  { message, hint }: Pick<FailureWords, 'message' | 'hint'>,
  help: string,
  value: FindRow,
): Choice<FindRow> {
  return { label: message, icon: 'error', description: help, detail: hint, value };
}

function countsOf(resources: readonly DatasetResource[]): readonly string[] {
  const all = resources.length;
  if (all === 0) return [translate(FIND_WORDS.none)];
  const searchable = resources.filter(({ hasRecords }) => hasRecords).length;
  return [resourcesText(all), searchableText(searchable)];
}

/** Lists formats of resources with records first, in capitals unless they have their own, such as `GeoJSON`. */
function formatsOf({ resources }: Dataset): string {
  const formats = new Map<string, string>();
  for (const { format } of recordsFirst(resources)) {
    const capitals = format.toUpperCase();
    const isSmall = format === format.toLowerCase();
    if (!isSmall || !formats.has(capitals)) formats.set(capitals, isSmall ? capitals : format);
  }
  formats.delete('');
  const some = [...formats.values()].slice(0, MOST_FORMATS).join(', ');
  return formats.size > MOST_FORMATS ? `${some}…` : some;
}

export function recordsFirst(resources: readonly DatasetResource[]): readonly DatasetResource[] {
  return resources.toSorted((one, other) => Number(other.hasRecords) - Number(one.hasRecords));
}

function updatedText(updated: string | undefined): string | undefined {
  const day = updated === undefined ? undefined : dayText(updated);
  return day === undefined ? undefined : translate(FIND_WORDS.updated, { day });
}

function facts(all: readonly (string | undefined)[]): string {
  return all.filter((fact) => fact !== undefined && fact !== '').join(' · ');
}
