import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { percentText, recordsText, sizeText, timeText } from '../platform/quantities.ts';
import { skippedText } from '../sources/local/localNotices.ts';
import { type LocalResource, mayHaveParts } from '../service/index.ts';
import { hostOf, isLocalCopy, type LocalCopy } from '../sources/local/localCopy.ts';
import { type ListedFile, nameOfListed } from '../sources/local/localFile.ts';
import type { LocalFiles } from '../sources/local/localFiles.ts';
import type { LocalImport } from '../sources/local/localImports.ts';
import { readingText } from '../sources/local/readingOptions.ts';
import { translate } from '../platform/windowLanguage.ts';
import type { PortalLook } from '../sources/portalSource.ts';
import type { LocalFacts, ResourceNode } from './resourceNode.ts';
import { TREE_WORDS } from './treeWords.ts';

export async function localNodes(files: LocalFiles, look: PortalLook): Promise<readonly ResourceNode[]> {
  const list = await files.list();
  const names = list.map(nameOfListed);
  return Promise.all(
    list.map(async (listed, index) => {
      const name = nameOfListed(listed);
      const hasNamesake = names.some((other, place) => place !== index && other === name);
      const local = await localFacts(listed, files, hasNamesake);
      const resource = { id: listed.id, name };
      return { kind: 'resource', portal: files.portal, look, resource, hasToken: false, local } as const;
    }),
  );
}

/** The resource has a file, perhaps still loading. `download` means that its file comes from a portal's resource. */
function localContext(read: LocalResource | undefined, isDownload: boolean, isLoading: boolean): string {
  const isCsv = read?.reading?.format === 'csv';
  const marks = [
    isCsv && 'csv',
    (read?.skipped !== undefined || read?.misfits?.some(({ became }) => became === 'null') === true) && 'skipped',
    isDownload && 'download',
    isLoading && 'loading',
  ];
  return ['localResource', ...marks.filter((mark) => mark !== false)].join('+');
}

async function localFacts(
  { id, file, read }: ListedFile,
  files: LocalFiles,
  hasNamesake: boolean,
): Promise<LocalFacts> {
  if (isLocalCopy(read)) return copyFacts(read);
  const running = files.imports.running.find(({ resourceId }) => resourceId === id);
  const origin = await files.originOf(file);
  const importedAt = read && (await files.datastore.importedAt(id));
  const count =
    running !== undefined
      ? translate(TREE_WORDS.loading, { share: percentText(running.fraction) })
      : read === undefined || read.isPartial === true
        ? files.imports.broken(id)?.reason === undefined
          ? translate(TREE_WORDS.notLoaded)
          : ''
        : recordsText(read.records);
  const lines = [
    origin !== undefined ? undefined : file === '' ? read?.name : file,
    origin && translate(TREE_WORDS.fileOf, { address: origin.url }),
    origin && translate(TREE_WORDS.portalResourceId, { id: origin.resourceId }),
    origin && translate(TREE_WORDS.downloadedAt, { time: timeText(Date.parse(origin.downloaded)) }),
    count,
    read?.reading && readingText(read.reading),
    read?.skipped === undefined ? undefined : skippedText(read.skipped),
    read && translate(TREE_WORDS.stored, { size: sizeText(read.stored) }),
    importedAt === undefined ? undefined : translate(TREE_WORDS.loadedAt, { time: timeText(importedAt) }),
    translate(TREE_WORDS.resourceId, { id }),
  ];
  const needsParts = read === undefined && mayHaveParts(file);
  return {
    contextValue: needsParts
      ? `localFile${origin ? '+download' : ''}`
      : localContext(read, origin !== undefined, running !== undefined),
    ...(origin && { icon: 'cloud-download' }),
    description: [
      count,
      ...(origin ? [hostOf(origin.baseUrl)] : hasNamesake && file !== '' ? [basename(dirname(file))] : []),
    ]
      .filter((fact) => fact !== '')
      .join(' · '),
    tooltip: lines.filter((line) => line !== undefined).filter((line) => line !== ''),
    ...(needsParts && { fileToOpen: file }),
  };
}

function copyFacts({ id, records, origin, stored, changes }: LocalCopy): LocalFacts {
  const { baseUrl, resourceId, downloaded } = origin;
  const day = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' });
  return {
    contextValue: changes === undefined ? 'localCopy' : 'localCopy+changes',
    icon: 'cloud-download',
    description: translate(TREE_WORDS.copyAndDay, { host: hostOf(baseUrl), day: day.format(Date.parse(downloaded)) }),
    tooltip: [
      translate(TREE_WORDS.copyOf, { address: baseUrl }),
      translate(TREE_WORDS.portalResourceId, { id: resourceId }),
      translate(TREE_WORDS.downloadedAt, { time: timeText(Date.parse(downloaded)) }),
      recordsText(records),
      translate(TREE_WORDS.stored, { size: sizeText(stored) }),
      translate(TREE_WORDS.resourceId, { id }),
    ],
  };
}

/** Files that are being imported and have no row yet. `listed` are the ids of the resources with a row. */
export function waitingImports({ imports }: LocalFiles, listed: readonly string[]): readonly LocalImport[] {
  return imports.running.filter(({ preview, resourceId }) => preview === undefined && !listed.includes(resourceId));
}
