import type { TextExpression } from '../../../question/tableQuestion.ts';
import { requiredWords, wordPattern } from '../../../question/wordPattern.ts';

/** SQL of a text expression. `subject` is SQL of a lower-case text, `needle` that of a word. Throws ActionError. */
export function expressionSql(expression: TextExpression, subject: string, needle: (word: string) => string): string {
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
    const parts = wordPattern(phrase).map((part) =>
      typeof part === 'string' ? `'${part}'` : `regexp_escape(${needle(part.text)})`,
    );
    // A record without one of the words can't match, and `contains` finds that out much faster.
    const needed = requiredWords(phrase).map(({ text }) => `contains(${subject}, ${needle(text)})`);
    return `(${[...needed, `regexp_matches(${subject}, ${parts.join(' || ')})`].join(' and ')})`;
  };
  return sql(expression);
}
