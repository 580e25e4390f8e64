import * as vscode from 'vscode';
import type { Failures } from '../platform/failures.ts';
import { askModal, showMessage } from '../platform/messages.ts';
import type { LocalResource } from '../service/process/protocol.ts';
import { nameOf, type FileToOpen } from './fileToOpen.ts';
import { hostOf } from './localCopyWords.ts';
import { canBeReadAgain, type LocalFiles } from './localFiles.ts';
import { recordsText, sizeText, timeText } from './localWords.ts';

export interface LocalRemovalDeps {
  readonly localFiles: LocalFiles;
  readonly failures: Failures;
  /** Takes the resource off the screen. */
  readonly close: (resourceId: string) => void;
  readonly open: (file: FileToOpen) => unknown;
}

/** Takes resources out of Local files. Data that can't be read again is deleted only after a question. */
export class LocalRemoval {
  readonly #deps: LocalRemovalDeps;

  constructor(deps: LocalRemovalDeps) {
    this.#deps = deps;
  }

  async remove(resourceId: string): Promise<void> {
    const { localFiles, close } = this.#deps;
    const listed = await localFiles.find(resourceId);
    if (listed === undefined) return;
    const { file, read } = listed;
    const isCopied = read === undefined || (await canBeReadAgain(read));
    if (!isCopied && !(await isConfirmed(read))) return;
    close(resourceId);
    await localFiles.remove(resourceId);
    if (isCopied) this.#offer({ file, choices: read?.reading ?? {} });
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
      .catch((error: unknown) => failures.tell('Open again', error));
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
