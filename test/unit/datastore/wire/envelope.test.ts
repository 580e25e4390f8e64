import assert from 'node:assert/strict';
import { ExactNumber } from '../../../../src/base/cells.ts';
import { readResult } from '../../../../src/datastore/wire/envelope.ts';
import { DatastoreError, type DatastoreErrorKind } from '../../../../src/datastore/wire/errors.ts';
import type { Answer } from '../../../../src/http/exchange.ts';
import type { DraftPart } from '../../../../src/datastore/query/draft.ts';
import type { DatastoreQuery } from '../../../../src/datastore/query/query.ts';
import { refusal, success } from '../../../support/fakes/fakeCkan.ts';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';

function answer(status: number, text: string, facts: Partial<Answer> = {}): Answer {
  const url = new URL('https://h.test:8443/api/action/datastore_search');
  return { status, text, headers: new Map(), url, tokenSent: false, lossyUtf8: false, elapsedMs: 1, ...facts };
}

const noSignal = new AbortController().signal;

async function refused(
  given: Answer,
  hasToken = false,
  filters?: string,
  query: Partial<DatastoreQuery> = {},
): Promise<DatastoreError> {
  try {
    const asked = { resourceId: 'r', ...(filters !== undefined && { filters: conditionsOf(filters) }), ...query };
    await readResult(given, hasToken, { query: asked }, noSignal);
  } catch (error) {
    assert.ok(error instanceof DatastoreError);
    return error;
  }
  throw new Error('accepted');
}

const html = (title: string) => `\n<!DOCTYPE html><html><head><title>${title}</title></head><body>…</body></html>`;
const validation = (error: object) => refusal(409, 'Validation Error', error).text;

interface Case {
  readonly what: string;
  readonly given: Answer;
  readonly kind: DatastoreErrorKind;
  readonly part?: DraftPart;
  readonly words?: string;
}

