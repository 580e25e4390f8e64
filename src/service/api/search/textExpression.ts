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
  return new ExpressionReader(text).read();
}

export function wordsOf(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

class ExpressionReader {
  readonly #text: string;
  #at = 0;
  #words = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TextExpression | undefined {
    if (this.#text.trim() === '') return undefined;
    const expression = this.#or();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#wrong();
    return expression;
  }

  #or(): TextExpression | undefined {
    return joined(
      'or',
      this.#operands('|', () => this.#and()),
    );
  }

  #and(): TextExpression | undefined {
    return joined(
      'and',
      this.#operands('&', () => this.#phrase()),
    );
  }

  #operands(operator: string, part: () => TextExpression | undefined): (TextExpression | undefined)[] {
    const parts = [part()];
    while (this.#takes(operator)) parts.push(part());
    return parts;
  }

  /** A part without words adds to the distance between its neighbours. */
  #phrase(): TextExpression | undefined {
    const of: TextExpression[] = [];
    const steps: number[] = [];
    let way = 0;
    for (let first = this.#not(), step: number | undefined = 0; ; first = this.#not()) {
      way += step;
      if (first !== undefined) {
        if (of.length > 0) steps.push(way);
        of.push(first);
        way = 0;
      }
      step = this.#distance();
      if (step === undefined) break;
    }
    const [only] = of;
    if (of.length < 2) return only;
    return steps.includes(0) ? { kind: 'nothing' } : { kind: 'phrase', of, steps };
  }

  #distance(): number | undefined {
    this.#skipSpace();
    const match = this.#match(distance)?.[1];
    if (match === undefined) return undefined;
    const step = match === '-' ? 1 : Number(match);
    if (step > MAX_DISTANCE) throw this.#wrong();
    return step;
  }

  #not(): TextExpression | undefined {
    let isNegated = false;
    while (this.#takes('!')) isNegated = !isNegated;
    const of = this.#primary();
    return of !== undefined && isNegated ? { kind: 'not', of } : of;
  }

  #primary(): TextExpression | undefined {
    if (!this.#takes('(')) return this.#operand();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw this.#wrong();
    const inner = this.#or();
    if (!this.#takes(')')) throw this.#wrong();
    this.#depth -= 1;
    return inner;
  }

  /** Several words in one operand are a phrase. */
  #operand(): TextExpression | undefined {
    this.#skipSpace();
    const text = this.#match(quoted)?.[1]?.replaceAll("''", "'") ?? this.#match(unquoted)?.[0];
    if (text === undefined || text === '') throw this.#wrong();
    const marks = (this.#match(flags)?.[1] ?? '').toLowerCase();
    const isPrefix = marks.includes('*');
    const words = wordsOf(text.replace(/\\(.)/gsu, '$1'));
    this.#words += words.length;
    if (this.#words > MAX_WORDS) throw invalidQuery(`more than ${String(MAX_WORDS)} words`);
    // Words of records have the weight D.
    if (/[abc]/.test(marks) && !marks.includes('d')) return { kind: 'nothing' };
    const of = words.map((word): ExpressionWord => ({ kind: 'word', text: word, isPrefix }));
    const [first, second] = of;
    if (first === undefined || second === undefined) return first;
    return { kind: 'phrase', of, steps: of.slice(1).map(() => 1) };
  }

  #takes(operator: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== operator) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at += match[0].length;
    return match;
  }

  #skipSpace(): void {
    this.#match(/\s*/uy);
  }

  #wrong(): Error {
    return invalidQuery(`syntax error in tsquery: "${this.#text.slice(0, 200)}"`);
  }
}

function joined(kind: 'and' | 'or', parts: readonly (TextExpression | undefined)[]): TextExpression | undefined {
  const of = parts.filter((part) => part !== undefined);
  const [only] = of;
  return of.length < 2 ? only : { kind, of };
}
