/** Compares what was read with the truth, and sets the options that the program names. */
import type { ReadingChoices } from '../../src/service/resource/reading.ts';
import type { Cell, Column } from './columns.ts';
import { readTable, type ReadTable, type Refusal } from './readTable.ts';
import type { Truth } from './referenceWriter.ts';

export type Outcome = 'alone' | 'option' | 'refused' | 'unsure' | 'silent';

export interface Verdict {
  readonly outcome: Outcome;
  /** What was wrong before an option was set, and what is wrong in the end. */
  readonly first: string;
  readonly last: string;
  readonly options: readonly string[];
}

/** One thing that is read in another way than it was written. */
interface Difference {
  /** `table`: names or records. A field's number: its values. */
  readonly at: 'table' | number;
  readonly words: string;
}

/** Options that are set one after another, as long as a message names another one. */
const MOST_OPTIONS = 4;

export async function judge(file: string, truth: Truth): Promise<Verdict> {
  let choices: ReadingChoices = {};
  let first = '';
  let last = '';
  const options: string[] = [];
  for (;;) {
    const result = await readTable(file, choices);
    const differences = 'code' in result ? [] : differencesOf(result, truth);
    if (!('code' in result) && differences.length === 0)
      return { outcome: options.length === 0 ? 'alone' : 'option', first, last, options };
    last =
      'code' in result
        ? result.message
        : differences
            .map(({ words }) => words)
            .join('; ')
            .slice(0, 600);
    if (options.length === 0) first = last;
    const unmarked = 'code' in result ? [] : differences.filter((each) => !isMarked(each, result));
    if (unmarked.length > 0) return { outcome: 'silent', first, last: unmarked[0]?.words ?? '', options };
    const next = nextChoices(result, differences, truth, choices);
    const outcome = 'code' in result ? 'refused' : 'unsure';
    if (next === undefined || options.length === MOST_OPTIONS) return { outcome, first, last, options };
    options.push(next.name);
    choices = { ...choices, ...next.choices };
  }
}

function differencesOf(read: ReadTable, { names, columns, records }: Truth): readonly Difference[] {
  const whole: Difference[] = [];
  const say = (words: string): unknown => whole.push({ at: 'table', words });
  if (JSON.stringify(read.names) !== JSON.stringify(names))
    say(`names ${JSON.stringify(read.names).slice(0, 200)} instead of ${JSON.stringify(names).slice(0, 200)}`);
  if (read.texts.length !== records) say(`${String(read.texts.length)} records instead of ${String(records)}`);
  if (whole.length > 0) return whole;
  return columns.flatMap((column, at) => differenceOf(read, column, at) ?? []);
}

function differenceOf(read: ReadTable, column: Column, at: number): Difference | undefined {
  const { name, kind, cells } = column;
  for (const [row, cell] of cells.entries()) {
    const text = read.texts[row]?.[at] ?? null;
    const value = read.values[row]?.[at] ?? null;
    // A word for NULL is a text of the file, whether it is stored or not.
    const isWord = cell.value === null && cell.text !== null;
    const isText = text === cell.text || (isWord && text === null);
    if (isText && isSame(kind, cell, value)) continue;
    const written = `${JSON.stringify(cell.text)} = ${JSON.stringify(cell.value)} (${kind})`;
    const seen = `${JSON.stringify(text)} = ${JSON.stringify(value)} (${read.types[at] ?? ''})`;
    return { at, words: `${name}, record ${String(row + 1)}: ${seen} instead of ${written}`.slice(0, 300) };
  }
  const expected = TYPES[kind];
  const isTyped = expected === undefined || expected.test(read.types[at] ?? '');
  return isTyped ? undefined : { at, words: `${name}: ${read.types[at] ?? ''} instead of ${kind}` };
}

const TYPES: Partial<Record<Column['kind'], RegExp>> = {
  text: /^text$/,
  number: /^(?:numeric|float8|int)/,
  date: /^date$/,
  timestamp: /^timestamp/,
  boolean: /^bool/,
};

function isSame(kind: Column['kind'], cell: Cell, value: string | null): boolean {
  if (cell.value === null || value === null) return kind === 'open' || cell.value === value;
  switch (kind) {
    case 'number':
      return plainNumber(value) === plainNumber(cell.value);
    case 'timestamp':
      return value.replace(' ', 'T').replace(/\.0+$/, '') === cell.value.replace(' ', 'T');
    case 'open':
      return true;
    default:
      return value === cell.value;
  }
}

function plainNumber(text: string): string {
  const plain = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return plain === '-0' ? '0' : plain;
}

/** Whether people are told that this may be wrong. */
function isMarked({ at }: Difference, { resource, names }: ReadTable): boolean {
  // A wrong encoding can hide delimiters and quotes, too.
  if (resource.unsure !== undefined) return true;
  if (at === 'table') return false;
  const inDoubt = [...(resource.misfits ?? []), ...(resource.ambiguous ?? [])].map(({ field }) => field);
  return inDoubt.includes(names[at] ?? '');
}

/** Words of messages, and the options that they name. */
const NAMED: readonly (readonly [words: RegExp, options: readonly string[]])[] = [
  [/encoding/i, ['encoding']],
  [/escape/i, ['escape']],
  [/quote/i, ['quote', 'escape']],
  [/delimiter/i, ['delimiter']],
  [/header row|first line/i, ['headerLine', 'header']],
  [/rows at the end/i, ['skipEnd']],
  [/comment/i, ['comment']],
];

interface Next {
  readonly name: string;
  readonly choices: ReadingChoices;
}

function nextChoices(
  result: ReadTable | Refusal,
  differences: readonly Difference[],
  truth: Truth,
  chosen: ReadingChoices,
): Next | undefined {
  const isOpen = (option: string): boolean => truth.choices[option] !== undefined && !(option in chosen);
  const said = 'code' in result ? [result.message] : (result.resource.unsure ?? []);
  for (const [words, options] of NAMED) {
    const open = options.filter(isOpen);
    if (open.length === 0 || !said.some((text) => words.test(text.replace(/^[^:]*: /, '')))) continue;
    return { name: open.join('+'), choices: Object.fromEntries(open.map((each) => [each, truth.choices[each]])) };
  }
  if ('code' in result) return undefined;
  const fields = differences.flatMap(({ at }) => (at === 'table' ? [] : [at]));
  const columns = fields.flatMap((at) => {
    const { choice } = truth.columns[at] ?? {};
    return choice ? [{ ...choice, field: result.names[at] ?? '' }] : [];
  });
  const nullWords = truth.columns.flatMap((column) => column.nullWords ?? []);
  const words = nullWords.length > 0 && chosen.nullWords === undefined ? { nullWords } : {};
  if ((columns.length === 0 || chosen.columns !== undefined) && !('nullWords' in words)) return undefined;
  return { name: 'columns', choices: { ...words, columns } };
}
