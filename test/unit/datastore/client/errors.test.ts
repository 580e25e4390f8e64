import assert from 'node:assert/strict';
import { DatastoreError, type DatastoreErrorKind } from '../../../../src/datastore/client/errors.ts';
import { describeError, ERROR_WORDS } from '../../../../src/datastore/client/errorWords.ts';
import { HttpError, type HttpErrorKind } from '../../../../src/http/errors.ts';
import { TokenError } from '../../../../src/http/origin.ts';

const REFUSALS: readonly DatastoreErrorKind[] = [
  ...([
    'forbidden',
    'notFound',
    'validation',
    'hashInName',
    'actionUnknown',
    'notCkan',
    'loginPage',
  ] as const),
  ...(['emptyAnswer', 'notJson', 'server', 'rateLimited', 'unfit', 'incomplete'] as const),
  ...(['fieldsChanged', 'repeatedPage', 'tooLong', 'catalogMissing', 'datasetMissing'] as const),
];
const NO_FAULTS: readonly string[] = [...REFUSALS, 'tokenWithheld', 'badToken', 'unexpected'];
const FAULTS = Object.keys(ERROR_WORDS).filter((kind) => !NO_FAULTS.includes(kind)) as HttpErrorKind[];

describe('error words', () => {
  for (const kind of FAULTS) {
    it(`say who failed and what to do next: ${kind}`, () => {
      const { message, hint } = describeError(
        new HttpError(kind, 'h:1', { status: 500, target: 'https://x' }),
      );
      assert.match(message, /h:1.*\.$/);
      assert.match(hint, /^[A-Z].+\.$/);
      assert.doesNotMatch(message + hint, /[{}]|no reason given/);
    });
  }
  for (const kind of REFUSALS) {
    it(`say who refused and what to do next: ${kind}`, () => {
      const error = new DatastoreError(kind, 'h:1', {
        status: 500,
        serverMessage: 'its words',
        details: { title: 'T', found: 100, promised: 5000 },
      });
      const { message, hint } = describeError(error);
      assert.match(message, /h:1/);
      assert.match(message, /\.$/);
      assert.match(hint, /^[A-Z].+\.$/);
      assert.doesNotMatch(message + hint, /[{}]|no reason given/);
    });
  }

  it('repeat what the server said, and end its sentence', () => {
    const say = (serverMessage: string) =>
      describeError(new DatastoreError('validation', 'h', { serverMessage })).message;
    assert.equal(say('invalid value "z"'), 'h rejected the query: invalid value "z".');
    assert.equal(say('Not found.'), 'h rejected the query: Not found.');
    assert.equal(say('{host}'), 'h rejected the query: {host}.', 'its words are no template');
  });

  it('repeat the title of a page that came with a status', () => {
    const error = new DatastoreError('server', 'h', {
      status: 504,
      details: { title: '504 Gateway Time-out' },
    });
    assert.equal(describeError(error).message, 'h failed (status 504): 504 Gateway Time-out.');
  });

  it('name the control to blame', () => {
    const partOf = (error: unknown) => describeError(error).part;
    assert.equal(partOf(new HttpError('dns', 'h')), 'portal');
    assert.equal(partOf(new HttpError('tooLarge', 'h')), 'limit');
    assert.equal(partOf(new HttpError('timeout', 'h')), undefined);
    assert.equal(partOf(new DatastoreError('validation', 'h', { part: 'q' })), 'q');
  });

  it('offer a token where one could help', () => {
    const offers = (error: unknown) => describeError(error).offersToken;
    assert.equal(offers(new DatastoreError('forbidden', 'h')), true);
    assert.equal(offers(new TokenError('lineBreak')), true);
    assert.equal(offers(new DatastoreError('loginPage', 'h')), false);
    assert.equal(offers(new HttpError('dns', 'h')), false);
  });

  it('explain that a token was not sent instead of asking for one', () => {
    const error = new DatastoreError('forbidden', 'h', { details: { tokenWithheld: true } });
    assert.match(describeError(error).hint, /^Your token wasn't sent/);
  });

  it('give the seconds to wait', () => {
    const error = new DatastoreError('rateLimited', 'h', { details: { retryAfterMs: 1500 } });
    assert.match(describeError(error).hint, /^Wait 2 seconds/);
  });

  it('have an answer to anything thrown', () => {
    assert.equal(describeError(new Error('boom')).message, 'Something unexpected happened: boom.');
    assert.equal(describeError('boom').message, 'Something unexpected happened: boom.');
  });
});
