import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AgentBudget } from '../../../src/agents/agentBudget.ts';
import { callTool } from '../../../src/agents/callTool.ts';
import { CASE_ROWS, ckanWith } from '../../support/fakes/agentCases.ts';
import { placesOf } from '../../support/fakes/agentPlaces.ts';

/** Bytes that stay on the heap for each call that is over. */
const MOST_KEPT = 300;
/** Calls until the engine has compiled what it will compile. */
const WARM_UP = 800;

const INPUTS = [
  ['datastore_find', { q: 'cases' }],
  ['datastore_describe', { resource: 'r' }],
  ['datastore_search', { resource: 'r', filters: { city: 'ZH' } }],
  ['datastore_summarize', { resource: 'r', by: ['city'], measures: ['count', 'sum:amount'] }],
  ['datastore_sql', { sql: 'SELECT 1 FROM "r"' }],
  ['datastore_show', { resource: 'r' }],
] as const;

/** Bytes on the heap for each of many calls, whose answers `keep` gets. */
async function keptOf(calls: number, keep: (text: string) => void): Promise<number> {
  v8.setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const heapSize = async (): Promise<number> => {
    gc();
    // What is over now lets go of its memory in the next turn.
    await pause(20);
    gc();
    return process.memoryUsage().heapUsed;
  };
  const ckan = ckanWith({ rows: CASE_ROWS.slice(0, 40) });
  const places = placesOf(ckan);
  let minutes = 0;
  const budget = new AgentBudget({ now: () => (minutes += 60_000) });
  let before = 0;
  for (let call = 0; call < WARM_UP + calls; call += 1) {
    if (call === WARM_UP) before = await heapSize();
    const [name, input] = INPUTS[call % INPUTS.length] ?? INPUTS[0];
    const { text } = await callTool(name, input, places, budget, new AbortController().signal);
    keep(text);
    ckan.calls.splice(0);
    places.transport.sent.splice(0);
  }
  return ((await heapSize()) - before) / calls;
}

describe('The memory of the tools', function () {
  this.timeout(60_000);

  it('stays flat over 1,000 calls', async () => {
    const kept = await keptOf(1000, () => undefined);
    assert.ok(kept < MOST_KEPT, `${kept.toFixed()} bytes a call`);
  });

  it('would not, if each call kept its answer', async () => {
    // Single characters take much more memory than what earlier tests have left, which may be freed meanwhile.
    const answers: (readonly string[])[] = [];
    const kept = await keptOf(300, (text) => answers.push(Array.from(text)));
    assert.ok(kept > MOST_KEPT, `${kept.toFixed()} bytes a call`);
    assert.ok(answers.length > 0);
  });
});
