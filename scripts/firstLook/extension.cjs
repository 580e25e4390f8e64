// Installed by `npm start` only, beside Datastore Explorer: an empty window says nothing to those who try it.
const vscode = require('vscode');

exports.activate = async () => {
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  if (!isEmpty) return;
  // People act as soon as they see the walkthrough: nothing may move the focus from then on.
  await vscode.extensions.getExtension('datastore-explorer.datastore-explorer')?.activate();
  await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  await vscode.commands.executeCommand('datastoreExplorer.openWalkthrough');
};
