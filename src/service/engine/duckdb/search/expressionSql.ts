/** A text expression as SQL over a text in lower case. */
import { invalidQuery } from '../../../ckan/actionError.ts';
import { SEPARATOR } from '../layout.ts';
import { WORD_CHARACTER, type TextExpression, type ExpressionWord } from '../../tableQuestion.ts';

/** Part of a pattern in SQL: a literal, or a word that is bound. */
type Pattern = readonly (string | ExpressionWord)[];

/** `needle` gives SQL for a word in lower case. Throws ActionError. */
export function expressionSql(
  expression: TextExpression,
  subject: string,
  needle: (word: string) => string,
): string {
  const sql = (each: TextExpression): string => {
    switch (each.kind) {
      case 'nothing':
        return 'false';
      case 'not':
        return `not ${sql(each.of)}`;
      case 'and':
      case 'or':
        return `(${each.of.map(sql).join(` ${each.kind} `)})`;
      case 'word':
      case 'phrase':
        return matches(each);
    }
  };
  const matches = (phrase: TextExpression): string => {
    const pattern = patternOf(phrase);
    const parts = pattern.map((part) => (isWord(part) ? `regexp_escape(${needle(part.text)})` : `'${part}'`));
    // A record without one of the words can't match, and that is found out much faster.
    const needed = requiredWords(phrase).map(({ text }) => `contains(${subject}, ${needle(text)})`);
    return `(${[...needed, `regexp_matches(${subject}, ${parts.join(' || ')})`].join(' and ')})`;
  };
  return sql(expression);
}

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

function patternOf(phrase: TextExpression): Pattern {
  return [...begin(phrase), ...inner(phrase), ...end(phrase)];
}

function inner(part: TextExpression): Pattern {
  switch (part.kind) {
    case 'word':
      return part.isPrefix ? [part, `[${WORD_CHARACTER}]*`] : [part];
    case 'or':
      return ['(?:', ...part.of.flatMap((each, index) => [...(index > 0 ? ['|'] : []), ...inner(each)]), ')'];
    case 'phrase':
      return part.of.flatMap((each, index): Pattern => {
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

function begin(phrase: TextExpression): Pattern {
  const word = firstWord(phrase);
  if (word?.text.startsWith('-') === true) return [];
  return [isNumber(word) ? BEGIN_OF_NUMBER : BEGIN];
}

function end(phrase: TextExpression): Pattern {
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

function requiredWords(part: TextExpression): readonly ExpressionWord[] {
  if (part.kind === 'word') return [part];
  return part.kind === 'phrase' ? part.of.flatMap(requiredWords) : [];
}

function isNumber(word: ExpressionWord | undefined): boolean {
  return /^\p{N}/u.test(word?.text ?? '');
}

function isWord(part: string | ExpressionWord): part is ExpressionWord {
  return typeof part !== 'string';
}
