import type { Failures } from '../../platform/failures.ts';
import { askToConfirm, showMessage } from '../../platform/messages.ts';
import type { ResourceRef } from '../../platform/portal.ts';
import { chooseSeveral } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { LocalResource } from '../../service/index.ts';
import { canBeReadAgain, choicesAgain, type FileToOpen, localRef, nameOf } from './localFile.ts';
import { hostOf } from './localCopy.ts';
import type { FileOrigin } from './downloadedFiles.ts';
import type { LocalFiles } from './localFiles.ts';
import { REMOVAL_WORDS as WORDS } from './localWords.ts';
import { recordsText, sizeText, timeText } from '../../platform/quantities.ts';

export interface LocalRemovalDeps {
  readonly localFiles: LocalFiles;
  readonly failures: Failures;
  /** Closes the panels of a resource. Returns false if there were none. */
  readonly closeResource: (ref: ResourceRef) => boolean;
  /** Imports the file. `isShown` also opens its records. */
  readonly open: (file: FileToOpen, isShown: boolean) => unknown;
}

/** Removes resources and imported data. Data that can't be imported again is deleted only after a question. */
export class LocalRemoval {
  readonly #deps: LocalRemovalDeps;

  constructor(deps: LocalRemovalDeps) {
    this.#deps = deps;
  }

  async remove(resourceId: string): Promise<void> {
    const { localFiles, closeResource, failures } = this.#deps;
    const listed = await localFiles.find(resourceId);
    if (listed === undefined) return;
    const { file, read } = listed;
    const origin = await localFiles.originOf(file);
    const isCopied = origin === undefined && (read === undefined || (await canBeReadAgain(read)));
    if (!isCopied && !(await isConfirmed(read ?? { name: nameOf(file) }, origin))) return;
    const wasShown = closeResource(localRef(resourceId));
    const putBack = await localFiles.remove(resourceId);
    if (origin !== undefined) await localFiles.deleteDownload(file);
    if (!isCopied) return;
    const { part, ...choices } = choicesAgain(read ?? {});
    const undo = async () => {
      await putBack();
      const target = { file, choices, ...(part !== undefined && { parts: [part] }) };
      if (read !== undefined) await this.#deps.open(target, wasShown);
    };
    failures.offerUndo(translate(WORDS.removed, { name: read?.name ?? nameOf(file) }), undo);
  }

  async clear(): Promise<void> {
    const { localFiles, closeResource } = this.#deps;
    const all = await localFiles.datastore.resources();
    if (all.length === 0) {
      void showMessage('information', translate(WORDS.nothing));
      return;
    }
    const lasting = new Set(await lastingOf(all, localFiles));
    const chosen = await chooseResources(all, lasting);
    if (chosen.length === 0) return;
    const question = translate(WORDS.askClear, { size: sizeText(total(chosen)) });
    const detail = clearDetail(chosen, lasting);
    if (!(await askToConfirm('warning', question, detail, translate(WORDS.clear)))) return;
    for (const { id } of chosen) closeResource(localRef(id));
    await localFiles.drop(chosen.map(({ id }) => id));
    for (const { file } of chosen) await localFiles.deleteDownload(file);
    void showMessage('information', translate(WORDS.cleared, { size: sizeText(total(chosen)) }));
  }
}

type Asked = Pick<LocalResource, 'name'> & Partial<LocalResource>;

/** `download` is the origin of a downloaded file, which would be deleted, too. */
function isConfirmed(resource: Asked, download: FileOrigin | undefined): Promise<boolean> {
  const { name, records, stored } = resource;
  const origin = resource.origin ?? download;
  const question = translate(origin === undefined ? WORDS.askData : WORDS.askCopy, { name });
  const size = records === undefined || stored === undefined ? [] : [`${recordsText(records)}, ${sizeText(stored)}`];
  return askToConfirm('warning', question, [...size, ...whyLost(resource, origin)], translate(WORDS.delete));
}

function whyLost(
  { file = '' }: Partial<LocalResource>,
  origin: Pick<FileOrigin, 'downloaded' | 'baseUrl'> | undefined,
): readonly string[] {
  if (origin !== undefined)
    return [
      translate(WORDS.downloaded, { time: timeText(Date.parse(origin.downloaded)), host: hostOf(origin.baseUrl) }),
      translate(WORDS.portalUnchanged),
    ];
  return [translate(WORDS.fileGone, { file })];
}

async function chooseResources(
  all: readonly LocalResource[],
  lasting: ReadonlySet<LocalResource>,
): Promise<readonly LocalResource[]> {
  const picked = await chooseSeveral({
    title: translate(WORDS.title, { size: sizeText(total(all)) }),
    placeholder: translate(WORDS.select),
    items: all.map((resource) => ({
      label: resource.name,
      description: sizeText(resource.stored),
      detail: resource.origin?.baseUrl ?? resource.file,
      picked: lasting.has(resource),
      value: resource,
    })),
  });
  return picked ?? [];
}

function total(resources: readonly LocalResource[]): number {
  return resources.reduce((sum, { stored }) => sum + stored, 0);
}

/** Resources whose files exist and wouldn't be deleted. */
async function lastingOf(all: readonly LocalResource[], localFiles: LocalFiles): Promise<readonly LocalResource[]> {
  const can = await Promise.all(
    all.map(async (resource) => {
      const isDownload = (await localFiles.originOf(resource.file)) !== undefined;
      return !isDownload && canBeReadAgain(resource);
    }),
  );
  return all.filter((_, index) => can[index]);
}

function clearDetail(chosen: readonly LocalResource[], lasting: ReadonlySet<LocalResource>): readonly string[] {
  const lost = chosen.filter((resource) => !lasting.has(resource)).map(({ name }) => name);
  return [
    ...(lost.length < chosen.length ? [translate(WORDS.filesStay)] : []),
    ...(lost.length > 0 ? [translate(WORDS.lost, { names: lost.join(', ') })] : []),
    translate(WORDS.closesTabs),
  ];
}
