import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import { commentFault, commentPlugin } from '../../../tools/lint/commentSentences.ts';

function messages(code: string): string[] {
  const linter = new Linter();
  return linter
    .verify(code, [{ plugins: { comments: commentPlugin }, rules: { 'comments/sentences': 'error' } }])
    .map(({ line, message }) => `${line}: ${message}`);
}

describe('the rule about comments', () => {
  const refused: [text: string, what: RegExp][] = [
    ['Of all values that are not null.', /begin with "Of"/],
    ['As the header says, else as spreadsheets do.', /begin with "As"/],
    ['The same where the count is unknown.', /begin with "The same"/],
    ["It isn't asked again by itself.", /begin with "It"/],
    ['And the others are left alone here.', /begin with "And"/],
    ['But never for a local file.', /begin with "But"/],
    ['So that others get their turn.', /begin with "So"/],
    ['Which of them the server can answer.', /begin with "Which"/],
    ['Where the count is unknown, too.', /begin with "Where"/],
    ['who asks where no user is named', /begin with "who"/],
    ['Something came, or nobody waits for it.', /meant by "nobody"/],
    ['Whoever leaves the form keeps the draft.', /meant by "Whoever"/],
    ['In milliseconds.', /2 words/],
  ];
  for (const [text, what] of refused) it(`refuses "${text}"`, () => assert.match(commentFault(text) ?? '', what));

  const accepted = [
    'The column name from the header, or its letter.',
    'Offsets are counted in UTF-16 units.',
    'Italy writes decimals with a comma.',
    'RFC 9110, 15.4.',
    'ISO 8601.',
    'See issue 30.',
    'https://docs.ckan.org/en/2.11/',
    'eslint-disable-next-line no-console',
    '@ts-expect-error',
    'c8 ignore next',
    'SPDX-License-Identifier: MIT',
  ];
  for (const text of accepted) it(`accepts "${text}"`, () => assert.equal(commentFault(text), undefined));

  it('reads line comments below each other as one', () =>
    assert.deepEqual(messages('// The portal counts records only if it is\n// asked to.\nlet a;'), []));

  it('reads the first sentence of a block behind its stars', () =>
    assert.deepEqual(messages('/**\n * Of the block.\n */\nlet a;'), [
      '1: Name the subject of this comment: a sentence doesn\'t begin with "Of".',
    ]));

  it('tells comments behind code apart from each other', () =>
    assert.deepEqual(messages('let a; // The first of two numbers.\nlet b; // In pixels.'), [
      '2: A comment of 2 words says too little: write a sentence, use a better name, or delete it.',
    ]));

  it('leaves a shebang and JSDoc tags alone', () =>
    assert.deepEqual(messages('#!/usr/bin/env node\n/** @internal */\nlet a;'), []));
});
