/** Many clients at once: how long a question takes then, and how many are answered. */
import type { Contender } from './contender.ts';
import type { Question } from './questions.ts';
import { times } from './report.ts';

export interface Answered {
  readonly contender: string;
  readonly perSecond: number;
  /** Half of the answers took at most this many ms; `p95`: 95 % of them. */
  readonly p50: number;
  readonly p95: number;
}

/** Each client asks the questions in turn, beginning with another one, and the next as soon as it has its answer. */
export async function crowd(
  contender: Contender,
  questions: readonly Question[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<Answered> {
  const connected = await Promise.all(Array.from({ length: clients }, () => contender.client()));
  const took: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    connected.map(async (client, place) => {
      for (let turn = place; performance.now() < end; turn += 1) {
        const question = questions[turn % questions.length];
        if (question === undefined) return;
        const asked = performance.now();
        await client.ask(question);
        took.push(performance.now() - asked);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const client of connected) client.close();
  took.sort((one, other) => one - other);
  const at = (share: number): number => took[Math.floor(share * took.length)] ?? Number.NaN;
  return { contender: contender.name, perSecond: took.length / elapsed, p50: at(0.5), p95: at(0.95) };
}

/** Writes the result as a Markdown table. */
export function crowdTable(ours: Answered, rivals: readonly Answered[]): string {
  const lines = rivals.map(
    ({ contender, perSecond, p50, p95 }) =>
      `| ${contender} | ${times(ours.perSecond / perSecond)} | ${times(p50 / ours.p50)} | ${times(p95 / ours.p95)} |`,
  );
  return [
    '| many clients: rival | answers a second, ours : rival | p50, rival : ours | p95, rival : ours |',
    '| --- | ---: | ---: | ---: |',
    ...lines,
    '',
    `Ours: ${ours.perSecond.toFixed(0)} answers a second, p50 ${ours.p50.toFixed(0)} ms, p95 ${ours.p95.toFixed(0)} ms.`,
  ].join('\n');
}
