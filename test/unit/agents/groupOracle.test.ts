/** Groups that tools make of a portal's records, against those of our own service over the same records. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExactNumber, type ExactValue } from '../../../src/base/cells.ts';
import { AgentBudget } from '../../../src/agents/agentBudget.ts';
import { callTool } from '../../../src/agents/callTool.ts';
import { placesOf } from '../../support/fakes/agentPlaces.ts';
import { startAgent } from '../../support/drivers/agentClient.ts';
import { valueText } from '../../../src/base/exactJson.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const { signal } = new AbortController();

const FIELDS = [
  { id: 'city', type: 'text' },
  { id: 'amount', type: 'numeric' },
  { id: 'day', type: 'date' },
  { id: 'at', type: 'timestamp' },
];

const CITIES = ['Bern', 'Zürich', 'zug', 'Äsch', '😀', '\uff5e', null];
const AMOUNTS = ['0.10', '-7', '1e3', '9007199254740993.5', '12', '12.00', '-0.5', null, '250', '99.995', '1234567'];

const rows = Array.from({ length: 2500 }, (_, at): readonly ExactValue[] => {
  const city = CITIES[((at * 7) % 11) % CITIES.length] ?? null;
  const amount = AMOUNTS[(at * 5 + (at % 3)) % AMOUNTS.length] ?? null;
  const day = at % 17 === 0 ? null : new Date(Date.UTC(1999, 0, 1) + at * 5 * 86_400_000).toISOString().slice(0, 10);
  const moment = new Date(Date.UTC(2020, 0, 1) + at * 7_777_777).toISOString().slice(0, 19);
  return [city, amount === null ? null : new ExactNumber(amount), day, at % 13 === 0 ? null : moment];
});

const cell = (value: ExactValue): string => (value === null ? '' : valueText(value));

const QUESTIONS = [
  {
    measures: [
      'count',
      'share',
      'sum:amount',
      'mean:amount',
      'median:amount',
      'min:amount',
      'max:amount',
      'distinct:amount',
    ],
  },
  { measures: ['distinct:city', 'min:city', 'max:city', 'min:day', 'max:at'] },
  { by: ['city'], measures: ['count', 'share', 'sum:amount', 'median:amount', 'distinct:day'] },
  { by: ['city'], measures: ['mean:amount'] },
  { by: ['city'], measures: ['max:day', 'count'], top: 2 },
  { by: ['city'], measures: ['mean:amount', 'median:amount', 'distinct:amount', 'share'], top: 3 },
  { by: ['amount'] },
  { by: ['amount:100'], measures: ['count', 'min:amount'] },
  { by: ['amount:0.25'] },
  { by: ['day:year'], measures: ['count', 'sum:amount'] },
  { by: ['day:quarter'] },
  { by: ['day:month'], top: 20 },
  { by: ['day:week'] },
  { by: ['day:weekday', 'city'], sort: 'count desc, city' },
  { by: ['at:hour'], measures: ['count', 'max:at'] },
  { by: ['at:day'] },
  { by: ['city', 'day:year'], sort: '"day:year" desc', top: 30 },
  { by: ['city'], measures: ['max:amount'], sort: '"max:amount" desc' },
  { by: ['city'], filters: { amount: [12, 250] }, measures: ['count', 'sum:amount'] },
];

describe('Groups of records that tools read', function () {
  this.timeout(60_000);

  it('are those of our own service', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'groups-'));
    const file = path.join(folder, 'cases.csv');
    await writeFile(
      file,
      [FIELDS.map(({ id }) => id), ...rows.map((row) => row.map(cell))].map((row) => row.join(',')).join('\n'),
    );
    const ckan = new FakeCkan({ resources: { r: { fields: FIELDS, rows } } });
    const agent = await startAgent([file], folder);
    try {
      for (const question of QUESTIONS) {
        const of = { resource: 'r', ...question };
        const here = await callTool('datastore_summarize', of, placesOf(ckan), new AgentBudget(), signal);
        const there = await agent.call('datastore_summarize', { ...question, resource: 'cases.csv' });
        assert.deepEqual(linesOf(here.text), linesOf(there.text), JSON.stringify(question));
      }
    } finally {
      await agent.client.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** The number of groups, the names of columns, and the groups. */
function linesOf(answer: string): readonly string[] {
  const lines = answer.split('\n').filter((line) => /^(?:\[|total: )/.test(line));
  assert.ok(lines.length > 2, answer);
  return lines;
}
