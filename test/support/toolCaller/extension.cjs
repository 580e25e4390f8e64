// Calls the tools that files of the open folder name, `N.call.json`, and writes what they answer into `N.answer.json`.
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return;
  const timer = setInterval(() => {
    for (const name of fs.readdirSync(folder.uri.fsPath).filter((each) => each.endsWith('.call.json')))
      void call(path.join(folder.uri.fsPath, name));
  }, 100);
  subscriptions.push({ dispose: () => clearInterval(timer) });
};

async function call(file) {
  const { name, input } = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.rmSync(file);
  const answer = await answerOf(name, input);
  const written = file.replace('.call.json', '.answer.json');
  fs.writeFileSync(`${written}.part`, JSON.stringify(answer));
  fs.renameSync(`${written}.part`, written);
}

async function answerOf(name, input) {
  if (name === 'tools') return { tools: vscode.lm.tools };
  try {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return { text: content.map(({ value }) => value).join('') };
  } catch (error) {
    return { error: String(error) };
  }
}
