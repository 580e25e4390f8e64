// Installed by `npm start` only, beside Datastore Explorer: an empty window says nothing to those who try it.
const vscode = require('vscode');

exports.activate = async () => {
  const isEmpty = vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  const resourceId = process.env.DATASTORE_EXPLORER_SAMPLE;
  if (!isEmpty || resourceId === undefined) return;
  await vscode.commands.executeCommand('datastoreExplorer.searchResource', { portalId: 'local', resourceId });
};
