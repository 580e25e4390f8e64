/** The example files of csvkit's source package have the values that Python's csv module reads under the same options. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildDir } from '../../../tools/vscode/projectPaths.ts';
import type { FileEncoding } from '../../../src/service/resource/reading.ts';
import { pythonPackage } from '../../support/drivers/pythonPackage.ts';
import { isFull } from '../../support/results/full.ts';
import { ReadingFolder } from '../reading/readings.ts';

const VERSION = '2.2.0';
const parent = path.join(buildDir, 'csvkit');
const examples = path.join(parent, `csvkit-${VERSION}`, 'examples');

interface Options {
  readonly encoding: FileEncoding;
  readonly delimiter: string;
  readonly quote: string;
}
interface Answer {
  readonly rows?: readonly (readonly string[])[];
  readonly error?: string;
}

const usual: Options = { encoding: 'utf-8', delimiter: ',', quote: '"' };
const OPTIONS: Readonly<Record<string, Partial<Options>>> = {
  'dummy.tsv': { delimiter: '\t' },
  'test_latin1.csv': { encoding: 'iso-8859-1' },
  'test_utf16_big.csv': { encoding: 'utf-16be' },
  'test_utf16_little.csv': { encoding: 'utf-16le' },
  'test_locale.csv': { delimiter: ',' },
};
const PYTHON_NAMES: Partial<Record<FileEncoding, string>> = {
  'utf-8': 'utf-8-sig',
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
};

/** What differs on purpose: NUL is no text, and a delimiter at the end of each record begins no value. */
const ON_PURPOSE: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'null_byte.csv': () => ({ error: 'NUL' }),
  'test_empty_columns_long_row.csv': ({ rows = [] }) => ({ rows: rows.map((row) => row.slice(0, rows[0]?.length)) }),
};

function unpackExamples(): void {
  if (existsSync(examples)) return;
  mkdirSync(parent, { recursive: true });
  // A Python environment has pip wherever python3 has none. The package's wheel has no examples.
  const pip = path.join(pythonPackage('wheel==0.45.1', path.join(buildDir, 'csvkitPython')), 'pip');
  const source = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary', 'csvkit', '--dest', parent];
  for (const [command, ...args] of [
    [pip, 'download', ...source, `csvkit==${VERSION}`],
    ['tar', '-xzf', path.join(parent, `csvkit-${VERSION}.tar.gz`), '-C', parent],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  }
}

describe('the examples of csvkit', function () {
  this.timeout(300_000);
  let folder: ReadingFolder;
  let names: readonly string[];
  const answers = new Map<string, Answer>();
  const optionsOf = (name: string): Options => ({ ...usual, ...OPTIONS[path.basename(name)] });

  before(async () => {
    unpackExamples();
    folder = await ReadingFolder.open();
    const all = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[ct]sv$/.test(name));
    const isOdd = (name: string): boolean => path.basename(name) in OPTIONS || name in ON_PURPOSE;
    names = all.sort().filter((name, at) => isFull || at % 3 === 0 || isOdd(name));
    const input = names.map((name) => {
      const { encoding, ...marks } = optionsOf(name);
      return { path: path.join(examples, name), encoding: PYTHON_NAMES[encoding] ?? encoding, ...marks };
    });
    const script = path.join(import.meta.dirname, 'readCsv.py');
    const { stdout } = spawnSync('python3', [script], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    (JSON.parse(stdout) as Answer[]).forEach((answer, at) => answers.set(names[at] ?? '', answer));
  });
  after(() => folder.close());

  it('are read as Python reads them, or refused where they are no table', async () => {
    const differences: string[] = [];
    let alike = 0;
    for (const [name, answer] of answers) {
      const { rows = [], error } = ON_PURPOSE[name]?.(answer) ?? answer;
      const [header = [], ...records] = rows;
      const isTable = error === undefined && header.length > 0 && records.every((row) => row.length === header.length);
      const choices = { ...optionsOf(name), header: true, headerLine: 1, skipEnd: 0 };
      const read = await folder.importFile(path.join(examples, name), choices).catch((fault: unknown) => String(fault));
      const seen = typeof read === 'string' ? read : read.records.map((values) => values.map((value) => value ?? ''));
      if (isTable ? JSON.stringify(seen) === JSON.stringify(records) : typeof seen === 'string') alike += 1;
      else
        differences.push(
          `${name}: ${JSON.stringify(seen).slice(0, 300)} and ${error ?? JSON.stringify(records).slice(0, 300)}`,
        );
    }
    assert.deepEqual(differences, []);
    assert.ok(alike > (isFull ? 50 : 20), String(alike));
  });
});
