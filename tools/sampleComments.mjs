// node tools/sampleComments.mjs --seed N: prints 60 comments of src at random, each with five lines around it.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import tseslint from 'typescript-eslint';
import { commentBlocks, isDirective } from './lint/comments.ts';

const COUNT = 60;
const LINES_AROUND = 5;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
let state = Number(values.seed);
if (!Number.isSafeInteger(state)) throw new Error('--seed must be an integer.');

/** The mulberry32 generator: the same seed gives the same sample on every machine. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const blocks = fs
  .globSync('src/**/*.ts', { cwd: `${import.meta.dirname}/..` })
  .sort()
  .flatMap((file) => {
    const path = `${import.meta.dirname}/../${file}`;
    const text = fs.readFileSync(path, 'utf8');
    const { ast } = tseslint.parser.parseForESLint(text, { comment: true, loc: true, range: true, filePath: path });
    const lines = text.split('\n');
    return commentBlocks(ast.comments ?? [], lines)
      .filter((block) => block.text !== '' && !isDirective(block.text))
      .map((block) => ({ file, lines, ...block }));
  });

for (let left = Math.min(COUNT, blocks.length); left > 0; left -= 1) {
  const [block] = blocks.splice(Math.floor(random() * blocks.length), 1);
  console.log(`\n${block.file}:${block.startLine}`);
  const from = Math.max(1, block.startLine - LINES_AROUND);
  const to = Math.min(block.lines.length, block.endLine + LINES_AROUND);
  for (let line = from; line <= to; line += 1)
    console.log(`${line >= block.startLine && line <= block.endLine ? '>' : ' '} ${block.lines[line - 1]}`);
}
