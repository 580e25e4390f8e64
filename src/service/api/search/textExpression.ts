import { invalidQuery } from '../../ckan/actionError.ts';
import { WORD_CHARACTER, type ExpressionWord, type TextExpression } from '../../question/tableQuestion.ts';

/** PostgreSQL's parser includes a sign and decimal points in a number. */
const wordPattern = new RegExp(String.raw`-?\p{N}+(?:\.\p{N}+)*(?![${WORD_CHARACTER}])|[${WORD_CHARACTER}]+`, 'gu');
const unquoted = /(?:\\.|[^\s\\!&|():'])(?:\\.|[^\s\\!&|():])*/suy;
const quoted = /'((?:\\.|''|[^'\\])*)'/suy;
const flags = /:([*a-d]*)/iuy;
const distance = /<(-|\d{1,9})>/uy;
const MAX_DISTANCE = 16_384;
/** More words cost a pass over the records each, and aren't a person's question. */
const MAX_WORDS = 200;
const MAX_DEPTH = 50;

/** Reads `q` as PostgreSQL 15's tsquery, but keeps words as they are. Undefined without words. Throws ActionError. */
export function parseExpression(text: string): TextExpression | undefined {
  let at = 0;
  let count = 0;
  let depth = 0;
  const wrong = (): Error => invalidQuery(`syntax error in tsquery: "${text.slice(0, 200)}"`);
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text) ?? undefined;
    at += matched?.[0].length ?? 0;
    return matched;
  };
  const skipSpace = (): void => void match(/\s*/uy);
  const takes = (operator: string): boolean => {
    skipSpace();
    if (text[at] !== operator) return false;
    at += 1;
    return true;
  };
  const operands = (operator: string, part: () => TextExpression | undefined): (TextExpression | undefined)[] => {
    const parts = [part()];
    while (takes(operator)) parts.push(part());
    return parts;
  };
  const or = (): TextExpression | undefined => joined('or', operands('|', and));
  const and = (): TextExpression | undefined => joined('and', operands('&', phrase));
  /** A part without words adds to the distance between its neighbours. */
  const phrase = (): TextExpression | undefined => {
    const of: TextExpression[] = [];
    const steps: number[] = [];
    let way = 0;
    for (let first = not(), step = 0; ; first = not()) {
      way += step;
      if (first !== undefined) {
        if (of.length > 0) steps.push(way);
        of.push(first);
        way = 0;
      }
      skipSpace();
      const [, written] = match(distance) ?? [];
      if (written === undefined) break;
      step = written === '-' ? 1 : Number(written);
      if (step > MAX_DISTANCE) throw wrong();
    }
    const [only] = of;
    if (of.length < 2) return only;
    return steps.includes(0) ? { kind: 'nothing' } : { kind: 'phrase', of, steps };
  };
  const not = (): TextExpression | undefined => {
    let isNegated = false;
    while (takes('!')) isNegated = !isNegated;
    const of = primary();
    return of !== undefined && isNegated ? { kind: 'not', of } : of;
  };
  const primary = (): TextExpression | undefined => {
    if (!takes('(')) return operand();
    depth += 1;
    if (depth > MAX_DEPTH) throw wrong();
    const inner = or();
    if (!takes(')')) throw wrong();
    depth -= 1;
    return inner;
  };
  /** Several words in one operand are a phrase. */
  const operand = (): TextExpression | undefined => {
    skipSpace();
    const written = match(quoted)?.[1]?.replaceAll("''", "'") ?? match(unquoted)?.[0];
    if (written === undefined || written === '') throw wrong();
    const marks = (match(flags)?.[1] ?? '').toLowerCase();
    const isPrefix = marks.includes('*');
    const words = wordsOf(written.replace(/\\(.)/gsu, '$1'));
    count += words.length;
    if (count > MAX_WORDS) throw invalidQuery(`more than ${String(MAX_WORDS)} words`);
    // Words of records have the weight D.
    if (/[abc]/.test(marks) && !marks.includes('d')) return { kind: 'nothing' };
    const of = words.map((word): ExpressionWord => ({ kind: 'word', text: word, isPrefix }));
    const [first, second] = of;
    if (first === undefined || second === undefined) return first;
    return { kind: 'phrase', of, steps: of.slice(1).map(() => 1) };
  };
  if (text.trim() === '') return undefined;
  const expression = or();
  skipSpace();
  if (at < text.length) throw wrong();
  return expression;
}

export function wordsOf(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

function joined(kind: 'and' | 'or', parts: readonly (TextExpression | undefined)[]): TextExpression | undefined {
  const of = parts.filter((part) => part !== undefined);
  const [only] = of;
  return of.length < 2 ? only : { kind, of };
}
