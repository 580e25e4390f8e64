import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAddress, parseResource } from '../../../../src/datastore/wire/address.ts';

const ID = '6f3bb2a1-0c4d-4c1e-9a55-2f0d3a9b7c11';

/** Pasted text, possible base URLs (likeliest first), and resource id. */
const read: [
  text: string,
  candidates: string[],
  resourceId?: string | undefined,
  query?: object | undefined,
  page?: object,
][] = [
  ['https://h', ['https://h']],
  [' https://h/ ', ['https://h']],
  ['https://H:443/data/', ['https://h/data', 'https://h']],
  [
    'h.example.org/data',
    ['https://h.example.org/data', 'https://h.example.org', 'http://h.example.org/data', 'http://h.example.org'],
  ],
  ['http://h/data', ['http://h/data', 'http://h', 'https://h/data', 'https://h']],
  ['http://h:8080', ['http://h:8080']],
  ['https://h/a/b/c/d', ['https://h/a/b/c/d', 'https://h/a/b/c', 'https://h/a', 'https://h']],
  ['<https://h/data>', ['https://h/data', 'https://h']],
  ['"https://h"', ['https://h']],
  ['(https://h/en).', ['https://h/en', 'https://h']],
  ['https://h/en, see there', ['https://h/en', 'https://h']],
  ['https://h.', ['https://h']],
  ['localhost:5000', ['http://localhost:5000']],
  ['localhost/data', ['http://localhost/data', 'http://localhost', 'https://localhost/data', 'https://localhost']],
  ['127.0.0.1:5011/x', ['http://127.0.0.1:5011/x', 'http://127.0.0.1:5011']],
  ['https://h/en', ['https://h/en', 'https://h']],
  ['https://h/en/data', ['https://h/en/data', 'https://h/data', 'https://h/en', 'https://h']],
  ['https://h/dataset/', ['https://h']],
  ['https://h/dataset/new', ['https://h']],
  ['https://h/dataset/trees', ['https://h'], undefined, undefined, { kind: 'dataset', name: 'trees' }],
  [
    'https://h/de/dataset/b%C3%A4ume#info',
    ['https://h/de', 'https://h'],
    undefined,
    undefined,
    { kind: 'dataset', name: 'bäume' },
  ],
  ['https://h/organization/x?page=2', ['https://h'], undefined, undefined, { kind: 'organization', name: 'x' }],
  ['https://h/group/parks', ['https://h'], undefined, undefined, { kind: 'group', name: 'parks' }],
  ['https://h/user/login', ['https://h']],
  [`https://h/dataset/trees/resource/${ID}`, ['https://h'], ID],
  [`https://h/fr/dataset/trees/resource/${ID}/view/${ID.replace('6', '7')}`, ['https://h/fr', 'https://h'], ID],
  [`https://h/data/dataset/trees/resource/${ID}/download/trees.csv`, ['https://h/data', 'https://h'], ID],
  [`https://h/dataset/trees/dictionary/${ID}`, ['https://h'], ID],
  [`https://h/showcase/trees/resource/${ID}`, ['https://h'], ID],
  [`https://h/api/action/datastore_search?resource_id=${ID}&limit=5`, ['https://h'], ID, { resourceId: ID, limit: 5 }],
  [
    `https://h/en/datastore/dump/${ID}?q=oak&sort=height desc`,
    ['https://h/en', 'https://h'],
    ID,
    { resourceId: ID, q: 'oak', sort: [{ field: 'height', descending: true }] },
  ],
  [`https://h/data/api/3/action/datastore_search?resource_id=my_alias`, ['https://h/data', 'https://h'], 'my_alias'],
  [`https://h/api/3/action/resource_show?id=${ID}`, ['https://h'], ID],
  [
    'https://h/api/3/action/package_show?id=trees',
    ['https://h'],
    undefined,
    undefined,
    { kind: 'dataset', name: 'trees' },
  ],
  ['https://h/api/3/action/package_search?q=trees', ['https://h']],
  ['https://h/api/3', ['https://h']],
  ['https://h/api/', ['https://h']],
  [`https://h/datastore/dump/${ID}?bom=True`, ['https://h'], ID],
  ['https://h/en/datastore/dump/an%20alias', ['https://h/en', 'https://h'], 'an alias'],
  [ID, [], ID],
  [ID.toUpperCase(), [], ID.toUpperCase()],
  ['my_alias', [], 'my_alias'],
  ['_table_metadata', [], '_table_metadata'],
];

describe('address', () => {
  for (const [text, candidates, resourceId, query, page] of read) {
    it(`reads ${text}`, () => {
      assert.deepEqual(parseAddress(text), {
        ...(candidates[0] !== undefined && { baseUrl: candidates[0] }),
        candidates,
        ...(resourceId !== undefined && { resourceId }),
        ...(query !== undefined && { query }),
        ...(page !== undefined && { page }),
      });
    });
  }

  const refused: [text: string, problem: string][] = [
    ['', 'empty'],
    ['  ', 'empty'],
    ['not a url', 'notUrl'],
    ['https://', 'notUrl'],
    ['https://h:99999', 'notUrl'],
    ['/dataset/x', 'notUrl'],
    ['ftp://h/x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['vscode://x.y/z', 'scheme'],
    ['https://user:pw@h', 'secret'],
    ['see https://h?token=abc.', 'secret'],
    ['https://user@h/dataset/x', 'secret'],
    ['https://h/?token=abc', 'secret'],
    [`https://h/api/action/datastore_search?resource_id=${ID}&apikey=abc`, 'secret'],
    ['https://h/#access_token=abc', 'secret'],
    ['https://h/?X-CKAN-API-Key=abc', 'secret'],
  ];
  for (const [text, problem] of refused) {
    it(`refuses ${JSON.stringify(text)}: ${problem}`, () => {
      assert.deepEqual(parseAddress(text), { problem });
    });
  }

  it('takes anything without throwing, and gives only http URLs without a slash at the end', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true })), (text) => {
        const address = parseAddress(text);
        if ('problem' in address) return;
        for (const candidate of address.candidates) {
          assert.match(candidate, /^https?:\/\/.*[^/]$/);
          assert.ok(URL.canParse(`${candidate}/api/action/x`));
        }
        assert.equal(address.baseUrl, address.candidates[0]);
      }),
    );
  });
});

describe('a resource that is typed or pasted', () => {
  for (const alias of ['trees', 'trees.2024', 'city.trees.v2', '_table_metadata', 'my trees'])
    it(`may be called ${alias}`, () => {
      assert.deepEqual(parseResource(` ${alias} `), { resourceId: alias, candidates: [] });
    });

  it('may be an address that names it', () => {
    assert.deepEqual(parseResource('https://h/datastore/dump/trees.2024'), {
      resourceId: 'trees.2024',
      candidates: ['https://h'],
    });
  });

  const refused: readonly [text: string, problem: string][] = [
    ['', 'empty'],
    ['data.example.org/dataset/trees', 'notResource'],
    ['https://h', 'notResource'],
    ['trees/2024', 'notUrl'],
    ['ftp://h/trees', 'scheme'],
    ['https://h/datastore/dump/trees?token=abc', 'secret'],
  ];
  for (const [text, problem] of refused)
    it(`is none in ${JSON.stringify(text)}: ${problem}`, () => {
      assert.deepEqual(parseResource(text), { problem });
    });
});
