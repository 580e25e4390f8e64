/** What the benchmark says in the end: ratios, and which goals were missed. */
import type { Ratio } from './rounds.ts';

export interface Goal {
  readonly name: string;
  readonly reached: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Writes the ratios as a Markdown table. */
export function ratioTable(ratios: readonly Ratio[]): string {
  const lines = ratios.map(({ question, rival, median, least, most, rounds, ours }) => {
    const goal = question.goals[rival];
    const cells = [
      question.name,
      rival,
      times(median),
      `${times(least)} – ${times(most)}`,
      String(rounds),
      goal === undefined ? '' : `${times(goal)}: ${median >= goal ? 'reached' : '**missed**'}`,
      ours.toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| question | rival | rival : ours | least – most | rounds | goal | ours, ms |',
    '| --- | --- | ---: | ---: | ---: | --- | ---: |',
    ...lines,
  ].join('\n');
}

export function goalsOf(ratios: readonly Ratio[]): readonly Goal[] {
  return ratios.flatMap(({ question, rival, median }) => {
    const atLeast = question.goals[rival];
    if (atLeast === undefined) return [];
    return [{ name: `${question.name} against ${rival}`, reached: median, unit: '×', atLeast }];
  });
}

export function isMissed({ reached, atLeast = -Infinity, atMost = Infinity }: Goal): boolean {
  return !(reached >= atLeast && reached <= atMost);
}

export function goalLine(goal: Goal): string {
  const { name, reached, unit, atLeast, atMost } = goal;
  const verdict = isMissed(goal) ? '**missed**' : 'reached';
  const goals = [
    ...(atLeast === undefined ? [] : [`${verdict}, goal: at least ${String(atLeast)}`]),
    ...(atMost === undefined ? [] : [`${verdict}, goal: at most ${String(atMost)}`]),
  ];
  return `- ${name}: ${reached.toFixed(1)} ${unit} (${goals.join() || 'no goal'})`;
}

/** A rival that is quicker: 1/25× rather than 0.0×. */
export function times(ratio: number): string {
  if (ratio < 0.5) return `1/${(1 / ratio).toFixed(ratio < 0.1 ? 0 : 1)}×`;
  return `${ratio >= 100 ? ratio.toFixed(0) : ratio.toFixed(1)}×`;
}
