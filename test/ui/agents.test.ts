/** The tools for language models in a real VS Code: what the dialog before each says, and what is sent if people agree. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AGENT_TOOLS } from '../../src/agents/agentTool.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { extensionsWithToolCaller, type ToolAnswer, ToolCalls } from '../support/drivers/toolCalls.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';
const TOKEN = 'eyJ0eXAi.right-token/+==';

describe('The tools for language models', () => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ui-agents-')));
  const folder = path.join(root, 'work');
  const extensionsDir = path.join(root, 'extensions');
  before('a second extension is there', () => void extensionsWithToolCaller(extensionsDir));
  const city = new FakeCkan({
    title: 'City',
    resources: {
      [TREES]: { name: 'Trees', fields: [{ id: 'kind', type: 'text' }], rows: [['oak'], ['elm'], ['oak']] },
    },
  });
  const { vsc, explorer, baseUrl } = useExplorer(city, { folder, extensionsDir });
  after('the folder goes', () => fs.rmSync(root, { recursive: true }));
  const calls = new ToolCalls(folder);
  const address = () => new URL(baseUrl()).host;

  /** Calls a tool, checks what its dialog says, and presses a button. */
  const call = async (name: string, input: object, words: readonly string[], button: string): Promise<ToolAnswer> => {
    const before = city.calls.length;
    const answer = calls.begin(name, input);
    const dialog = vsc().page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    const text = (await dialog.innerText()).replaceAll(/\s+/g, ' ');
    for (const word of words) assert.ok(text.includes(word), `${text} has no ${word}`);
    assert.equal(city.calls.length, before, 'nothing is sent before people agree');
    await dialog.getByRole('button', { name: button }).click();
    return answer();
  };

  it('are there, each once, and share a tag', async () => {
    await vsc().showSidebar('Datastore');
    await explorer().addPortal(`${baseUrl()}/dataset/parks/resource/${TREES}`, 'City');
    await explorer().records(/^3 matching records/);
    const { tools = [] } = await calls.begin('tools')();
    const own = tools.filter(({ tags }) => tags.includes('datastore')).map(({ name }) => name);
    assert.deepEqual(own.sort(), [...AGENT_TOOLS].sort());
  });

  it('datastore_search says what it will ask', async () => {
    const input = { resource: TREES, filters: { kind: 'oak' } };
    const words = ['Search the records of Trees?', `Portal: City (${address()})`, 'Filters: {"kind":"oak"}', TREES];
    const refused = await call('datastore_search', input, words, 'Cancel');
    assert.match(refused.error ?? '', /Cancel/);
    const { text = '' } = await call('datastore_search', input, words, 'Continue');
    console.log(text);
    assert.match(text, /total: 2\nreturned: 2\ncomplete: true/);
  });
});
