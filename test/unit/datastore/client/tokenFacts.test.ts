import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTokenFacts } from '../../../../src/datastore/client/tokenFacts.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown) => `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;

describe('what a token says of itself', () => {
  const tokens: [what: string, token: string, facts: object][] = [
    [
      'that ends',
      jwt({ jti: 'x', iat: 1_700_000_000, exp: 1_800_000_000 }),
      { isKey: false, expires: 1_800_000_000_000 },
    ],
    ['that ends within a second', jwt({ exp: 1_800_000_000.5 }), { isKey: false, expires: 1_800_000_000_500 }],
    ['without an end', jwt({ jti: 'x', iat: 1_700_000_000 }), { isKey: false }],
    ['whose end is a text', jwt({ exp: 'tomorrow' }), { isKey: false }],
    ['whose end is no time', jwt({ exp: 1e300 }), { isKey: false }],
    ['of no claims', jwt(null), { isKey: false }],
    ['of no JSON', 'eyJ0.eyJ0eXAi.c2ln', { isKey: false }],
    ['of one part', 'secret', { isKey: false }],
    ['that is a key', '5f2d1e0c-8f1c-4a39-9a52-0b1d1a1b2c3d', { isKey: true }],
  ];
  for (const [what, token, facts] of tokens) it(`of one ${what}`, () => assert.deepEqual(readTokenFacts(token), facts));

  it('is read from anything', () => {
    fc.assert(fc.property(fc.string(), (text) => void readTokenFacts(text)));
  });
});
