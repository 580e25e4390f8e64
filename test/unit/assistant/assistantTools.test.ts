import assert from 'node:assert/strict';
import type { CancellationToken } from 'vscode';
import { type AgentToolName, agentTools } from '../../../src/agents/agentTool.ts';
import type { AssistantPorts } from '../../../src/assistant/assistantPorts.ts';
import { AssistantTools } from '../../../src/assistant/assistantTools.ts';
import { questionIn } from '../../../src/kept/placedQuery.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';
import type { Portal, ResourceRef } from '../../../src/platform/portal.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { transportTo } from '../../support/fakes/agentPlaces.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { people, workspace } from '../../support/host/vscode.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';
const TOKEN = 'T0KEN-of-city-4711';
const fields = [{ id: 'kind', type: 'text' }];

describe('the tools for VS Code’s models', () => {
  beforeEach(() => people.forget());
  afterEach(() => (workspace.isTrusted = true));

  const setUp = (portalUrls: Readonly<Record<string, string>> = { City: 'https://city.test' }) => {
    const server = new FakeCkan({ resources: { [TREES]: { name: 'Trees', fields, rows: [['oak'], ['elm']] } } });
    const transport = transportTo({ 'city.test': server, 'village.test': server, '10.0.0.1': server });
    const opened: DatastoreQuery[] = [];
    const statements: unknown[] = [];
    const listed = Object.entries(portalUrls).map(([name, baseUrl]) => ({ id: name, name, baseUrl, resources: [] }));
    const ports = {
      listed: () => listed,
      portals: {
        names: ({ portalId, resourceId }: ResourceRef) => ({
          resource: resourceId === TREES ? 'Trees' : resourceId,
          server: portalId,
        }),
        tokenUse: (baseUrl: string) => Promise.resolve(baseUrl === 'https://city.test' ? 'sent' : 'none'),
        visit: (baseUrl: string) => ({ id: `at ${baseUrl}`, name: '', baseUrl, resources: [] }),
        dialect: () => new LearnedDialect(),
      },
      sources: {
        of: ({ baseUrl }: Pick<Portal, 'baseUrl'>) => ({
          connect: () => ({
            access: () => Promise.resolve({ baseUrl, ...(baseUrl.includes('city') && { token: TOKEN }) }),
          }),
        }),
      },
      files: {
        portal: { id: 'local' },
        resources: () =>
          Promise.resolve([
            { id: 'f1', name: 'cases.csv' },
            { id: 'f2', name: 'cases.csv' },
          ]),
        refresh: () => Promise.reject(new Error('/home/me/secret/cases.csv is gone')),
      },
      transport,
      open: (ref: ResourceRef, json: string) =>
        Promise.resolve(
          opened.push({ ...questionIn(ref, json).query, resourceId: `${ref.portalId} ${ref.resourceId}` }),
        ),
      openSql: (sql: string, sources: readonly object[]) => Promise.resolve(statements.push({ sql, sources })),
    } as unknown as AssistantPorts;
    const tools = new AssistantTools(ports);
    const invoke = async (name: AgentToolName, input: object) => {
      const token = { isCancellationRequested: false, onCancellationRequested: () => undefined };
      const { content } = await tools.invoke(name, { ...input }, token as unknown as CancellationToken);
      return content.map((part) => (part as { readonly value: string }).value).join('');
    };
    const confirm = async (name: AgentToolName, input: object): Promise<string> => {
      const { confirmationMessages } = await tools.prepare(name, { ...input });
      const { message = '' } = confirmationMessages ?? {};
      const { value } = message as { readonly value: string };
      return [confirmationMessages?.title, value].join('\n');
    };
    return { invoke, confirm, tools, sent: transport.sent, opened, statements };
  };

  const QUESTIONS: readonly [name: AgentToolName, input: object, words: readonly string[]][] = [
    [
      'datastore_find',
      { q: 'trees' },
      ['Portal: City (city.test), with your API token', 'Files on this machine: 2', 'Search: trees'],
    ],
    ['datastore_find', { portal: 'city.test' }, ['Portal: City (city.test), with your API token']],
    ['datastore_describe', { resource: TREES }, ['Read the fields of Trees?', `Resource: Trees (${TREES})`]],
    ['datastore_describe', { resource: 'cases.csv (2)' }, ['File on this machine: cases.csv (2)']],
    [
      'datastore_search',
      { resource: TREES, filters: { kind: 'oak' }, sort: 'kind' },
      ['Filters: {"kind":"oak"}', 'Sort: kind'],
    ],
    ['datastore_summarize', { resource: TREES, by: ['kind'], top: 5 }, ['Groups: ["kind"]', 'Groups at most: 5']],
    [
      'datastore_sql',
      { sql: `SELECT 1 FROM "${TREES}"` },
      ['Run this SQL statement?', 'Portal: City', `SQL: SELECT 1 FROM "${TREES}"`],
    ],
    ['datastore_show', { resource: 'nothing.csv:1', q: 'x' }, ['Open this in a panel?']],
    [
      'datastore_search',
      { resource: `https://village.test/dataset/a/resource/${TREES}` },
      ["Portal: village.test, which isn't in your list, without an API token"],
    ],
  ];
  for (const [name, input, words] of QUESTIONS)
    it(`${name} says before ${JSON.stringify(input).slice(0, 60)} what it asks`, async () => {
      const { confirm, sent } = setUp();
      const text = await confirm(name, input);
      for (const word of words) assert.ok(text.includes(word), `${text} has no ${word}`);
      assert.deepEqual(sent, []);
    });

  it('a text of the model is no line of its own in the dialog', async () => {
    const text = await setUp().confirm('datastore_search', { resource: TREES, q: 'x\nPortal: trusted\u202e' });
    assert.ok(text.includes('Search: x Portal: trusted'), text);
  });

  it('in Restricted Mode nothing is asked, and the answer says what people can do', async () => {
    workspace.isTrusted = false;
    const { invoke, tools, sent } = setUp();
    assert.deepEqual(await tools.prepare('datastore_find', {}), {});
    for (const { name } of agentTools)
      assert.match(await invoke(name, {}), /^error: .*trusted.*\ncomplete: false\nnext: Ask people/);
    assert.deepEqual(sent, []);
  });

  it('the token goes to its portal, and is in no answer', async () => {
    const { invoke, sent } = setUp({ City: 'https://city.test', Village: 'https://village.test' });
    const answers = [
      await invoke('datastore_search', { resource: `city.test:${TREES}` }),
      await invoke('datastore_search', { resource: `village.test:${TREES}` }),
    ];
    for (const answer of answers) assert.match(answer, /total: 2\nreturned: 2\ncomplete: true/);
    assert.ok(!answers.join().includes(TOKEN));
    for (const { url, headers } of sent)
      assert.equal(headers['authorization'], url.host === 'city.test' ? TOKEN : undefined);
  });

  it('another portal is asked once people have agreed to its host, without a token', async () => {
    const { invoke, sent } = setUp({});
    const input = { resource: `https://city.test/dataset/a/resource/${TREES}` };
    assert.match(await invoke('datastore_search', input), /^error: People don't let this portal be asked/);
    assert.ok(people.asked[0]?.text.startsWith('Let a language model ask city.test?'), people.asked[0]?.text);
    assert.equal(people.asked.length, 1);
    assert.equal(sent.length, 0);
    people.answer = () => 'Ask';
    assert.match(await invoke('datastore_search', input), /returned: 2/);
    assert.match(await invoke('datastore_search', input), /returned: 2/);
    assert.equal(people.asked.length, 2, 'one question for a window');
    assert.deepEqual(new Set(sent.map(({ headers }) => headers['authorization'])), new Set([undefined]));
  });

  it('a file that can’t be read is said without its folder', async () => {
    const answer = await setUp().invoke('datastore_search', { resource: 'cases.csv' });
    assert.match(answer, /^error: cases.csv can't be read\./);
    assert.ok(!answer.includes('secret'), answer);
  });

  it('datastore_show opens the question itself, with exact numbers', async () => {
    const { invoke, opened } = setUp();
    const filters = { kind: 'oak', year: 12345678901234567000 };
    assert.equal(await invoke('datastore_show', { resource: TREES, filters, sort: 'kind desc' }), 'Opened in VS Code.');
    assert.deepEqual(opened, [
      {
        resourceId: `at https://city.test ${TREES}`,
        filters: conditionsOf(JSON.stringify(filters)),
        sort: [{ field: 'kind', descending: true }],
      },
    ]);
  });

  it('datastore_show opens a statement with its sources', async () => {
    const { invoke, statements } = setUp();
    const sql = 'SELECT "kind" FROM "cases.csv"';
    assert.equal(await invoke('datastore_show', { sql }), 'Opened in VS Code.');
    assert.deepEqual(
      statements.map((each) => JSON.stringify(each)),
      [JSON.stringify({ sql, sources: [{ name: 'cases.csv', ref: { portalId: 'local', resourceId: 'f1' } }] })],
    );
  });
});
