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
/** Another program may have had the processor. */
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

function timed(regex: RegExp, text: string): number {
  const started = performance.now();
  regex.lastIndex = 0;
  if (regex.global) text.replace(regex, '');
  else regex.exec(text);
  return performance.now() - started;
}

/** The first length, and its text, that takes too long each time. */
function slowFor(regex: RegExp): string | undefined {
  for (const [before, pump, after] of attacks(regex))
    for (const length of LENGTHS) {
      const text = before + pump.repeat(Math.ceil(length / pump.length)) + after;
      let tries = 0;
      while (tries < TRIES && timed(regex, text) > MOST_MS) tries += 1;
      if (tries === TRIES) return `${JSON.stringify(before)} + ${JSON.stringify(pump)} to ${String(length)}`;
    }
  return undefined;
}

const KIB = 1024;
/** Every run is read at this length; those that take `WORTH_MS` are timed at the lengths below. */
const FIRST = 32 * KIB;
const WORTH_MS = 8;
const LENGTH = 64 * KIB;
const MOST_AT_LENGTH_MS = 50;
/**
 * Most growth of the processor time for twice the length: half way between linear (2) and quadratic (4), because a text
 * that no longer fits into the processor's cache takes more than twice as long. Times up to `NOISE_MS` are too short for
 * the clock.
 */
const MOST_GROWTH = Math.sqrt(2 * 4);
const NOISE_MS = 20;
/** Pairs of readings; more are measured where the first ones are above a limit, because the clock has steps of 4 ms. */
const PAIRS = 3;
const MORE_PAIRS = 12;
/** UTF-16 units of large answers and files, which are also timed at twice the length. */
const LARGE = 2048 * KIB;
const LARGE_RUNS = [' ', '"', '\\"', '0', 'a', ',', '[', '{"a":', '1,', '<a>', '\n', '😀', '"a",'];
/** The greatest answer has 64 MiB, so these are timed at 32 and 64 MiB. */
const LARGEST = 32 * 1024 * KIB;
const LARGEST_RUNS = ['a', '1,'];
const LARGEST_READERS = new Set(['JSON', 'answer']);

/** The processor time of this thread in ms, which other programs don't lengthen. */
async function cpuMs({ read }: OutsideReader, text: string): Promise<number> {
  const start = process.threadCpuUsage();
  try {
    await read(text);
  } catch (error) {
    // A refusal is an answer, too; a TypeError says that the table calls the reader wrongly.
    if (error instanceof TypeError) throw error;
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/**
 * What takes too long, if anything does. A pair is a reading of a text and one of a text of twice its length. Garbage
 * collection and compilation fall on either reading, so three pairs above a limit are followed by twelve more. The growth
 * is that of all times together.
 */
async function slowReading(
  reader: OutsideReader,
  text: (length: number) => string,
  length: number,
  mostMs = Infinity,
): Promise<string | undefined> {
  const times: number[] = [];
  const longerTimes: number[] = [];
  const measure = async (pairs: number): Promise<string | undefined> => {
    for (let pair = 0; pair < pairs; pair += 1) {
      const ms = await cpuMs(reader, text(length));
      const longerMs = await cpuMs(reader, text(2 * length));
      times.push(ms);
      longerTimes.push(longerMs);
    }
    if (median(times) > mostMs) return `${median(times).toFixed()} ms`;
    const growth = sum(longerTimes) / Math.max(sum(times), 1);
    if (median(longerTimes) <= NOISE_MS || growth <= MOST_GROWTH) return undefined;
    return `${growth.toFixed(1)} times for twice the length`;
  };
  return (await measure(PAIRS)) && measure(MORE_PAIRS);
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
          const isWorth = (await cpuMs(reader, text(FIRST))) > WORTH_MS;
          const slow = isWorth ? await slowReading(reader, text, LENGTH, MOST_AT_LENGTH_MS) : undefined;
          const what = `${reader.name}: ${JSON.stringify(before)} + ${JSON.stringify(piece)}`;
          cases.judge(`${what}: ${slow ?? ''}`, slow === undefined);
        }
    });

  for (const reader of READERS.filter(({ isOfFiles }) => isOfFiles))
    it(`is not needed for long where answers and files are large: ${reader.name}`, async () => {
      const [before, after] = reader.around?.[0] ?? ['', ''];
      for (const piece of LARGE_RUNS) {
        const slow = await slowReading(reader, (length) => before + run(piece, length) + after, LARGE);
        cases.judge(`${reader.name}: ${JSON.stringify(piece)}: ${slow ?? ''}`, slow === undefined);
      }
    });

  for (const reader of READERS.filter(({ name }) => isFull && LARGEST_READERS.has(name)))
    it(`is not needed for long where an answer has 64 MiB: ${reader.name}`, async () => {
      for (const piece of LARGEST_RUNS) {
        const text = (length: number) => `{"a":"${run(piece, length)}"}`;
        const list = (length: number) => `[${run(piece, length)}1]`;
        const slow = await slowReading(reader, piece === 'a' ? text : list, LARGEST);
        cases.judge(`${reader.name}: 64 MiB of ${JSON.stringify(piece)}: ${slow ?? ''}`, slow === undefined);
      }
    });

  it('is missed in a reader that is quadratic', async () => {
    const reader = { name: 'quadratic', read: (text: string) => /x+$/.exec(text) };
    const slow = await slowReading(reader, (length) => `${run('x', length)}y`, 4 * KIB);
    cases.judge('a quadratic reader is seen', slow !== undefined);
  });
});
