/** Words and phrases of a text expression as a regular expression that RE2 and Oniguruma read alike. */
import { invalidQuery } from '../ckan/actionError.ts';
import { WORD_CHARACTER, type ExpressionWord, type TextExpression } from './tableQuestion.ts';

/** Parts of a regular expression over a text in lower case: themselves, or a word, for the engine to fold and to escape. */
export type WordPattern = readonly (string | ExpressionWord)[];

/** Between the values of a record that are searched as one text: a text without it can't match across fields. */
export const SEPARATOR = '\u001f';

/** Those that a record may be found by, for its rank. */
export function wantedWords(expression: TextExpression): readonly ExpressionWord[] {
  if (expression.kind === 'word') return [expression];
  return expression.kind === 'not' || expression.kind === 'nothing' ? [] : expression.of.flatMap(wantedWords);
}

const BEGIN = `(?:^|[^${WORD_CHARACTER}])`;
/** A sign or a decimal point in front belongs to the number. */
const BEGIN_OF_NUMBER = `(?:^|[^${WORD_CHARACTER}.-]|[^${WORD_CHARACTER}.-]\\.)`;
const END = `(?:$|[^${WORD_CHARACTER}])`;
const END_OF_NUMBER = `(?:$|[^${WORD_CHARACTER}.]|\\.(?:$|[^\\p{N}]))`;
/** Between two words of one field. */
const GAP = `[^${WORD_CHARACTER}${SEPARATOR}]`;
const ANY_WORD = `[${WORD_CHARACTER}]+`;

/** Of a word or a phrase. Throws ActionError. */
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

/** Undefined where alternatives begin: they get the common boundary. */
function firstWord(part: TextExpression): ExpressionWord | undefined {
  if (part.kind === 'word') return part;
  return part.kind === 'phrase' && part.of[0] !== undefined ? firstWord(part.of[0]) : undefined;
}

function lastWord(part: TextExpression): ExpressionWord | undefined {
  if (part.kind === 'word') return part;
  const last = part.kind === 'phrase' ? part.of.at(-1) : undefined;
  return last === undefined ? undefined : lastWord(last);
}

/** Without them nothing matches. */
export function requiredWords(part: TextExpression): readonly ExpressionWord[] {
  if (part.kind === 'word') return [part];
  return part.kind === 'phrase' ? part.of.flatMap(requiredWords) : [];
}

function isNumber(word: ExpressionWord | undefined): boolean {
  return /^\p{N}/u.test(word?.text ?? '');
}