const cases: readonly Case[] = [
  {
    what: 'an unknown filter field (2.12)',
    given: answer(409, validation({ filters: ['Unknown field: z'] })),
    kind: 'validation',
    part: 'filters',
    words: 'filters: Unknown field: z',
  },
  {
    what: 'a wrong limit, in any language',
    given: answer(409, validation({ limit: ['Entier invalide', 'Doit être un entier'] })),
    kind: 'validation',
    part: 'limit',
    words: 'limit: Entier invalide, Doit être un entier',
  },
  {
    what: "messages that are no lists, with the database's reason but without its SQL",
    given: answer(
      409,
      validation({ q: 'bad', info: { statement: 'SELECT', orig: ['not like that: "x"\nLINE 6: SELECT'] } }),
    ),
    kind: 'validation',
    part: 'q',
    words: 'q: bad: not like that: "x"',
  },
  {
    what: 'an unknown parameter, which no input of the form caused',
    given: answer(409, validation({ __extras: ['invalid value "x"'] })),
    kind: 'validation',
    words: '__extras: invalid value "x"',
  },
  {
    what: 'no permission',
    given: answer(403, refusal(403, 'Authorization Error', { message: 'Access denied: User  not authorized' }).text),
    kind: 'forbidden',
    words: 'Access denied: User not authorized',
  },
  {
    what: 'an unknown resource',
    given: answer(404, refusal(404, 'Not Found Error', { message: 'Not found: Resource "x" was not found.' }).text),
    kind: 'notFound',
    part: 'resource',
    words: 'Not found: Resource "x" was not found.',
  },
  {
    what: 'success: false with 200',
    given: answer(200, refusal(200, 'Not Found Error', { message: 'Nicht gefunden' }).text),
    kind: 'notFound',
    part: 'resource',
    words: 'Nicht gefunden',
  },
  {
    what: 'an unknown action (a bare text)',
    given: answer(400, '"Bad request - Action name not known: datastore_search"'),
    kind: 'actionUnknown',
    part: 'portal',
    words: 'Bad request - Action name not known: datastore_search',
  },
  {
    what: 'a crash as JSON',
    given: answer(500, refusal(500, 'Internal Server Error', { message: 'x' }).text),
    kind: 'server',
    words: 'x',
  },
  {
    what: 'an error without a type',
    given: answer(409, '{"success":false,"error":{"limit":["x"]}}'),
    kind: 'validation',
    part: 'limit',
    words: 'limit: x',
  },
  {
    what: 'an error that is a text',
    given: answer(200, '{"success":false,"error":"no"}'),
    kind: 'server',
    words: 'no',
  },
  { what: 'a login page with 200', given: answer(200, html('Sign in')), kind: 'loginPage', part: 'portal' },
  { what: 'a challenge page with 202', given: answer(202, html('Checking')), kind: 'loginPage', part: 'portal' },
  { what: 'a firewall page with 403', given: answer(403, html('Blocked')), kind: 'loginPage', part: 'portal' },
  { what: 'a web page with 401', given: answer(401, html('401')), kind: 'forbidden' },
  { what: 'a web page with 404', given: answer(404, html('404')), kind: 'notCkan', part: 'portal' },
  { what: 'a path that takes no POST', given: answer(405, html('405')), kind: 'notCkan', part: 'portal' },
  { what: "a gateway's page", given: answer(502, html('502')), kind: 'server' },
  { what: 'nothing', given: answer(200, ' \n'), kind: 'emptyAnswer' },
  { what: 'nothing with 403', given: answer(403, ''), kind: 'forbidden' },
  { what: 'a broken JSON text', given: answer(200, '{"success":true,"result":{]}'), kind: 'notJson' },
  { what: 'half a JSON text with 503', given: answer(503, '{"success":'), kind: 'server' },
  {
    what: "a # in a field's name on CKAN 2.10 and 2.11",
    given: answer(409, validation({ query: ['Query is not a single statement.'] })),
    kind: 'hashInName',
    words: 'query: Query is not a single statement.',
  },
  { what: 'plain text with 503', given: answer(503, 'come back later'), kind: 'server' },
  { what: 'JSON of another API', given: answer(200, '{"data":[]}'), kind: 'notCkan', part: 'portal' },
  {
    what: 'JSON of another API with 404',
    given: answer(404, '{"message":"no route"}'),
    kind: 'notCkan',
    part: 'portal',
  },
  { what: 'success without a result', given: answer(200, '{"success":true}'), kind: 'notCkan', part: 'portal' },
  {
    what: 'an inherited success',
    given: answer(200, '{"__proto__":{"success":true,"result":{}}}'),
    kind: 'notCkan',
    part: 'portal',
  },
  { what: 'an address that is too long', given: answer(414, '<h1>Request-URI Too Large'), kind: 'tooLong' },
  { what: 'a body that is too long', given: answer(413, ''), kind: 'tooLong' },
  { what: 'too many requests', given: answer(429, '{"error":"slow down"}'), kind: 'rateLimited' },
];

