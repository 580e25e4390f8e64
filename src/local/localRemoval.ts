import * as vscode from 'vscode';
import type { Failures } from '../platform/failures.ts';
import { askModal, showMessage } from '../platform/messages.ts';
import { LOCAL_PORTAL_ID, type ResourceRef } from '../platform/portal.ts';
import { chooseSeveral } from '../platform/quickPick.ts';
import type { LocalResource } from '../service/index.ts';
import { nameOf, type FileToOpen, canBeReadAgain } from './localFile.ts';
import { hostOf } from './localCopy.ts';
import type { LocalFiles } from './localFiles.ts';
import { recordsText, sizeText, timeText } from '../platform/quantities.ts';

export interface LocalRemovalDeps {
  readonly localFiles: LocalFiles;
  readonly failures: Failures;
  /** Takes the resource off the screen. */
  readonly closeResource: (ref: ResourceRef) => void;
  readonly open: (file: FileToOpen) => unknown;
}

/** Removes resources and imported data. Data that can't be read again is deleted only after a question. */
export class LocalRemoval {
  readonly #deps: LocalRemovalDeps;

  constructor(deps: LocalRemovalDeps) {
    this.#deps = deps;
  }

  async remove(resourceId: string): Promise<void> {
    const { localFiles, closeResource } = this.#deps;
    const listed = await localFiles.find(resourceId);
    if (listed === undefined) return;
    const { file, read } = listed;
    const isCopied = read === undefined || (await canBeReadAgain(read));
    if (!isCopied && !(await isConfirmed(read))) return;
    closeResource({ portalId: LOCAL_PORTAL_ID, resourceId });
    await localFiles.remove(resourceId);
    if (isCopied) this.#offer({ file, choices: read?.reading ?? {} });
  }

  /** Deletes imported data of several resources: shows how much it is and what goes, and asks first. */
  async clear(): Promise<void> {
    const { localFiles, closeResource } = this.#deps;
    const all = await localFiles.datastore.resources();
    if (all.length === 0) {
      void showMessage('information', vscode.l10n.t('There is no local data.'));
      return;
    }
    const lasting = new Set(await lastingOf(all));
    const chosen = await chooseResources(all, lasting);
    if (chosen.length === 0) return;
    const yes = vscode.l10n.t('Clear');
    const question = vscode.l10n.t('Clear {0} of local data?', sizeText(total(chosen)));
    if ((await askModal('warning', question, clearDetail(chosen, lasting), yes)) !== yes) return;
    for (const { id } of chosen) closeResource({ portalId: LOCAL_PORTAL_ID, resourceId: id });
    await localFiles.drop(chosen.map(({ id }) => id));
    void showMessage(
      'information',
      vscode.l10n.t('{0} of local data were cleared.', sizeText(total(chosen))),
    );
  }

  #offer({ file, choices }: FileToOpen): void {
    const { open, failures } = this.#deps;
    const { part } = choices;
    const again = vscode.l10n.t('Open Again');
    const text = vscode.l10n.t('Removed {0} from the list. The file isn’t changed.', nameOf(file, part));
    showMessage('information', text, again)
      .then((answer) =>
        answer === again ? open({ file, choices, ...(part !== undefined && { parts: [part] }) }) : undefined,
      )
      .catch((error: unknown) => failures.show('Open again', error));
  }
}

async function isConfirmed(resource: LocalResource): Promise<boolean> {
  const { name, origin, records, stored } = resource;
  const question =
    origin === undefined
      ? vscode.l10n.t('Delete the data of “{0}”?', name)
      : vscode.l10n.t('Delete the local copy “{0}”?', name);
  const size = `${recordsText(records)}, ${sizeText(stored)}`;
  const yes = vscode.l10n.t('Delete');
  return (await askModal('warning', question, [...detailOf(resource, size)], yes)) === yes;
}

/** What it is, and why it can't be had again. */
function detailOf({ file, origin }: LocalResource, size: string): readonly string[] {
  if (origin !== undefined)
    return [
      vscode.l10n.t(
        '{0}, downloaded {1} from {2}.',
        size,
        timeText(Date.parse(origin.downloaded)),
        hostOf(origin.baseUrl),
      ),
      vscode.l10n.t('The portal’s resource isn’t changed, but it may have other records by now.'),
    ];
  if (file !== '') return [`${size}.`, vscode.l10n.t('{0} is gone, so it can’t be read again.', file)];
  return [`${size}.`, vscode.l10n.t('The data was made on this machine. There is no other copy.')];
}

async function chooseResources(
  all: readonly LocalResource[],
  lasting: ReadonlySet<LocalResource>,
): Promise<readonly LocalResource[]> {
  const picked = await chooseSeveral({
    title: vscode.l10n.t('Clear Local Data: {0} in All', sizeText(total(all))),
    placeholder: vscode.l10n.t('Select data to delete'),
    items: all.map((resource) => ({
      label: resource.name,
      description: sizeText(resource.stored),
      detail: placeOf(resource),
      picked: lasting.has(resource),
      value: resource,
    })),
  });
  return picked ?? [];
}

function total(resources: readonly LocalResource[]): number {
  return resources.reduce((sum, { stored }) => sum + stored, 0);
}

function placeOf({ file, origin }: LocalResource): string {
  if (file !== '') return file;
  return origin?.baseUrl ?? vscode.l10n.t('made here: there is no other copy');
}

/** Those whose files are there. */
async function lastingOf(all: readonly LocalResource[]): Promise<readonly LocalResource[]> {
  const can = await Promise.all(all.map(canBeReadAgain));
  return all.filter((_, index) => can[index]);
}

function clearDetail(
  chosen: readonly LocalResource[],
  lasting: ReadonlySet<LocalResource>,
): readonly string[] {
  const lost = chosen.filter((resource) => !lasting.has(resource)).map(({ name }) => name);
  const files = vscode.l10n.t('The files themselves stay and can be read again.');
  return [
    ...(lost.length < chosen.length ? [files] : []),
    ...(lost.length > 0
      ? [vscode.l10n.t('These can’t be read again and are lost: {0}', lost.join(', '))]
      : []),
    vscode.l10n.t('Tabs that show this data are closed.'),
  ];
}
