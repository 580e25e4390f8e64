// `npm start` installs this beside Datastore Explorer, because an empty window tells new users nothing.
const vscode = require('vscode');

exports.activate = async () => {
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  if (!isEmpty) return;
  // People act as soon as they see the walkthrough: nothing may move the focus from then on.
  await vscode.extensions.getExtension('datastore-explorer.datastore-explorer')?.activate();
  await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  await vscode.commands.executeCommand('datastoreExplorer.openWalkthrough');
};