describe('answer envelope', () => {
  it('gives the result of a success', async () => {
    const { result } = await readResult(answer(200, success({ records: [] }).text), false, {}, noSignal);
    assert.deepEqual(result, { records: [] });
  });

  const text = '{"success":true,"result":{"size":9007199254740993,"share":1.50}}';
  it('gives exact numbers', async () => {
    const { result } = await readResult(answer(200, text), false, {}, noSignal);
    assert.deepEqual(result, { size: new ExactNumber('9007199254740993'), share: new ExactNumber('1.50') });
  });

  it('gives rounded numbers to those who show none', async () => {
    const { result } = await readResult(answer(200, text), false, { numbers: 'rounded' }, noSignal);
    assert.deepEqual(result, { size: 9007199254740992, share: 1.5 });
  });

  it('takes any depth of those who show no numbers', async () => {
    const deep = '['.repeat(1e5) + ']'.repeat(1e5);
    const given = answer(200, `{"success":true,"result":${deep}}`);
    const { result } = await readResult(given, false, { numbers: 'rounded' }, noSignal);
    assert.ok(Array.isArray(result));
    const failure = answer(200, `{"success":false,"error":{"__type":"Validation Error","x":${deep}}}`);
    const refusal = readResult(failure, false, { numbers: 'rounded' }, noSignal);
    await assert.rejects(refusal, { kind: 'validation' });
  });

  for (const half of ['{"success":true,"result":{"records":[{"a":1}', '{"a":"}', '['.repeat(9999)])
    it(`takes ${half.slice(0, 50)} for half an answer`, async () => {
      await assert.rejects(readResult(answer(200, half), false, {}, noSignal), {
        name: 'HttpError',
        kind: 'truncated',
        host: 'h.test:8443',
      });
    });

  for (const { what, given, kind, part, words } of cases) {
    it(`reads ${what} as ${kind}${part === undefined ? '' : `, to blame: ${part}`}`, async () => {
      const error = await refused(given);
      assert.equal(error.kind, kind);
      assert.equal(error.part, part);
      assert.equal(error.serverMessage, words);
      assert.equal(error.status, given.status);
      assert.equal(error.host, 'h.test:8443');
    });
  }

  it('names what q can’t be on this portal, and blames q for it', async () => {
    const because = async (error: object, query: Partial<DatastoreQuery>) => {
      const { kind, part } = await refused(answer(409, validation(error)), false, undefined, query);
      return [kind, part];
    };
    const stray = { query: ['Invalid query'], info: { orig: ['syntax error in tsquery: "a |"'] } };
    const expression: Partial<DatastoreQuery> = { q: 'a |', qMode: 'expression' };
    assert.deepEqual(await because(stray, expression), ['validation', 'q']);
    const filters = conditionsOf('{"a": "x"}');
    assert.deepEqual(await because(stray, { ...expression, filters }), ['validation', 'q']);
    assert.deepEqual(await because({ query: ['Invalid query'] }, { ...expression, filters }), [
      'validation',
      'filters',
    ]);
    const extra = { __extras: ['valeur invalide "plain"'] };
    assert.deepEqual(await because(extra, expression), ['noExpressions', 'q']);
    assert.deepEqual(await because(extra, { q: 'a' }), ['validation', undefined]);
    const hash = { query: ['Query is not a single statement.'] };
    assert.deepEqual(await because(hash, { q: '#1' }), ['hashInSearch', 'q']);
    assert.deepEqual(await because(hash, { q: '1' }), ['hashInName', undefined]);
  });

  it('blames the filters for a refused query only if there are any', async () => {
    const invalid = answer(409, validation({ query: ['Invalid query'], info: { orig: ['…'] } }));
    assert.equal((await refused(invalid, false, '{"n":"x"}')).part, 'filters');
    assert.equal((await refused(invalid)).part, undefined);
  });

  it('says the title of a web page, in plain characters', async () => {
    assert.equal(
      (await refused(answer(200, html('Sign&nbsp;in &amp;\n \u202ego')))).details?.title,
      'Sign&nbsp;in & go',
    );
  });

  it('says when a token was kept back', async () => {
    const forbidden = refusal(403, 'Authorization Error', { message: 'no' }).text;
    assert.equal((await refused(answer(403, forbidden), true)).details?.tokenWithheld, true);
    assert.equal((await refused(answer(403, forbidden, { tokenSent: true }), true)).details?.tokenWithheld, false);
    assert.equal((await refused(answer(403, forbidden))).details?.tokenWithheld, false);
  });

  it('says how long to wait', async () => {
    const headers = new Map([['retry-after', '30']]);
    assert.equal((await refused(answer(429, '', { headers }))).details?.retryAfterMs, 30_000);
  });

  it('keeps a server’s words on one line and short', async () => {
    const long = answer(409, validation({ q: [`a\u001b[31m\r\nb${'x'.repeat(5000)}`] }));
    const words = (await refused(long)).serverMessage;
    assert.equal(words, `q: a [31m b${'x'.repeat(5000)}`.slice(0, 999) + '…');
  });
});
