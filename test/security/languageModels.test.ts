/** S13: what a language model that reads hostile records could make this extension do: nothing, it can call nothing of ours. */
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { Cases } from './cases.ts';

/** The parts of a manifest, and of VS Code's API, through which models get tools, prompts or servers. */
const CONTRIBUTIONS = [
  ...['languageModelTools', 'languageModelToolSets', 'languageModelChatProviders', 'chatParticipants'],
  ...['chatInstructions', 'chatPromptFiles', 'chatAgents', 'chatSkills', 'mcpServerDefinitionProviders'],
];
const API = /\bvscode\.(?:lm|chat)\b|\b(?:LanguageModel|McpServer|McpHttpServer|McpStdioServer)[A-Z]\w*/;

describe('S13: a language model', () => {
  const cases = new Cases();
  after(() => cases.count('S13', 'doors for language models are shut: no tool, so no order that a record could give'));

  it('is given no tool, prompt or server by the manifest', () => {
    const text = fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
    const { contributes } = JSON.parse(text) as { readonly contributes: Readonly<Record<string, unknown>> };
    for (const name of CONTRIBUTIONS) cases.judge(name, !Object.hasOwn(contributes, name));
  });

  it('is given none by the code', () => {
    const folder = path.join(projectRoot, 'src');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const doors = files.filter((name) => API.test(fs.readFileSync(path.join(folder, name), 'utf8')));
    cases.judge(doors.join(), doors.length === 0);
  });
});
