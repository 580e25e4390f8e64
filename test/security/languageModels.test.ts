/** S13: what a language model that reads hostile records gets of this extension: six tools that read, and nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import { agentTools } from '../../src/agents/agentTool.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { Cases } from './cases.ts';

/** Other parts of a manifest through which models get tools, prompts or words. */
const CONTRIBUTIONS = [
  ...['languageModelToolSets', 'languageModelChatProviders', 'chatParticipants'],
  ...['chatInstructions', 'chatPromptFiles', 'chatAgents'],
];
const API = /\bvscode\.(?:lm|chat)\b|\b(?:LanguageModel|McpServer|McpHttpServer|McpStdioServer)[A-Z]\w*/;
/** The rooms of the tools. Their server speaks over standard input and output. */
const ROOMS = /^(?:assistant|agents\/mcp)\//;

interface Manifest {
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly languageModelTools: readonly { readonly name: string; readonly inputSchema: object }[];
    readonly mcpServerDefinitionProviders: readonly object[];
    readonly chatSkills: readonly object[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
}

describe('S13: a language model', () => {
  const cases = new Cases();
  after(() =>
    cases.count('S13', 'doors for language models: six tools, a skill and a server that is off, and no other'),
  );

  const text = fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  const { contributes } = JSON.parse(text) as Manifest;

  it('is given the six tools, their skill, and a server only if people turn it on', () => {
    for (const name of CONTRIBUTIONS) cases.judge(name, !Object.hasOwn(contributes, name));
    const { languageModelTools, mcpServerDefinitionProviders, chatSkills, configuration } = contributes;
    const tools = languageModelTools.map(({ name, inputSchema }) => ({ name, inputSchema }));
    const own = agentTools.map(({ name, inputSchema }) => ({ name, inputSchema }));
    cases.judge('tools', JSON.stringify(tools) === JSON.stringify(own));
    cases.judge('skill', chatSkills.length === 1);
    const isOff = configuration.properties['datastoreExplorer.agents.mcp']?.default === false;
    cases.judge('server', mcpServerDefinitionProviders.length === 1 && isOff);
  });

  it('is given nothing by other code', () => {
    const folder = path.join(projectRoot, 'src');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const doors = files
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => !ROOMS.test(name) && API.test(fs.readFileSync(path.join(folder, name), 'utf8')));
    cases.judge(doors.join(), doors.length === 0);
  });
});
