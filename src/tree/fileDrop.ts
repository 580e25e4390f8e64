import * as vscode from 'vscode';
import { showMessage } from '../platform/messages.ts';
import { translate } from '../platform/windowLanguage.ts';
import { TREE_WORDS } from './treeWords.ts';

const URI_LIST = 'text/uri-list';
const COMMAND = 'datastoreExplorer.exploreInDatastore';

/** Files and folders that are dropped on the tree, from the Explorer or from outside. */
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

/** `text/uri-list` (RFC 2483): one to a line; lines that begin with # say nothing. */
async function listed(dropped: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const text = (await dropped.get(URI_LIST)?.asString()) ?? '';
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => vscode.Uri.parse(line));
}

/** From the desktop, where VS Code says where a file lies. */
function attached(dropped: vscode.DataTransfer): readonly vscode.Uri[] {
  if (dropped.get(URI_LIST) !== undefined) return [];
  return [...dropped].flatMap(([, item]) => item.asFile()?.uri ?? []);
}
