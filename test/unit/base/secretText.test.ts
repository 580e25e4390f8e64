import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addressText, hideSecrets, holdsSecret, isSecretName, withoutSecrets } from '../../../src/base/secretText.ts';
import { SECRET_NAMES } from '../../support/samples/secretNames.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJqdGkiOiJhYmMifQ.c2lnbmF0dXJl';

describe('what looks like a secret', () => {
  for (const name of SECRET_NAMES)
    it(`is the value of ${name}`, () => {
      assert.ok(isSecretName(name));
      for (const address of [
        `https://h.example/?${name}=s3cr3t`,
        `https://h.example/api/action/datastore_search?resource_id=x&${name}=s3cr3t#part`,
        `https://h.example/#${name}=s3cr3t`,
        `h.example?a=1;${name}=s3cr3t`,
      ])
        assert.doesNotMatch(hideSecrets(address), /s3cr3t/, address);
    });

  const secrets = [
    'https://alice:s3cr3t@h.example/x',
    'https://s3cr3t@h.example',
    'alice:s3cr3t@h.example',
    'https://alice:s3c/r3t?s3cr3t#@h.example/',
    'https://alice:s3c r3t@h.example'.replace(' ', '%20s3cr3t'),
    'https://h.example/?next=https%3A%2F%2Fother%2F%3Ftoken%3Ds3cr3t',
    'POST https://h.example: Authorization: Bearer s3cr3t',
    '{"authorization": "s3cr3t"}',
    '{"password":"s3cr3t, too"}',
    'X-CKAN-API-Key: s3cr3t',
    'api_key = s3cr3t',
    `found ${JWT.replace('eyJqdGkiOiJhYmMifQ', 'eyJs3cr3t')} there`,
  ];
  for (const text of secrets)
    it(`is hidden in ${text}`, () => {
      assert.ok(holdsSecret(text));
      assert.doesNotMatch(hideSecrets(text), /s3cr3t/);
    });

  const harmless = [
    '',
    'draw',
    'me@h.example',
    'write to mailto:me@h.example',
    'https://h.example:5000/dataset/x@2',
    'http://h.example:5000/a@b',
    'https://h.example/en/dataset/x/resource/y?view=token',
    'https://h.example/api/action/datastore_search?resource_id=x&q=key&filters={"key":["a"]}&sort=token desc',
    'Invalid JSON: Unexpected token: < at 1',
    'POST https://h.example/api/action/datastore_search: 200 (12 ms)',
    'key (id)=(5) already exists',
    '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f',
    '{"stage": ["a", "b"], "monkey": "c"}',
    'at Object.<anonymous> (file:///x/y.js:12:3)',
    'keyword=tree',
    'key=5',
    '{"key": "a", "token": "b"}',
    'station_key: Missing value',
  ];
  for (const text of harmless) it(`is not in ${text || 'nothing'}`, () => assert.equal(hideSecrets(text), text));

  it('is hidden wherever it stands, and hiding twice changes nothing', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/);
    const write = fc.constantFrom<(secret: string) => string>(
      (text) => `https://me:${text}@h.example/x`,
      ...SECRET_NAMES.map((name) => (text: string) => `https://h.example/p?a=b&${name}=${text}&c=d`),
    );
    fc.assert(
      fc.property(secret, write, fc.string(), fc.string(), (text, written, before, after) => {
        const hidden = hideSecrets(`${before} ${written(text)} ${after}`);
        assert.ok(!hidden.includes(text), hidden);
        assert.equal(hideSecrets(hidden), hidden);
      }),
    );
  });

  it('is left out of what is kept, at whatever depth', () =>
    assert.deepEqual(
      withoutSecrets({ a: 'b', c: ['https://x:y@h', { d: '?key=1', e: 'f', g: true }], h: undefined, i: 1 }),
      { a: 'b', c: ['', { d: '', e: 'f', g: true }], h: undefined, i: 1 },
    ));

  it('takes no long time to find in a long hostile text', () => {
    for (const piece of ['//a:', 'a=', '"a":"', 'eyJ', '?key', '@', 'a:b']) hideSecrets(piece.repeat(100_000));
  });
});

describe('an address for people', () => {
  for (const [address, shown] of [
    ['https://h.example/data/en/?token=x#y', 'https://h.example/data/en/'],
    [' https://me:pw@h.example:8443/x?a=1', 'https://h.example:8443/x'],
    ['h.example/x?X-Amz-Signature=y', 'h.example/x'],
    ['me:pw@h.example/x', '<hidden>@h.example/x'],
    ['', ''],
  ] as const)
    it(`is ${shown || 'nothing'} for ${address || 'nothing'}`, () => assert.equal(addressText(address), shown));
});
