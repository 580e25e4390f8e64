/** Everybody is asked everything in turn, round by round, so that a busy moment of the machine hits all alike. */
import type { Contender, Finding } from './contender.ts';
import type { Question, RivalName } from './questions.ts';

/** Times of one contender for one question, in ms, round by round. */
export interface Samples {
  readonly question: Question;
  readonly contender: string;
  readonly times: readonly number[];
}

/** Rival's time divided by ours, round by round. */
export interface Ratio {
  readonly question: Question;
  readonly rival: RivalName;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly rounds: number;
  /** Median time of ours, in ms. */
  readonly ours: number;
}

const SLOW_MS = 15_000;
const SLOW_ROUNDS = 3;

/** Answers of a rival that are not ours are no measurement: @throws Error that shows both */
export async function measure(
  asked: readonly Question[],
  ours: Contender,
  rivals: readonly Contender[],
  rounds: number,
): Promise<readonly Samples[]> {
  const entries = asked.flatMap((question) =>
    [ours, ...rivals].flatMap((contender) => {
      const ask = contender.ask(question);
      return ask && ours.ask(question) ? [{ question, contender: contender.name, ask, times: [] as number[] }] : [];
    }),
  );
  const truths = new Map<Question, Finding>();
  // Not counted: fills caches, and proves that all say the same.
  for (const { question, contender, ask } of entries) {
    const finding = await (await ask())();
    const truth = truths.get(question) ?? finding;
    truths.set(question, truth);
    if (finding.total !== truth.total || finding.records !== truth.records)
      throw new Error(`${question.name}: ${contender} finds ${JSON.stringify(finding)}, ours ${JSON.stringify(truth)}`);
  }
  for (let round = 0; round < rounds; round += 1) {
    // The contenders take turns to begin, so that none always meets a cold cache.
    const turn = round % 2 === 0 ? entries : entries.toReversed();
    for (const { ask, times } of turn) {
      if (times.length >= SLOW_ROUNDS && median(times) > SLOW_MS) continue;
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    process.stderr.write(`  round ${String(round + 1)} of ${String(rounds)}\n`);
  }
  return entries;
}

export function ratios(samples: readonly Samples[]): readonly Ratio[] {
  return samples
    .filter(({ contender }) => contender !== 'ours')
    .map(({ question, contender, times }) => {
      const ours = samples.find((one) => one.question === question && one.contender === 'ours')?.times ?? [];
      const quotients = times.map((time, round) => time / (ours[round] ?? Number.NaN));
      return {
        question,
        rival: contender as RivalName,
        median: median(quotients),
        least: Math.min(...quotients),
        most: Math.max(...quotients),
        rounds: quotients.length,
        ours: median(ours),
      };
    });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1, middle + 1);
  return (low + high) / 2;
}
