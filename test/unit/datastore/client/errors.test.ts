import assert from 'node:assert/strict';
import { DatastoreError, describeError } from '../../../../src/datastore/client/errors.ts';
import { englishErrorWords } from '../../../../src/datastore/client/errorWords.ts';
import { HttpError } from '../../../../src/http/errors.ts';
import { TokenError } from '../../../../src/http/origin.ts';

const words = { ...englishErrorWords, kept: 'Your query is kept.' };

describe('error words', () => {
  for (const kind of Object.keys(englishErrorWords.http) as (keyof typeof englishErrorWords.http)[]) {
    it(`say who failed and what to do next: ${kind}`, () => {
      const { message, hint } = describeError(
        new HttpError(kind, 'h:1', { status: 500, target: 'https://x' }),
        words,
      );
      assert.match(message, /h:1.*\.$/);
      assert.match(hint, /^[A-Z].+\. Your query is kept\.$/);
      assert.doesNotMatch(message + hint, /[{}]|no reason given/);
    });
  }
  for (const kind of Object.keys(
    englishErrorWords.datastore,
  ) as (keyof typeof englishErrorWords.datastore)[]) {
    it(`say who refused and what to do next: ${kind}`, () => {
      const error = new DatastoreError(kind, 'h:1', {
        status: 500,
        serverMessage: 'its words',
        details: { title: 'T', found: 100, promised: 5000 },
      });
      const { message, hint } = describeError(error, words);
      assert.match(message, /h:1/);
      assert.match(message, /\.$/);
      assert.match(hint, /^[A-Z].+\. Your query is kept\.$/);
      assert.doesNotMatch(message + hint, /[{}]|no reason given/);
    });
  }

  it('repeat what the server said, and end its sentence', () => {
    const say = (serverMessage: string) =>
      describeError(new DatastoreError('validation', 'h', { serverMessage }), englishErrorWords).message;
    assert.equal(say('invalid value "z"'), 'h did not accept the query: invalid value "z".');
    assert.equal(say('Not found.'), 'h did not accept the query: Not found.');
    assert.equal(say('{host}'), 'h did not accept the query: {host}.', 'its words are no template');
  });

  it('repeat the title of a page that came with a status', () => {
    const error = new DatastoreError('server', 'h', {
      status: 504,
      details: { title: '504 Gateway Time-out' },
    });
    assert.equal(describeError(error, words).message, 'h failed (status 504): 504 Gateway Time-out.');
  });

  it('name the control to blame', () => {
    const partOf = (error: unknown) => describeError(error, words).part;
    assert.equal(partOf(new HttpError('dns', 'h')), 'portal');
    assert.equal(partOf(new HttpError('tooLarge', 'h')), 'limit');
    assert.equal(partOf(new HttpError('timeout', 'h')), undefined);
    assert.equal(partOf(new DatastoreError('validation', 'h', { part: 'q' })), 'q');
  });

  it('offer a token where one could help', () => {
    const offers = (error: unknown) => describeError(error, words).offersToken;
    assert.equal(offers(new DatastoreError('forbidden', 'h')), true);
    assert.equal(offers(new TokenError('lineBreak')), true);
    assert.equal(offers(new DatastoreError('loginPage', 'h')), false);
    assert.equal(offers(new HttpError('dns', 'h')), false);
  });

  it('explain that a token was not sent instead of asking for one', () => {
    const error = new DatastoreError('forbidden', 'h', { details: { tokenWithheld: true } });
    assert.match(describeError(error, words).hint, /^Your token was not sent/);
  });

  it('give the seconds to wait', () => {
    const error = new DatastoreError('rateLimited', 'h', { details: { retryAfterMs: 1500 } });
    assert.match(describeError(error, words).hint, /^Wait 2 seconds/);
  });

  it('have an answer to anything thrown', () => {
    assert.equal(
      describeError(new Error('boom'), englishErrorWords).message,
      'Something unexpected happened: boom.',
    );
    assert.equal(describeError('boom', englishErrorWords).message, 'Something unexpected happened: boom.');
  });
});
