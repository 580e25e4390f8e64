// `npm start` installs this beside Datastore Explorer, because an empty window tells new users nothing.
const vscode = require('vscode');

exports.activate = async () => {
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  if (!isEmpty) return;
  await vscode.commands.executeCommand('datastoreExplorer.resources.focus');
  await vscode.commands.executeCommand('datastoreExplorer.openWalkthrough');
};
