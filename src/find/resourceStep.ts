import { type Choice, separator } from '../platform/quickPick.ts';
import { fixedStep, type PickStep } from '../platform/searchingPick.ts';
import { countText } from '../platform/quantities.ts';
import { translate } from '../platform/windowLanguage.ts';
import { recordsFirst, resourceChoice, type FindRow, type FoundFile } from './findChoices.ts';
import type { DatasetHit } from './portalSearch.ts';
import { FIND_WORDS } from './findWords.ts';

/** Lists the resources: those with records first, and otherwise in the portal's order. */
export function resourceStep({ portal, dataset }: DatasetHit, canGoBack: boolean): PickStep<FindRow> {
  const resources = recordsFirst(dataset.resources);
  const withRecords = resources.filter(({ hasRecords }) => hasRecords).length;
  const choices = resources.map((resource) => resourceChoice({ portal, dataset, resource }));
  return fixedStep({
    title: dataset.title,
    placeholder: translate(FIND_WORDS.resourcePlaceholder),
    rows: [
      ...section(FIND_WORDS.searchable, choices.slice(0, withRecords)),
      ...section(FIND_WORDS.files, choices.slice(withRecords)),
      ...(choices.length === 0 ? [{ label: translate(FIND_WORDS.noResources), icon: 'info' }] : []),
      ...(dataset.hasMore
        ? [{ label: translate(FIND_WORDS.onlyFirst, { count: countText(choices.length) }), icon: 'info' }]
        : []),
    ],
    canGoBack,
  });
}

function section(title: string, choices: readonly Choice<FindRow>[]): readonly Choice<FindRow>[] {
  return choices.length === 0 ? [] : [separator(translate(title)), ...choices];
}

export function fileStep(target: FoundFile): PickStep<FindRow> {
  const { portal, resource } = target;
  const { id: resourceId, name, format, url } = resource;
  const portalId = portal.id;
  const file: Choice<FindRow> = {
    label: translate(FIND_WORDS.openFile),
    icon: 'cloud-download',
    description: [format, URL.parse(url ?? '')?.host].filter(Boolean).join(' · '),
    value: { kind: 'command', command: 'openResourceFile', argument: { portalId, resourceId, url, name, format } },
  };
  return fixedStep({
    title: name,
    placeholder: translate(FIND_WORDS.filePlaceholder),
    rows: [
      ...(url === undefined ? [] : [file]),
      {
        label: translate(FIND_WORDS.openWebsite),
        icon: 'link-external',
        description: new URL(portal.baseUrl).host,
        value: { kind: 'command', command: 'openWebsite', argument: { portalId, resourceId } },
      },
      { label: translate(FIND_WORDS.openAnyway), icon: 'table', value: { ...target, kind: 'records' } },
    ],
    canGoBack: true,
  });
}
