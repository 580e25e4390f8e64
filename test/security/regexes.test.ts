/**
 * S10: no regular expression and no reader of outside texts takes more than about linear time (docs/security.md 17). Each
 * expression of src meets repeated characters and pairs of the characters that it names, and each reader meets long runs
 * of every class of characters.
 */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';
import { isFull } from '../support/results/full.ts';
import { Cases } from './cases.ts';
import { ALL_RUNS, run, RUNS } from './longRuns.ts';
import type { OutsideReader } from './outsideReader.ts';
import { READERS } from './readers.ts';

/** Lengths of texts, UTF-16 units: short ones first, because more than a few hundred are too many for what is exponential. */
const LENGTHS = [16, 24, 32, 64, 256, 1000, 4000, 16_000];
/** For the longest text, a linear one takes a tenth of it, a quadratic one ten times as much, on a quick machine, too. */
const MOST_MS = 6;
/** Garbage may be collected, and what other programs do may empty the processor's caches. */
const TRIES = 5;
const MOST_CHARACTERS = 12;

interface Found {
  readonly regex: RegExp;
  readonly places: string[];
}

/** The literals of src; those that are made at run time are made of the same kind of parts, and stay out. */
function literals(): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const folder = path.join(projectRoot, 'src');
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const known = found.get(node.text);
        if (known) known.places.push(name);
        else
          found.set(node.text, {
            regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
            places: [name],
          });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  }
  return found;
}

/** Characters that the expression names, and one of each class. */
function charactersOf({ source }: RegExp): readonly string[] {
  const plain = source.replace(/\\[a-zA-Z](?:\{[^}]*\})?|\(\?[:=!<]+/g, '');
  const named = Array.from(plain).filter((character) => !/[()|^$*+?{}\\]/.test(character));
  return [...new Set(['a', '0', ' ', ...named, ...Array.from('"\'[(\n.-_/')])].slice(0, MOST_CHARACTERS);
}

/** What comes before, what is repeated, and what makes a match fail at last. */
function* attacks(regex: RegExp): Generator<readonly [before: string, pump: string, after: string]> {
  const characters = charactersOf(regex);
  const words = [...regex.source.matchAll(/[a-z]{2,}/gi)].slice(0, 3).map(([word]) => word);
  for (const one of characters) {
    yield ['', one, '\u0001'];
    for (const other of characters) if (other !== one) yield [other, one, '\u0001'];
  }
  for (const one of characters) for (const other of characters) if (other !== one) yield ['', one + other, '\u0001'];
  for (const word of words) {
    yield ['', word, '\u0001'];
    for (const other of characters) yield ['', word + other, '\u0001'];
  }
}

function match(regex: RegExp, text: string): void {
  regex.lastIndex = 0;
  if (regex.global) text.replace(regex, '');
  else regex.exec(text);
}

/**
 * Whether a match takes too long each time. The processor's time is read only after a match that took long, because
 * reading it takes longer than most matches.
 */
function isSlow(regex: RegExp, text: string): boolean {
  const started = performance.now();
  match(regex, text);
  if (performance.now() - started <= MOST_MS) return false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const startMs = cpuMs();
    match(regex, text);
    if (cpuMs() - startMs <= MOST_MS) return false;
  }
  return true;
}

/** The first length, and its text, that takes too long each time. */
function slowFor(regex: RegExp): string | undefined {
  for (const [before, pump, after] of attacks(regex))
    for (const length of LENGTHS) {
      const text = before + pump.repeat(Math.ceil(length / pump.length)) + after;
      if (isSlow(regex, text)) return `${JSON.stringify(before)} + ${JSON.stringify(pump)} to ${String(length)}`;
    }
  return undefined;
}

