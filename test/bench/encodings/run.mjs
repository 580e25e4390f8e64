// npm run bench:encodings [-- --texts N]: how often the encoding of a CSV file is detected, for each encoding with the
// languages for which files exist, and how long it takes. Right means that the decoded text is the same. Each line is
// `name value limit ok|missed`: the share of right ones in percent, or the processor time in ms in a new process.
// `package` is the share with the package's first answer, without what encodingDetection.ts adds to it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import esbuild from 'esbuild';
import { confidencesOf } from '../../../src/service/reading/encodingDetection.ts';
import { guessEncoding } from '../../../src/service/reading/encodingGuess.ts';
import { decoderOf } from '../../../src/service/reading/textEncoding.ts';
import { median } from '../service/rounds.ts';
import { seeded } from '../../faults/random.ts';
import { csvText, encode } from './texts.ts';
import { PAIRS } from './words.ts';

const { values: options } = parseArgs({ options: { texts: { type: 'string', default: '20' } } });
const pairs = Object.entries(PAIRS).flatMap(([encoding, languages]) =>
  languages.split(' ').map((language) => [encoding, language]),
);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-encodings-'));
const file = path.join(folder, 'text.csv');
let isMissed = false;

function judge(name, value, limit, isOk) {
  isMissed ||= !isOk;
  console.log(`${name} ${value.toFixed(1)} ${limit.toFixed(1)} ${isOk ? 'ok' : 'missed'}`);
}

const share = (name, [part, all], limit) => judge(name, (100 * part) / all, limit, 100 * part >= limit * all);

try {
  console.log(`${pairs.length} pairs of encoding and language, ${options.texts} texts each`);
  const sure = [0, 0];
  for (const [name, size, limit] of [
    ['1kB', 1000, 90],
    ['16kB', 16_000, 97],
  ]) {
    const right = [0, 0];
    const ofPackage = [0, 0];
    for (const [encoding, language] of pairs) await measure(encoding, language, size, { right, ofPackage, sure });
    share(`right-${name}`, right, limit);
    console.log(`package-${name} ${((100 * ofPackage[0]) / ofPackage[1]).toFixed(1)}`);
  }
  share('right-of-sure', sure, 98);
  const all = 2 * pairs.length * Number(options.texts);
  console.log(`sure ${((100 * sure[1]) / all).toFixed(1)}`);
  const bundle = await bundled();
  for (const [name, bytes, limit] of [
    ['detect-utf8', Buffer.from(csvText('gb18030', 'zh', 1 << 20, seeded(1))).subarray(0, 1 << 20), 30],
    ['detect-other', encode(csvText('windows-1250', 'cs', 1 << 20, seeded(1)), 'windows-1250'), 250],
  ]) {
    fs.writeFileSync(file, bytes);
    const time = median([1, 2, 3, 4, 5].map(() => coldTime(bundle)));
    judge(name, time, limit, time <= limit);
  }
} finally {
  fs.rmSync(folder, { recursive: true });
}
process.exit(isMissed ? 1 : 0);

async function measure(encoding, language, size, { right, ofPackage, sure }) {
  const random = seeded(size);
  const before = right[0];
  for (let index = 0; index < Number(options.texts); index += 1) {
    const text = csvText(encoding, language, size, random);
    const bytes = encode(text, encoding);
    fs.writeFileSync(file, bytes);
    const guess = await guessEncoding(file, Infinity);
    const isRight = decoderOf(guess.encoding)(bytes, false) === text;
    const [first] = (await confidencesOf(bytes)).keys();
    count(right, isRight);
    count(ofPackage, first !== undefined && decoderOf(first)(bytes, false) === text);
    if (!guess.isUnsure) count(sure, isRight);
  }
  const share = (right[0] - before) / Number(options.texts);
  if (share < 0.9) console.log(`  ${encoding} ${language} of ${size} bytes: ${(100 * share).toFixed(0)} %`);
}

function count(counts, isRight) {
  counts[0] += isRight ? 1 : 0;
  counts[1] += 1;
}

/** The code runs in a bundle, like the extension's. Other programs that run meanwhile don't count. */
function coldTime(bundle) {
  const script = `
    const { guessEncoding } = require(${JSON.stringify(bundle)});
    const before = process.cpuUsage();
    guessEncoding(${JSON.stringify(file)}, 2 ** 26).then(() => {
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) / 1000);
    });`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  return Number(stdout);
}

async function bundled() {
  const outfile = path.join(folder, 'guess.js');
  const entry = path.join(import.meta.dirname, '../../../src/service/reading/encodingGuess.ts');
  const shape = { bundle: true, minify: true, platform: 'node', format: 'cjs', target: 'node22' };
  await esbuild.build({ ...shape, entryPoints: [entry], outfile });
  return outfile;
}
