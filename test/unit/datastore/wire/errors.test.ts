import assert from 'node:assert/strict';
import { DatastoreError, type DatastoreErrorKind } from '../../../../src/datastore/wire/errors.ts';
import { describeError, ERROR_WORDS } from '../../../../src/datastore/wire/errorWords.ts';
import { HttpError, type HttpErrorKind } from '../../../../src/http/errors.ts';
import { TokenError } from '../../../../src/http/origin.ts';

const REFUSALS: readonly DatastoreErrorKind[] = [
  ...(['forbidden', 'notFound', 'validation', 'hashInName', 'actionUnknown', 'notCkan', 'loginPage'] as const),
  ...(['emptyAnswer', 'notJson', 'server', 'rateLimited', 'unfit', 'tooManyFields', 'incomplete'] as const),
  ...(['fieldsChanged', 'repeatedPage', 'tooLong', 'catalogMissing', 'datasetMissing'] as const),
  ...(['ignoresFilters', 'noSort', 'noOffsets'] as const),
];
const NO_FAULTS: readonly string[] = [
  ...REFUSALS,
  ...['tokenWithheld', 'tokenRefused', 'badToken', 'unexpected'],
  ...['diskFull', 'noPermission'],
  ...['tooSlow', 'retryLater', 'serverSilent', 'serverStatus'],
  ...['catalogForbidden', 'datasetForbidden', 'recordsRemoved'],
];
const FAULTS = Object.keys(ERROR_WORDS).filter((kind) => !NO_FAULTS.includes(kind)) as HttpErrorKind[];

describe('error words', () => {
  for (const kind of FAULTS) {
    it(`say who failed and what to do next: ${kind}`, () => {
      const { message, hint } = describeError(
        new HttpError(kind, 'h:1', { status: 500, target: 'https://x', names: 'other.test' }),
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

  for (const [found, promised, isShort] of [
    [120, 300, true],
    [0, 1, true],
    [4923, 4867, false],
    [121, 0, false],
    [300, 300, false],
  ] as const)
    it(`name counts only where fewer records came than promised: ${found} of ${promised}`, () => {
      const error = new DatastoreError('incomplete', 'h', { details: { found, promised } });
      const { message } = describeError(error);
      if (isShort) assert.equal(message, `h stopped after ${found} of ${promised} records.`);
      else assert.equal(message, 'Records were removed while they were read from h.');
    });

  it('repeat what the server said, and end its sentence', () => {
    const say = (serverMessage: string) =>
      describeError(new DatastoreError('validation', 'h', { serverMessage })).message;
    assert.equal(say('invalid value "z"'), 'h rejected the query: invalid value "z".');
    assert.equal(say('Not found.'), 'h rejected the query: Not found.');
    assert.equal(say('{host}'), 'h rejected the query: {host}.', 'its words are no template');
  });

  it('repeat the title of a page that came with a status', () => {
    const error = new DatastoreError('server', 'h', { status: 502, details: { title: '502 Bad Gateway' } });
    assert.equal(describeError(error).message, 'h answered 502 Bad Gateway.');
    const silent = new DatastoreError('server', 'h', { status: 500 });
    assert.equal(describeError(silent).message, 'h answered with an error (500) and gave no reason.');
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

  it('say of a token that was sent and not enough how to find out why', () => {
    const error = new DatastoreError('forbidden', 'h', { details: { tokenSent: true } });
    assert.match(describeError(error).hint, /^Your API token doesn't allow it/);
    assert.equal(describeError(error).offersToken, true);
  });

  it('say of a gateway that gave up what makes the question lighter', () => {
    const { message, hint } = describeError(new DatastoreError('server', 'h', { status: 504 }));
    assert.equal(message, 'h took too long to answer (status 504).');
    assert.match(hint, /^Ask for fewer records/);
  });

  it('say until when a busy server asks to wait, with the day if it is far', () => {
    for (const kind of ['rateLimited', 'server'] as const) {
      const busy = (retryAfterMs: number): string =>
        describeError(new DatastoreError(kind, 'h', { status: 503, details: { retryAfterMs } })).message;
      assert.match(busy(1500), /^h is busy and asks to wait until \d+:\d\d:\d\d\s[AP]M\.$/);
      assert.match(busy(48 * 60 * 60 * 1000), / until \w+ \d+, \d{4} at /);
    }
    assert.match(describeError(new DatastoreError('rateLimited', 'h')).hint, /^Wait a minute/);
  });

  for (const [code, path, message] of [
    ['ENOSPC', undefined, 'The disk is full.'],
    ['EDQUOT', '/data/out.csv', 'The disk is full.'],
    ['EACCES', '/data/out.csv', "You don't have permission to read or write in /data."],
    ['EPERM', '/data/out.csv', "You don't have permission to read or write in /data."],
    ['EROFS', '/data/out.csv', "You don't have permission to read or write in /data."],
    ['EPERM', undefined, 'Something unexpected happened: EPERM.'],
    ['ENOENT', '/data/out.csv', 'Something unexpected happened: ENOENT.'],
  ] as const)
    it(`say what the file system means by ${code}${path === undefined ? ' without a path' : ''}`, () => {
      assert.equal(describeError(Object.assign(new Error(code), { code, path })).message, message);
    });

  it('have an answer to anything thrown', () => {
    assert.equal(describeError(new Error('boom')).message, 'Something unexpected happened: boom.');
    assert.equal(describeError('boom').message, 'Something unexpected happened: boom.');
  });
});
