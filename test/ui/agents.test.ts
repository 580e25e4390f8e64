/** The tools for language models in a real VS Code: what the dialog before each says, and what is sent if people agree. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AGENT_TOOLS, type AgentToolName } from '../../src/agents/agentTool.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { shownRecords } from '../support/drivers/explorer.ts';
import { extensionsWithToolCaller, type ToolAnswer, ToolCalls } from '../support/drivers/toolCalls.ts';
import { useExplorer } from '../support/drivers/useExplorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';
const STAFF = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b11';
const TOKEN = 'eyJ0eXAi.right-token/+==';
const fields = [{ id: 'kind', type: 'text' }];
const trees = { name: 'Trees', fields, rows: [['oak'], ['elm'], ['oak']] };

describe('The tools for language models', () => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ui-agents-')));
  const folder = path.join(root, 'work');
  const extensionsDir = path.join(root, 'extensions');
  const file = path.join(root, 'cases.csv');
  const city = new FakeCkan({
    title: 'City',
    token: TOKEN,
    resources: { [TREES]: trees, [STAFF]: { name: 'Staff', fields, rows: [['Ada']], isPrivate: true } },
    catalog: {
      datasets: [{ name: 'parks', title: 'Parks', resources: [{ id: TREES, name: 'Trees', datastore_active: true }] }],
    },
  });
  const village = new FakeCkan({ title: 'Village', resources: { [TREES]: trees } });
  before('a second extension, a file and a portal are there', async () => {
    extensionsWithToolCaller(extensionsDir);
    fs.writeFileSync(file, 'day,n\n2026-01-01,12345678901234567890\n2026-01-02,2\n');
    villageUrl = await village.listen();
  });
  let villageUrl = '';
  const settings = { 'datastoreExplorer.local.files': [file] };
  const { vsc, explorer, baseUrl } = useExplorer(city, { folder, extensionsDir, settings });
  after('the folder and the portal go', async () => {
    await village.close();
    fs.rmSync(root, { recursive: true });
  });
  const calls = new ToolCalls(folder);

  /** Calls a tool, checks what its dialog says, and presses a button. */
  const call = async (
    name: AgentToolName,
    input: object,
    button: 'Cancel' | 'Yes',
    ...words: readonly string[]
  ): Promise<string> => {
    const sent = city.calls.length + village.calls.length;
    const answered = calls.begin(name, input);
    const dialog = vsc().dialog(words[0] ?? '');
    await dialog.waitFor();
    const text = (await dialog.innerText()).replaceAll(/\s+/g, ' ');
    for (const word of words) assert.ok(text.includes(word), `${text} has no ${word}`);
    assert.equal(city.calls.length + village.calls.length, sent, 'nothing is sent before people agree');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    if (button === 'Yes') return textOf(await answered());
    assert.match((await answered()).error ?? '', /Cancel/);
    assert.equal(city.calls.length + village.calls.length, sent, 'Cancel sends nothing');
    return '';
  };
  const textOf = ({ text, error }: ToolAnswer): string => {
    assert.equal(error, undefined);
    return text ?? '';
  };
  const place = () => `Portal: City (${new URL(baseUrl()).host})`;

  it('are there, each once, and share a tag', async () => {
    await vsc().showSidebar('Datastore');
    await explorer().addPortal(`${baseUrl()}/dataset/parks/resource/${TREES}`, 'City');
    await explorer().records(/^3 matching records/);
    const { tools = [] } = await calls.begin('tools')();
    const own = tools.filter(({ tags }) => tags.includes('datastore')).map(({ name }) => name);
    assert.deepEqual(own.sort(), [...AGENT_TOOLS].sort());
  });

  const filters = { kind: 'oak' };
  const resource = `Resource: Trees (${TREES})`;
  const ANSWERED: readonly [AgentToolName, object, readonly string[], RegExp][] = [
    [
      'datastore_find',
      { q: 'parks' },
      ['Find data in your portals and files?', 'File on this machine: cases.csv', 'Search: parks'],
      new RegExp(TREES),
    ],
    ['datastore_describe', { resource: TREES }, ['Read the fields of Trees?', resource], /"kind"/],
    [
      'datastore_search',
      { resource: TREES, filters },
      ['Search the records of Trees?', resource, 'Filters: {"kind":"oak"}', 'given to the language model'],
      /total: 2\nreturned: 2\ncomplete: true/,
    ],
    [
      'datastore_summarize',
      { resource: TREES, by: ['kind'] },
      ['Summarize the records of Trees?', resource, 'Groups: ["kind"]'],
      /\["oak",2\]/,
    ],
    ['datastore_show', { resource: TREES, filters }, ['Open this in a panel?', resource], /^Opened in VS Code\.$/],
  ];
  for (const [name, input, words, answer] of ANSWERED)
    it(`${name} asks a portal after Yes, and nothing after Cancel`, async () => {
      const [title = '', ...others] = words;
      await call(name, input, 'Cancel', title, place(), ...others);
      assert.match(await call(name, input, 'Yes', title, place(), ...others), answer);
    });

  it('datastore_show has opened the records that match', async () => {
    const records = await explorer().records(/^2 matching records/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['oak', 'oak']);
  });

  it('datastore_sql reads a file with every digit, and datastore_show opens the statement', async () => {
    const sql = 'SELECT "n" FROM "cases.csv" ORDER BY 1 DESC';
    const words = ['Run this SQL statement?', 'File on this machine: cases.csv', `SQL: ${sql}`];
    await call('datastore_sql', { sql }, 'Cancel', ...words);
    const answer = await call('datastore_sql', { sql }, 'Yes', ...words);
    assert.match(answer, /total: 2\n[^]*\["n"\]\n\[12345678901234567890\]\n\[2\]/);
    assert.ok(!answer.includes(root), 'no path is in an answer');
    await call('datastore_show', { sql }, 'Yes', 'Open this in a panel?', `SQL: ${sql}`);
    const text = await vsc().editorText();
    assert.equal(text.trim(), `-- @source "cases.csv" = "cases.csv"\n${sql}`);
  });

  it('the dialog says that a token is sent, which is in no answer', async () => {
    await vsc().contextMenu(vsc().row('City').first(), 'Set API Token…');
    await explorer().giveToken('City', TOKEN);
    await vsc().row('token set').first().waitFor();
    const answer = await call('datastore_search', { resource: STAFF }, 'Yes', `${place()}, with your API token`);
    assert.match(answer, /\["Ada"\]|,"Ada"\]/);
    assert.ok(!answer.includes(TOKEN));
  });

  it('another host is named by both dialogs, and gets no token', async () => {
    const { host } = new URL(villageUrl);
    const input = { resource: `${villageUrl}/dataset/parks/resource/${TREES}` };
    const words = [`Portal: ${host}, which isn't in your list, without an API token`];
    await call('datastore_search', input, 'Cancel', ...words);
    for (const [button, answer] of [
      ['Cancel', /^error: People don't let this portal be asked\./],
      ['Ask', /total: 3\n/],
    ] as const) {
      const answered = call('datastore_search', input, 'Yes', ...words);
      const dialog = vsc().dialog(`Let a language model ask ${host}?`);
      await dialog.waitFor();
      assert.equal(village.calls.length, 0);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      assert.match(await answered, answer);
    }
    assert.deepEqual(new Set(village.calls.map(({ authorization }) => authorization)), new Set([undefined]));
  });
});
