import { invalidQuery } from '../ckan/actionError.ts';
import { WORD_CHARACTER, type ExpressionWord, type TextExpression } from './tableQuestion.ts';

/** A regular expression over a lower-case text (RE2, Oniguruma): its parts, and words that the engine escapes. */
export type WordPattern = readonly (string | ExpressionWord)[];

/** Separates the values of a record that are searched as one text. Texts without it can't match across fields. */
export const SEPARATOR = '\u001f';

export function wantedWords(expression: TextExpression): readonly ExpressionWord[] {
  if (expression.kind === 'word') return [expression];
  return expression.kind === 'not' || expression.kind === 'nothing' ? [] : expression.of.flatMap(wantedWords);
}

const BEGIN = `(?:^|[^${WORD_CHARACTER}])`;
/** A sign or decimal point before a number belongs to it. */
const BEGIN_OF_NUMBER = `(?:^|[^${WORD_CHARACTER}.-]|[^${WORD_CHARACTER}.-]\\.)`;
const END = `(?:$|[^${WORD_CHARACTER}])`;
const END_OF_NUMBER = `(?:$|[^${WORD_CHARACTER}.]|\\.(?:$|[^\\p{N}]))`;
/** Matches between two words of one field. */
const GAP = `[^${WORD_CHARACTER}${SEPARATOR}]`;
const ANY_WORD = `[${WORD_CHARACTER}]+`;

/** The pattern of a word or phrase. Throws ActionError. */
export function wordPattern(phrase: TextExpression): WordPattern {
  return [...begin(phrase), ...inner(phrase), ...end(phrase)];
}

function inner(part: TextExpression): WordPattern {
  switch (part.kind) {
    case 'word':
      return part.isPrefix ? [part, `[${WORD_CHARACTER}]*`] : [part];
    case 'or':
      return ['(?:', ...part.of.flatMap((each, index) => [...(index > 0 ? ['|'] : []), ...inner(each)]), ')'];
    case 'phrase':
      return part.of.flatMap((each, index): WordPattern => {
        const step = part.steps[index - 1];
        return step === undefined ? inner(each) : [gap(step, firstWord(each)), ...inner(each)];
      });
    default:
      throw invalidQuery('a phrase holds words and alternatives only');
  }
}

function gap(step: number, next: ExpressionWord | undefined): string {
  const between = step > 1 ? `(?:${GAP}+${ANY_WORD}){${String(step - 1)}}` : '';
  if (next?.text.startsWith('-') === true) return `${between}${GAP}*`;
  return between + (isNumber(next) ? `${GAP}*[^${WORD_CHARACTER}${SEPARATOR}.-]` : `${GAP}+`);
}

function begin(phrase: TextExpression): WordPattern {
  const word = firstWord(phrase);
  if (word?.text.startsWith('-') === true) return [];
  return [isNumber(word) ? BEGIN_OF_NUMBER : BEGIN];
}

function end(phrase: TextExpression): WordPattern {
  const word = lastWord(phrase);
  if (word?.isPrefix === true) return [];
  return [/\p{N}$/u.test(word?.text ?? '') ? END_OF_NUMBER : END];
}

/** Undefined if alternatives come first: they get the common boundary. */
function firstWord(part: TextExpression): ExpressionWord | undefined {
  if (part.kind === 'word') return part;
  return part.kind === 'phrase' && part.of[0] !== undefined ? firstWord(part.of[0]) : undefined;
}

function lastWord(part: TextExpression): ExpressionWord | undefined {
  if (part.kind === 'word') return part;
  const last = part.kind === 'phrase' ? part.of.at(-1) : undefined;
  return last === undefined ? undefined : lastWord(last);
}

/** Words without which nothing matches. */
export function requiredWords(part: TextExpression): readonly ExpressionWord[] {
  if (part.kind === 'word') return [part];
  return part.kind === 'phrase' ? part.of.flatMap(requiredWords) : [];
}

function isNumber(word: ExpressionWord | undefined): boolean {
  return /^\p{N}/u.test(word?.text ?? '');
}