const KIB = 1024;
/** UTF-16 units of every run. Those that take more than `worthMs` are timed at all doublings between these lengths. */
const [FIRST, LENGTH] = [32 * KIB, (isFull ? 128 : 64) * KIB];
/** `mostMs` is the limit at 64 KiB. */
const SHORT = { worthMs: 8, mostMs: 50 };
/**
 * Most growth of the processor time for twice the length. It lies above 2, because a text that no longer fits into the
 * processor's cache takes more than twice as long. Times up to `NOISE_MS` are too short to be compared.
 */
const MOST_GROWTH = 2.5;
const NOISE_MS = 20;
/** Readings of a text, the least of which counts, because whatever else happens lengthens a time and never shortens it. */
const READINGS = isFull ? 3 : 1;
/** Pairs of readings where a time stays above a limit. */
const MOST_PAIRS = 15;
/** No longer text is read after one that takes this long. */
const ENOUGH_MS = isFull ? Infinity : 50;
/** UTF-16 units of large answers and files. */
const [LARGE, LARGER] = [256 * KIB, 4096 * KIB];
const LARGE_RUNS = [' ', '"', '\\"', '0', 'a', ',', '[', '{"a":', '1,', '<a>', '\n', '😀', '"a",'];
/** The greatest answer has 64 MiB, so these are timed at 32 and 64 MiB. */
const [LARGEST, GREATEST] = [32 * 1024 * KIB, 64 * 1024 * KIB];
const LARGEST_RUNS = ['a', '1,'];
const LARGEST_READERS = new Set(['JSON', 'answer']);

/**
 * The processor time of this thread in ms, which programs that wait for the same processor don't lengthen. Linux counts a
 * thread's time in steps of up to 4 ms, but brings it up to date when the time of the process is read.
 */
function cpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The least time of so many readings. */
async function readingMs({ read }: OutsideReader, text: string, readings: number): Promise<number> {
  let leastMs = Infinity;
  for (let reading = 0; reading < readings; reading += 1) {
    const startMs = cpuMs();
    try {
      await read(text);
    } catch (error) {
      // A refusal is an answer, too; a TypeError says that the table calls the reader wrongly.
      if (error instanceof TypeError) throw error;
    }
    leastMs = Math.min(leastMs, cpuMs() - startMs);
  }
  return leastMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * What takes too long at any doubling between two lengths, if anything does. Garbage collection, compilation and other
 * programs lengthen single readings, so pairs of them are repeated until they are below the limits or are enough. The two
 * readings of a pair follow each other because a processor whose other half is busy takes twice as long for both; the
 * growth is that of the middle pair, or that between the least times if it is smaller. `mostMs` is the limit at twice the
 * first length.
 */
async function slowReading(
  reader: OutsideReader,
  text: (length: number) => string,
  from: number,
  to: number,
  { worthMs, mostMs } = { worthMs: 0, mostMs: Infinity },
): Promise<string | undefined> {
  let ms = await readingMs(reader, text(from), 1);
  if (ms <= worthMs) return undefined;
  // A time that is too long here would hide the first growth, so even the daily run reads this twice.
  ms = Math.min(ms, await readingMs(reader, text(from), READINGS));
  let length = from;
  do {
    const [short, long] = [text(length), text(2 * length)];
    const longTimes = [await readingMs(reader, long, READINGS)];
    const shortTimes = [ms];
    const excess = (): string | undefined => {
      const leastMs = Math.min(...longTimes);
      if (length === from && leastMs > mostMs) return `${leastMs.toFixed()} ms`;
      const pairs = longTimes.map((longMs, at) => longMs / (shortTimes[at] ?? 0));
      const growth = Math.min(median(pairs), leastMs / Math.min(...shortTimes));
      if (median(longTimes) <= NOISE_MS || growth <= MOST_GROWTH) return undefined;
      return `${growth.toFixed(1)} times for twice the length`;
    };
    while (excess() !== undefined && longTimes.length < MOST_PAIRS) {
      shortTimes.push(await readingMs(reader, short, 1));
      longTimes.push(await readingMs(reader, long, 1));
    }
    const slow = excess();
    if (slow !== undefined) return `${slow} at ${String(2 * length)}`;
    ms = Math.min(...longTimes);
    length *= 2;
  } while (length < to && ms < ENOUGH_MS);
  return undefined;
}

describe('S10: a regular expression', function () {
  this.timeout(300_000);
  const cases = new Cases();
  after(() => cases.count('S10', 'regular expressions and readers take no more than linear time'));

  it('is no longer busy than its text is long', () => {
    const found = literals();
    for (const { regex, places } of found.values()) {
      const slow = slowFor(regex);
      cases.judge(`${String(regex)} in ${places.join()}: ${slow ?? ''}`, slow === undefined);
    }
  });

  it('that is slow is noticed', () => {
    const slow = [/^(a+)+$/, /a+$/, /^(.*?)((?: ?\[ ?\d* ?\])*)$/, /([+-]?\d*\.?\d+)([a-z])/g];
    for (const regex of slow) cases.judge(String(regex), slowFor(regex) !== undefined);
  });

  for (const reader of READERS)
    it(`is not needed for long by the reader of: ${reader.name}`, async () => {
      for (const [before, after] of [['', ''], ...(reader.around ?? [])] as const)
        for (const piece of before === '' ? ALL_RUNS : RUNS) {
          const text = (length: number) => before + run(piece, length) + after;
          const slow = await slowReading(reader, text, FIRST, LENGTH, SHORT);
          const what = `${reader.name}: ${JSON.stringify(before)} + ${JSON.stringify(piece)}`;
          cases.judge(`${what}: ${slow ?? ''}`, slow === undefined);
        }
    });

  for (const reader of READERS.filter(({ isOfFiles }) => isOfFiles))
    it(`is not needed for long where answers and files are large: ${reader.name}`, async () => {
      const [before, after] = reader.around?.[0] ?? ['', ''];
      for (const piece of LARGE_RUNS) {
        const slow = await slowReading(reader, (length) => before + run(piece, length) + after, LARGE, LARGER);
        cases.judge(`${reader.name}: ${JSON.stringify(piece)}: ${slow ?? ''}`, slow === undefined);
      }
    });

  for (const reader of READERS.filter(({ name }) => isFull && LARGEST_READERS.has(name)))
    it(`is not needed for long where an answer has 64 MiB: ${reader.name}`, async () => {
      for (const piece of LARGEST_RUNS) {
        const text = (length: number) => `{"a":"${run(piece, length)}"}`;
        const list = (length: number) => `[${run(piece, length)}1]`;
        const slow = await slowReading(reader, piece === 'a' ? text : list, LARGEST, GREATEST);
        cases.judge(`${reader.name}: 64 MiB of ${JSON.stringify(piece)}: ${slow ?? ''}`, slow === undefined);
      }
    });

  it('is missed in a reader that is quadratic', async () => {
    const reader = { name: 'quadratic', read: (text: string) => /x+$/.exec(text) };
    const slow = await slowReading(reader, (length) => `${run('x', length)}y`, 4 * KIB, 8 * KIB);
    cases.judge('a quadratic reader is seen', slow !== undefined);
  });

  for (const [what, power, slowed] of [
    ['is no reason to call a linear reader slow', 1, [3, 5, 6]],
    ['is no reason to miss a quadratic reader', 2, [1, 4]],
  ] as const)
    it(`for which the machine takes longer now and then ${what}`, async () => {
      let readings = 0;
      const read = (text: string): void => {
        readings += 1;
        const most = cpuMs() + 12 * (text.length / KIB) ** power * (slowed.some((each) => each === readings) ? 3 : 1);
        while (cpuMs() < most);
      };
      const slow = await slowReading({ name: what, read }, (length) => run('x', length), KIB, 2 * KIB);
      cases.judge(`${what}: ${slow ?? ''}`, (slow !== undefined) === power > 1);
    });
});
