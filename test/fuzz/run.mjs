// `npm run test:fuzzFiles [-- --files 20000 --seed N --only N]`: files of a reference writer (referenceWriter.ts) in usual
// dialects, encodings, preambles, types and languages, read as people have them. Prints `name value limit ok|missed` and
// "N passed, N failed". A file that is read wrong without a word stays in build/fuzz, and `--only` reads it again.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/steps/progress.mjs';
import { fuzzFiles } from './fuzzFiles.ts';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    // Shows files with these outcomes, too.
    show: { type: 'string', default: '' },
  },
});
const folder = path.join(root, 'build', 'fuzz');
const seed = Number(options.seed);
const only = options.only === undefined ? undefined : Number(options.only);
fs.mkdirSync(folder, { recursive: true });
const shown = ['silent', ...options.show.split(',')];

const range = only === undefined ? { from: 0, to: Number(options.files) } : { from: only, to: only + 1 };
const { figures, isWhole, silent, files } = await fuzzFiles(seed, range, ({ number, verdict, written }) => {
  if (only === undefined && !shown.includes(verdict.outcome)) return;
  const kept = path.join(folder, `${seed}-${number}-${written.name}`);
  fs.writeFileSync(kept, written.bytes);
  const { outcome, first, last, options: set } = verdict;
  console.log(
    `${outcome} --seed ${seed} --only ${number} [${set.join(', ')}]\n  ${first}\n  ${last === first ? '' : last}`,
  );
});
for (const line of figures) console.log(line);
const missed = figures.filter((line) => line.endsWith('missed')).length;
console.log(`${files - silent} passed, ${silent + (only === undefined ? missed : 0)} failed`);
process.exit(isWhole || only !== undefined ? 0 : 1);
