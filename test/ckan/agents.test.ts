// What tools of agents say of many records of a real CKAN: by its SQL, and by reading them all.
import assert from 'node:assert/strict';
import { AgentBudget } from '../../src/agents/agentBudget.ts';
import { callTool } from '../../src/agents/callTool.ts';
import { LearnedDialect } from '../../src/datastore/dialect/learnedDialect.ts';
import { UndiciTransport } from '../../src/http/undiciTransport.ts';
import { readFixture } from './fixture.ts';

const { readings, subjects, baseUrl } = readFixture();
const { signal } = new AbortController();

describe('tools of agents, asked of a real CKAN', function () {
  this.timeout(60_000);
  const settings = { noProxy: [], proxySupport: 'off', strictSsl: true, systemCertificates: false } as const;
  const transport = new UndiciTransport({ ...settings, environment: {} });
  after(() => transport.dispose());

  async function answer(name: string, input: object, allowsSql: boolean): Promise<readonly string[]> {
    const dialect = new LearnedDialect({ allowsSql: () => allowsSql });
    const portal = { name: new URL(baseUrl).host, baseUrl, access: () => Promise.resolve({ baseUrl }), dialect };
    const places = { portals: [portal], files: [], transport };
    const { text, isError } = await callTool(name, input, places, new AgentBudget(), signal);
    assert.ok(!isError, text);
    assert.equal(dialect.usesSql, allowsSql);
    // The time and the number of the marks are those of the call.
    return text.replaceAll(/"time":"[^"]+"|data [0-9a-f]{8}/g, '').split('\n');
  }

  for (const [name, input] of [
    ['datastore_describe', { resource: readings }],
    ['datastore_summarize', { resource: readings, by: ['place'], measures: ['count', 'sum:amount', 'median:amount'] }],
  ] as const)
    it(`${name} says the same by SQL and by reading`, async () => {
      const bySql = await answer(name, input, true);
      assert.ok(bySql.includes('complete: true'), bySql.join('\n'));
      assert.deepEqual(bySql, await answer(name, input, false));
    });

  it('datastore_find finds datasets with some of the words', async () => {
    const text = (await answer('datastore_find', { q: 'school subjects elephants giraffes' }, true)).join('\n');
    assert.match(text, new RegExp(`Datasets with all words, because there are none[^]*"resource":"${subjects}"`));
  });
});
