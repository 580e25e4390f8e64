import assert from 'node:assert/strict';
import { conditionsOf } from '../../../../src/datastore/query/conditions.ts';
import { linkText, readLink, readLinkParts, type QueryLink } from '../../../../src/document/code/queryLink.ts';

const PLACE = { kind: 'portal', baseUrl: 'https://data.example.org/en', resourceId: 'abc-1' } as const;
const HEAD = 'vscode://datastore-explorer.datastore-explorer/open?';

function coded(text: string): string {
  return `~${Buffer.from(text).toString('base64url')}`;
}

const LINKS: Readonly<Record<string, QueryLink>> = {
  'a resource': { kind: 'query', place: PLACE, query: { resourceId: 'abc-1' } },
  'a query with hostile texts': {
    kind: 'query',
    place: { ...PLACE, resourceId: 'a b&c=d?e#f%20' },
    query: { resourceId: 'a b&c=d?e#f%20', q: '100% &limit=1', filters: conditionsOf('{"a&b":["x=y","\u202e"]}') },
  },
  'a summary as a chart': {
    kind: 'query',
    place: PLACE,
    query: {
      resourceId: 'abc-1',
      summary: { groups: [{ field: 'day', unit: 'month' }], measures: [{ calculate: 'count' }] },
    },
    chart: { kind: 'line', across: 'day:month' },
  },
  'a file in a folder of the window': {
    kind: 'query',
    place: { kind: 'file', path: 'data/cases 2025.csv', choices: { headerLine: 4 } },
    query: { resourceId: '', limit: 5 },
  },
  'a record': { kind: 'record', place: PLACE, id: '9007199254740993' },
  'a document': { kind: 'document', path: 'checks/weekly.datastore.jsonc' },
  'a query of a document': { kind: 'document', path: 'weekly.datastore.jsonc', name: 'open in "city"' },
};

describe('a link', () => {
  for (const [name, link] of Object.entries(LINKS))
    it(`to ${name} is read back, whatever the scheme`, () => {
      for (const scheme of ['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'code-oss']) {
        const text = linkText(link, scheme);
        assert.ok(typeof text === 'string', JSON.stringify(text));
        assert.deepEqual(readLink(text), link);
        assert.deepEqual(readLink(` <${text}>\n`), link);
      }
    });

  it('has no character that is encoded on its way, and shows where it leads', () => {
    for (const link of Object.values(LINKS)) {
      const text = linkText(link, 'vscode');
      assert.ok(typeof text === 'string');
      assert.match(text, /^[\w.:/?&=~-]+$/);
      const encoded = HEAD + encodeURIComponent(text.slice(HEAD.length));
      assert.deepEqual(readLink(encoded), link);
      if ('place' in link && link.place === PLACE)
        assert.match(text, /base_url=https:\/\/data\.example\.org\/en&resource_id=abc-1/);
    }
  });

  it('with a secret is neither written nor read', () => {
    const query = { resourceId: 'abc-1', q: 'Authorization: Bearer abcdefgh' };
    assert.match(
      JSON.stringify(linkText({ kind: 'query', place: PLACE, query }, 'vscode')),
      /password or an API token/,
    );
    const baseUrl = coded('https://me:secret@data.example.org');
    for (const parts of [
      `base_url=${baseUrl}&resource_id=abc`,
      `base_url=https://a.example&resource_id=abc&query=${coded('{"q":"api_key=abcdefgh"}')}`,
    ])
      assert.match(JSON.stringify(readLink(HEAD + parts)), /password or an API token|passwor/i, parts);
  });

  const place = 'base_url=https://a.example&resource_id=abc';
  const REFUSED: Readonly<Record<string, readonly [string, RegExp]>> = {
    'no part': ['', /isn't complete/],
    'a part without a value': [`${place}&query=`, /isn't complete/],
    'a part that comes twice': [`${place}&resource_id=abd`, /isn't complete/],
    'an unknown part': [`${place}&token=abc`, /"token"/],
    'a part of another kind': [`document=a.datastore.jsonc&base_url=https://a.example`, /"base_url"/],
    'the name of a command': ['command=datastoreExplorer.clearLocalData', /"command"/],
    'another encoding of a value': [`${place}&record=%2537`, /encoded twice/],
    'base64 that another spelling has': [`${place}&query=~e30=`, /isn't complete/],
    'a query that is no JSON': [`${place}&query=${coded('{')}`, /isn't complete/],
    'a query that ends its object': [`${place}&query=${coded('{}},"x":{}')}`, /isn't complete/],
    'a query that names another place': [`${place}&query=${coded('{"base_url":"https://b.example"}')}`, /twice/],
    'a query with parameters': [`${place}&query=${coded('{"parameters":{}}')}`, /isn't complete/],
    'a query with an unknown member': [`${place}&query=${coded('{"run":1}')}`, /isn't used/],
    'a query of another type': [`${place}&query=${coded('{"limit":"x"}')}`, /whole number/],
    'deep JSON': [`${place}&query=${coded(`{"filters":${'['.repeat(90)}${']'.repeat(90)}}`)}`, /isn't complete/],
    'a portal with another scheme': ['base_url=file:///etc&resource_id=abc', /invalid/],
    'a command as its portal': ['base_url=command:workbench.action.quit&resource_id=a', /invalid/],
    'a resource that is an address': ['base_url=https://a.example&resource_id=https://b.example/x', /invalid/],
    'a file and a portal': [`${place}&file=a.csv`, /invalid/],
    'an absolute file': ['file=/etc/passwd', /only files and documents in the folder/],
    'a file of a drive': [`file=${coded('C:\\x.csv')}`, /only files and documents in the folder/],
    'a file of another machine': [`file=${coded('\\\\host\\share\\x.csv')}`, /only files and documents in the folder/],
    'a file above the folder': ['file=a/../../b.csv', /only files and documents in the folder/],
    'a file above the folder on Windows': [`file=${coded('.. /x.csv')}`, /only files and documents in the folder/],
    'a document above the folder': ['document=../a.datastore.jsonc', /only files and documents in the folder/],
    'a document of another kind': ['document=.vscode/tasks.json', /\.datastore\.jsonc/],
    'a record that is no number': [`${place}&record=1e3`, /isn't complete/],
  };
  for (const [name, [parts, reason]] of Object.entries(REFUSED))
    it(`with ${name} is refused in words`, () => {
      const read = readLink(HEAD + parts);
      assert.ok(read !== undefined && 'problem' in read, JSON.stringify(read));
      assert.match(read.problem, reason);
    });

  it('of another extension, or another text, is none', () => {
    for (const text of [
      '',
      'https://data.example.org/open?base_url=x',
      'vscode://a.b/open?record=1',
      'x'.repeat(200_000),
    ])
      assert.equal(readLink(text), undefined);
  });

  it('leads to no other path of this extension', () => {
    for (const path of ['', '/', '/run', '/open/', '//open', '/openx'])
      assert.ok('problem' in readLinkParts(path, place), path);
  });

  it('that is too long for a system is refused', () => {
    const query = { resourceId: 'abc-1', q: 'long '.repeat(6000) };
    assert.match(JSON.stringify(linkText({ kind: 'query', place: PLACE, query }, 'vscode')), /30000/);
  });
});
