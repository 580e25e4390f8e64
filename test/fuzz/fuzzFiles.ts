/** Writes many files and counts how they are read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judge, type Outcome, type Verdict } from './judge.ts';
import { drawRecipe } from './recipe.ts';
import { written, type Written } from './referenceWriter.ts';

/** Least share of files, in percent, that are right by themselves, and with the option that is named. */
export const ALONE = 95;
export const WITH_OPTION = 99;
/** Files that are read at a time. */
const AT_ONCE = 4;

export interface FuzzedFile {
  readonly number: number;
  readonly written: Written;
  readonly verdict: Verdict;
}

export interface FuzzResult {
  readonly files: number;
  readonly silent: number;
  /** Shares of the files, in percent. */
  readonly alone: number;
  readonly withOption: number;
  /** Lines `name value limit ok|missed`, and how often each outcome was. */
  readonly figures: readonly string[];
  readonly isWhole: boolean;
}

export async function fuzzFiles(
  seed: number,
  { from, to }: { readonly from: number; readonly to: number },
  each: (file: FuzzedFile) => void = () => undefined,
): Promise<FuzzResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-files-'));
  const counts: Record<Outcome, number> = { alone: 0, option: 0, refused: 0, unsure: 0, silent: 0 };
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to) {
      const number = next;
      next += 1;
      const file = written(drawRecipe(seed, number));
      const place = await mkdtemp(path.join(folder, 'file-'));
      const target = path.join(place, file.name);
      await writeFile(target, file.bytes);
      const verdict = await judge(target, file.truth);
      await rm(place, { recursive: true });
      counts[verdict.outcome] += 1;
      each({ number, written: file, verdict });
    }
  };
  const works = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      next = to;
      throw error;
    }),
  );
  await Promise.allSettled(works);
  await rm(folder, { recursive: true, force: true });
  await Promise.all(works);
  const files = to - from;
  const share = (count: number): number => Math.round((10_000 * count) / files) / 100;
  const alone = share(counts.alone);
  const withOption = share(counts.alone + counts.option);
  const line = (name: string, value: number, limit: number, isOk: boolean): string =>
    `${name} ${String(value)} ${String(limit)} ${isOk ? 'ok' : 'missed'}`;
  const figures = [
    line('fuzz-files-alone', alone, ALONE, alone >= ALONE),
    line('fuzz-files-option', withOption, WITH_OPTION, withOption >= WITH_OPTION),
    line('fuzz-files-silent', counts.silent, 0, counts.silent === 0),
  ];
  const outcomes = Object.entries(counts).map(([outcome, count]) => `${String(count)} ${outcome}`);
  const isWhole = figures.every((each) => each.endsWith(' ok'));
  return { files, silent: counts.silent, alone, withOption, figures: [...figures, outcomes.join(', ')], isWhole };
}
