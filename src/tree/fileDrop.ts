import * as vscode from 'vscode';
import { showMessage } from '../platform/messages.ts';
import { translate } from '../platform/windowLanguage.ts';
import { TREE_WORDS } from './treeWords.ts';

const URI_LIST = 'text/uri-list';
const COMMAND = 'datastoreExplorer.exploreInDatastore';

/** Opens files and folders that are dropped on the tree, from VS Code's Explorer or from outside. */
export const fileDrop: vscode.TreeDragAndDropController<unknown> = {
  dragMimeTypes: [],
  dropMimeTypes: [URI_LIST, 'files'],
  handleDrop: async (_target, dropped) => {
    const uris = [...(await listed(dropped)), ...attached(dropped)];
    const [first] = uris;
    if (first !== undefined) await vscode.commands.executeCommand(COMMAND, first, uris);
    else void showMessage('warning', translate(TREE_WORDS.notOnThisMachine));
  },
};

/** Files in `text/uri-list` (RFC 2483), which has one address per line and comments after #. */
async function listed(dropped: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const text = (await dropped.get(URI_LIST)?.asString()) ?? '';
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => vscode.Uri.parse(line));
}

/** Files dropped from the desktop, if VS Code knows their paths. */
function attached(dropped: vscode.DataTransfer): readonly vscode.Uri[] {
  if (dropped.get(URI_LIST) !== undefined) return [];
  return [...dropped].flatMap(([, item]) => item.asFile()?.uri ?? []);
}
