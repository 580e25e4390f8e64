/** A portal of cases for the tools of agents, and their answers in parts. */
import { AgentBudget } from '../../../src/agents/agentBudget.ts';
import { callTool } from '../../../src/agents/callTool.ts';
import type { AgentPlaces } from '../../../src/agents/agentPlaces.ts';
import { type FakeAnswer, type FakeCall, FakeCkan } from './fakeCkan.ts';

export const CASE_FIELDS = [
  { id: 'city', type: 'text', info: { label: 'City', unit: 'name' } },
  { id: 'amount', type: 'numeric' },
  { id: 'day', type: 'timestamp' },
];
export const CASE_ROWS = Array.from({ length: 3000 }, (_, at) => [
  ['ZH', 'BE', null, ''][at % 4] ?? null,
  at,
  `2024-0${String((at % 9) + 1)}-03T00:00:00`,
]);
const datasets = [
  {
    name: 'cases',
    title: 'Cases by city',
    organization: 'health-office',
    resources: [
      { id: 'r', name: 'Cases', format: 'CSV', datastore_active: true },
      { id: 'pdf', name: 'Report', format: 'PDF', datastore_active: false },
    ],
    oddities: { license_title: 'CC BY 4.0' },
  },
];

interface FakePortalOptions {
  readonly rows?: typeof CASE_ROWS;
  readonly firewall?: (call: FakeCall) => FakeAnswer | undefined;
  readonly fault?: (call: FakeCall, honest: FakeAnswer) => FakeAnswer;
}

/** A portal with one dataset of 3,000 cases by city, of which each fourth city is NULL or empty. */
export function ckanWith({ rows: records = CASE_ROWS, ...options }: FakePortalOptions = {}): FakeCkan {
  return new FakeCkan({
    resources: { r: { name: 'Cases', fields: CASE_FIELDS, rows: records } },
    catalog: { datasets },
    ...options,
  });
}

/** What a tool answers: its text, the words of ours by their names, and the lines of data. */
export async function toolAnswer(name: string, input: unknown, places: AgentPlaces, budget = new AgentBudget()) {
  const { text, isError } = await callTool(name, input, places, budget, new AbortController().signal);
  const head = text.slice(0, text.indexOf('\n<data')).split('\n');
  const lines = text.split('\n').slice(head.length + 1, -1);
  const says = (word: string) =>
    head.flatMap((line) => (line.startsWith(`${word}: `) ? line.slice(word.length + 2) : []));
  return { text, isError, says, data: lines.map((line) => JSON.parse(line) as unknown) };
}
