// A local ESLint plugin: comments are sentences that a stranger understands (CONTRIBUTING.md, "Rules").
import type { ESLint, Rule } from 'eslint';
import { commentBlocks, isDirective } from './comments.ts';

const MIN_WORDS = 5;

/** A sentence that begins so has no subject, or one that only the code around it names. */
const OPENING =
  /^(?:of|as|the same|it|its|it's|they|them|those|and|but|or|nor|also|so|so that|which|who|whom|whose|where|wherever|whatever)(?![\w'’-])/i;

const UNNAMED = /\b(?:somebody|nobody|whoever|anybody)\b/i;

/** References may be short: "RFC 9110, 15.4." says all that is needed. */
const REFERENCE = /\b(?:RFC|ECMA|ISO)[ -]?\d|https?:\/\/|\bissue \d|#\d/i;

/** What is wrong with the text of a comment; undefined if nothing is. */
export function commentFault(text: string): string | undefined {
  if (text === '' || isDirective(text)) return undefined;
  const opening = OPENING.exec(text)?.[0];
  if (opening !== undefined) return `Name the subject of this comment: a sentence doesn't begin with "${opening}".`;
  const unnamed = UNNAMED.exec(text)?.[0];
  if (unnamed !== undefined) return `Name who or what is meant by "${unnamed}".`;
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (words < MIN_WORDS && !REFERENCE.test(text))
    return `A comment of ${words} words says too little: write a sentence, use a better name, or delete it.`;
  return undefined;
}

const sentences: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program: () => {
      for (const { text, first } of commentBlocks(context.sourceCode.getAllComments(), context.sourceCode.lines)) {
        const message = commentFault(text);
        if (message !== undefined && first.loc) context.report({ loc: first.loc, message });
      }
    },
  }),
};

export const commentPlugin: ESLint.Plugin = { rules: { sentences } };
