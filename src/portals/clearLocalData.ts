import * as vscode from 'vscode';
import { askModal, showMessage } from '../platform/messages.ts';
import { chooseSeveral } from '../platform/quickChoice.ts';
import type { LocalResource } from '../service/protocol.ts';
import type { LocalFiles } from './localFiles.ts';
import { sizeText } from './localWords.ts';

/** Takes imported data off the disk: shows how much it is and what goes, and asks before it does. */
export class ClearLocalData {
  readonly #files: LocalFiles;
  readonly #closePanels: (resourceId: string) => void;

  constructor(files: LocalFiles, closePanels: (resourceId: string) => void) {
    this.#files = files;
    this.#closePanels = closePanels;
  }

  async run(): Promise<void> {
    const all = await this.#files.datastore.resources();
    if (all.length === 0) {
      void showMessage('information', vscode.l10n.t('There is no local data.'));
      return;
    }
    const chosen = await this.#choose(all);
    if (chosen.length === 0) return;
    const yes = vscode.l10n.t('Clear');
    const question = vscode.l10n.t('Clear {0} of local data?', sizeText(total(chosen)));
    if ((await askModal('warning', question, detailOf(chosen), yes)) !== yes) return;
    for (const { id } of chosen) this.#closePanels(id);
    await this.#files.drop(chosen.map(({ id }) => id));
    void showMessage(
      'information',
      vscode.l10n.t('{0} of local data were cleared.', sizeText(total(chosen))),
    );
  }

  async #choose(all: readonly LocalResource[]): Promise<readonly LocalResource[]> {
    const picked = await chooseSeveral({
      title: vscode.l10n.t('Clear Local Data: {0} in All', sizeText(total(all))),
      placeholder: vscode.l10n.t('Choose what goes'),
      items: all.map((resource) => ({
        label: resource.name,
        description: sizeText(resource.stored),
        detail: placeOf(resource),
        picked: true,
        value: resource,
      })),
    });
    return picked ?? [];
  }
}

function total(resources: readonly LocalResource[]): number {
  return resources.reduce((sum, { stored }) => sum + stored, 0);
}

function placeOf({ file, origin }: LocalResource): string {
  if (file !== '') return file;
  return origin?.baseUrl ?? vscode.l10n.t('made here: there is no other copy');
}

function detailOf(chosen: readonly LocalResource[]): readonly string[] {
  const own = chosen.filter(({ file }) => file === '').map(({ name }) => name);
  const files = vscode.l10n.t(
    'The files themselves stay and can be read again. Tabs that show this data are closed.',
  );
  const lost = vscode.l10n.t('These have no file and are lost: {0}', own.join(', '));
  return own.length === 0 ? [files] : [files, lost];
}
