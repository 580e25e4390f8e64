import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AGENT_TOOLS } from '../../../src/agents/agentTool.ts';
import { AgentServer } from '../../../src/assistant/modelTools.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { cliPath } from '../../support/drivers/builtProgram.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { EventEmitter, workspace } from '../../support/host/vscode.ts';

interface ToolManifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly when: string }[] };
}

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';

describe('the server for MCP that VS Code starts', () => {
  afterEach(() => (workspace.isTrusted = true));

  const setUp = ({ isEnabled = true, urls = [] as readonly string[], paths = [] as readonly string[] } = {}) => {
    const switched = new EventEmitter<boolean>();
    const listed = new EventEmitter<void>();
    const setting = { value: isEnabled, onDidChange: switched.event };
    const ports = {
      listed: () => urls.map((baseUrl) => ({ id: baseUrl, name: '', baseUrl, resources: [] })),
      files: { list: () => Promise.resolve(['', ...paths, ...paths].map((file) => ({ file }))) },
      portals: { onDidChange: listed.event },
    };
    type Parameters = ConstructorParameters<typeof AgentServer>;
    const [own, places] = [setting, ports] as unknown as [Parameters[1], Parameters[2]];
    const server = new AgentServer({ path: cliPath, version: '1' }, own, places);
    let changes = 0;
    server.onDidChangeMcpServerDefinitions(() => (changes += 1));
    return { server, setting, switched, listed, changes: () => changes };
  };

  it('is there only while people want it, in a trusted folder, with something to ask', async () => {
    const urls = ['https://city.test'];
    assert.deepEqual(await setUp({ isEnabled: false, urls }).server.provideMcpServerDefinitions(), []);
    assert.deepEqual(await setUp().server.provideMcpServerDefinitions(), []);
    assert.equal((await setUp({ urls }).server.provideMcpServerDefinitions()).length, 1);
    workspace.isTrusted = false;
    assert.deepEqual(await setUp({ urls }).server.provideMcpServerDefinitions(), []);
  });

  it('is on in place of the tools, so that models get none of them twice', () => {
    const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as ToolManifest;
    const { languageModelTools } = manifest.contributes;
    assert.deepEqual(
      languageModelTools.map(({ when }) => when),
      AGENT_TOOLS.map(() => '!config.datastoreExplorer.agents.mcp'),
    );
  });

  it('is asked for anew when the setting changes, and while it is on, when the list does', () => {
    const { setting, switched, listed, changes } = setUp({ isEnabled: false });
    listed.fire();
    assert.equal(changes(), 0);
    setting.value = true;
    switched.fire(true);
    assert.equal(changes(), 1);
    listed.fire();
    assert.equal(changes(), 2);
    setting.value = false;
    switched.fire(false);
    assert.equal(changes(), 3);
  });

  it('answers the official client on the portals and files of the window, without a token', async () => {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-server-')));
    const file = path.join(folder, '--odd name.csv');
    await writeFile(file, 'a\n1\n');
    const city = new FakeCkan({
      resources: { [TREES]: { name: 'Trees', fields: [{ id: 'kind', type: 'text' }], rows: [['oak']] } },
    });
    const { server } = setUp({ urls: [await city.listen()], paths: [file] });
    const [definition] = await server.provideMcpServerDefinitions();
    assert.ok(definition);
    const { command, args, env } = definition;
    assert.deepEqual(env, { ELECTRON_RUN_AS_NODE: '1' });
    const client = new Client({ name: 'tests', version: '1' });
    await client.connect(
      new StdioClientTransport({ command, args: [...args], env: { TMPDIR: folder }, stderr: 'ignore' }),
    );
    const call = async (resource: string) => {
      const { content } = await client.callTool({ name: 'datastore_search', arguments: { resource } });
      return JSON.stringify(content);
    };
    assert.match(await call('--odd name.csv'), /returned: 1/);
    assert.match(await call(TREES), /returned: 1/);
    await client.close();
    await city.close();
    await rm(folder, { recursive: true });
  });
});
