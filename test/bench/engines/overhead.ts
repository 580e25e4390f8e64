/** How many times as long a question takes through our service as by the engine's own client, asked in turn. */
import { createHash } from 'node:crypto';
import { parseExact, valueText } from '../../../src/base/exactJson.ts';
import type { ExactValue } from '../../../src/base/cells.ts';
import { median } from '../service/rounds.ts';
import type { BenchQuestion } from './questions.ts';
import type { Found, Side } from './side.ts';

export interface Overhead {
  readonly question: BenchQuestion;
  /** In ms, round by round. */
  readonly ours: readonly number[];
  readonly client: readonly number[];
}

const SAMPLE_MS = 300;
const MOST_ASKS = 50;
const SLOW_MS = 5000;
const SLOW_ROUNDS = 3;

/**
 * `truths`: what other engines found. @throws Error where two do not find the same
 */
export async function overheads(
  side: Side,
  questions: readonly BenchQuestion[],
  rounds: number,
  truths: Map<string, string>,
): Promise<readonly Overhead[]> {
  const entries: { question: BenchQuestion; asks: (() => Promise<Found>)[]; times: number[][] }[] = [];
  for (const question of questions) {
    const client = await side.ownClient(question);
    const asks = [(): Promise<Found> => ours(side, question, (text) => JSON.parse(text) as unknown), client];
    // Not counted: fills caches, and proves that all say the same.
    for (const ask of [(): Promise<Found> => ours(side, question, exactly), client]) {
      const found = digest(question, await ask());
      const truth = truths.get(question.name) ?? found;
      truths.set(question.name, truth);
      if (truth !== found) throw new Error(`${side.name}: ${question.name}: found ${found}, but others ${truth}`);
    }
    entries.push({ question, asks, times: [[], []] });
  }
  for (let round = 0; round < rounds; round += 1)
    for (const { asks, times } of entries) {
      if (round >= SLOW_ROUNDS && median(times[0] ?? []) > SLOW_MS) continue;
      // The sides take turns to begin, so that neither always meets a warm cache.
      for (const who of round % 2 === 0 ? [0, 1] : [1, 0])
        times[who]?.push(await sample(asks[who] ?? (() => Promise.resolve())));
    }
  return entries.map(({ question, times }) => ({ question, ours: times[0] ?? [], client: times[1] ?? [] }));
}

/** How long an answer takes, in ms: the mean of as many as fit into a short time. */
export async function sample(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let asked = 0;
  do {
    await ask();
    asked += 1;
  } while (performance.now() - started < SAMPLE_MS && asked < MOST_ASKS);
  return (performance.now() - started) / asked;
}

/** Through our service; of a page, its JSON is read too, as the engine's own client reads its rows. */
async function ours(
  { served, resource }: Side,
  question: BenchQuestion,
  read: (text: string) => unknown,
): Promise<Found> {
  if (question.kind === 'dump') return served.dump(resource, question.dump);
  const body = await served.search({ resource_id: resource, ...question.search });
  const { result } = read(body.toString()) as { result: { records: readonly object[] } };
  const { records } = result;
  return records.map((record) => Object.values(record) as unknown[]);
}

/** For the comparison: a number keeps its digits. */
function exactly(text: string): unknown {
  return parseExact(text);
}

/** Values as texts: an engine's own client may make numbers of its own of them. */
function digest({ isBulk }: BenchQuestion, found: Found): string {
  if (typeof found === 'number') return `${String(found)} records`;
  if (isBulk) return `${String(found.length)} records`;
  const texts = found.map((row) => row.map((value) => (value === null ? null : valueText(value as ExactValue))));
  return `${String(found.length)} records ${createHash('sha1').update(JSON.stringify(texts)).digest('hex').slice(0, 12)}`;
}

export function isMissed({ question, ...times }: Overhead): boolean {
  return median(quotients(times)) > question.atMost;
}

/** Writes the overhead as a row of a Markdown table. */
export function overheadRow(engine: string, overhead: Overhead): string {
  const { question, ours: our, client } = overhead;
  const ratios = quotients(overhead);
  const cells = [
    question.name,
    engine,
    `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)})`,
    `${question.atMost.toFixed(2)}: ${isMissed(overhead) ? '**missed**' : 'reached'}`,
    msOf(median(our)),
    msOf(median(client)),
    String(ratios.length),
  ];
  return `| ${cells.join(' | ')} |`;
}

export const OVERHEAD_HEAD = [
  '| question | engine | ours : own client (least – most) | aim: at most | ours, ms | own client, ms | rounds |',
  '| --- | --- | ---: | --- | ---: | ---: | ---: |',
];

function quotients({ ours: our, client }: Pick<Overhead, 'ours' | 'client'>): readonly number[] {
  return our.map((ms, round) => ms / (client[round] ?? Number.NaN));
}

function msOf(ms: number): string {
  return ms.toFixed(ms < 10 ? 1 : 0);
}
