import * as vscode from 'vscode';
import { askModal, showMessage } from '../platform/messages.ts';
import { chooseSeveral } from '../platform/quickChoice.ts';
import type { LocalResource } from '../service/process/protocol.ts';
import { canBeReadAgain, type LocalFiles } from './localFiles.ts';
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
    const lasting = new Set(await lastingOf(all));
    const chosen = await this.#choose(all, lasting);
    if (chosen.length === 0) return;
    const yes = vscode.l10n.t('Clear');
    const question = vscode.l10n.t('Clear {0} of local data?', sizeText(total(chosen)));
    if ((await askModal('warning', question, detailOf(chosen, lasting), yes)) !== yes) return;
    for (const { id } of chosen) this.#closePanels(id);
    await this.#files.drop(chosen.map(({ id }) => id));
    void showMessage(
      'information',
      vscode.l10n.t('{0} of local data were cleared.', sizeText(total(chosen))),
    );
  }

  async #choose(
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

function detailOf(chosen: readonly LocalResource[], lasting: ReadonlySet<LocalResource>): readonly string[] {
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
