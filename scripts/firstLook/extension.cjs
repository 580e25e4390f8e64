// Installed by `npm start` only, beside Datastore Explorer: an empty window says nothing to those who try it.
const vscode = require('vscode');

exports.activate = async () => {
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  if (!isEmpty) return;
  await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  await vscode.commands.executeCommand('datastoreExplorer.openWalkthrough');
};
