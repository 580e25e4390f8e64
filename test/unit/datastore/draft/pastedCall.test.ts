import assert from 'node:assert/strict';
import fc from 'fast-check';
import { previewRequest, searchBody } from '../../../../src/datastore/wire/request.ts';
import { readPastedCall } from '../../../../src/datastore/draft/pastedCall.ts';
import { type DatastoreQuery, queryText } from '../../../../src/datastore/query/query.ts';
import { anyQuery } from '../query/queryArbitrary.ts';

const ID = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const API = 'https://city.test/api/action/datastore_search';
const API3 = 'https://city.test/api/3/action/datastore_search';

/** The content of the form after pasting, as short text. */
function read(text: string): string {
  const call = readPastedCall(text);
  if (call === undefined) return 'no call';
  if ('problem' in call) return call.problem;
  const { resourceId, candidates, query = { resourceId } } = call;
  const { resourceId: _, ...asked } = JSON.parse(queryText(query)) as Record<string, unknown>;
  const marks = [
    ...(call.leftOut.length > 0 ? [`without ${call.leftOut.join()}`] : []),
    ...(call.hadSecret ? ['secret'] : []),
  ];
  assert.ok(!JSON.stringify(call).includes('s3cret'), 'the secret is gone');
  return [`${candidates[0] ?? ''} ${resourceId === ID ? 'ID' : resourceId}`, JSON.stringify(asked), ...marks].join(' ');
}

const CITY = 'https://city.test ID';

describe('a pasted call', () => {
  const table: readonly [what: string, text: string, becomes: string][] = [
    ['curl with an address', `curl '${API}?resource_id=${ID}&limit=5'`, `${CITY} {"limit":5}`],
    ['curl with an address without quotes', `curl ${API}?resource_id=${ID}&limit=5`, `${CITY} {"limit":5}`],
    [
      'curl with JSON',
      `curl -X POST ${API} -H "Content-Type: application/json" -d '{"resource_id":"${ID}","q":"lime","filters":{"kind":["Lime","Oak"]},"limit":5}'`,
      `${CITY} {"q":"lime","limit":5,"filters":"{\\"kind\\":[\\"Lime\\",\\"Oak\\"]}"}`,
    ],
    [
      'filters of fields that are called like numbers, in their order',
      `curl ${API} -d '{"filters": {"kind": "Oak", "2020": 1.50}, "resource_id": "${ID}"}'`,
      `${CITY} {"filters":"{\\"kind\\":\\"Oak\\",\\"2020\\":1.50}"}`,
    ],
    [
      'a parameter that the address and a JSON body say differently: the address counts, as for CKAN, and it is named',
      `curl '${API}?resource_id=${ID}&limit=5' -d '{"resource_id":"${ID}","limit":7,"q":"oak"}'`,
      `${CITY} {"q":"oak","limit":5} without limit`,
    ],
    [
      'a parameter that the address and a form say differently: the form counts, as for CKAN, and it is named',
      `curl '${API}?resource_id=${ID}&limit=5' -d 'limit=7&q=oak'`,
      `${CITY} {"q":"oak","limit":7} without limit`,
    ],
    [
      'curl over several lines',
      `curl -sSL \\\n  --request POST \\\n  --data-raw '{"resource_id": "${ID}",\n "sort": "height desc"}' \\\n  ${API3}`,
      `${CITY} {"sort":[{"field":"height","descending":true}]}`,
    ],
    [
      'curl whose line breaks were lost',
      `curl '${API}' \\  -H 'Accept: */*' \\  --data-raw '{"resource_id":"${ID}","limit":2}' \\  --compressed`,
      `${CITY} {"limit":2}`,
    ],
    ['curl with --json', `curl --json '{"resource_id":"${ID}","limit":1}' ${API}`, `${CITY} {"limit":1}`],
    [
      'curl with -G',
      `curl -G ${API} --data-urlencode 'resource_id=${ID}' --data-urlencode 'filters={"name":"A & B"}' -d limit=3`,
      `${CITY} {"limit":3,"filters":"{\\"name\\":\\"A & B\\"}"}`,
    ],
    ['curl with a form', `curl ${API} -d resource_id=${ID} -d limit=3`, `${CITY} {"limit":3}`],
    [
      'curl with options in one word',
      `curl -sXPOST -d'{"resource_id":"${ID}","limit":1}' ${API} | jq .`,
      `${CITY} {"limit":1}`,
    ],
    ["curl with $'…'", `curl ${API} -d $'{"resource_id":"${ID}","q":"it\\'s \\u00e9"}'`, `${CITY} {"q":"it's é"}`],
    [
      'curl with double quotes',
      `curl ${API} -d "{\\"resource_id\\":\\"${ID}\\",\\"limit\\":1}"`,
      `${CITY} {"limit":1}`,
    ],
    ['a prompt in front', `$ curl ${API}?resource_id=${ID}`, `${CITY} {}`],
    ['what it is written to', `curl '${API}?resource_id=${ID}' > out.json`, `${CITY} {}`],
    [
      'numbers with all digits',
      `curl ${API} -d '{"resource_id":"${ID}","filters":{"n":9007199254740993}}'`,
      `${CITY} {"filters":"{\\"n\\":9007199254740993}"}`,
    ],
    ['a name with a comma', `curl ${API} -d '{"resource_id":"${ID}","fields":["a,b"]}'`, `${CITY} {"fields":["a,b"]}`],
    // The following commands are for Windows' shells.
    [
      'curl in cmd',
      `curl "${API}" ^\r\n  -H "Accept: */*" ^\r\n  --data-raw "{\\"resource_id\\":\\"${ID}\\",\\"limit\\":5}"`,
      `${CITY} {"limit":5}`,
    ],
    [
      'curl in cmd as browsers copy it',
      `curl ^"${API}^" ^\n  -H ^"accept: */*^" ^\n  --data-raw ^"^{^\\^"resource_id^\\^":^\\^"${ID}^\\^",^\\^"q^\\^":^\\^"a^&b^\\^"^}^"`,
      `${CITY} {"q":"a&b"}`,
    ],
    [
      'curl in PowerShell',
      `curl.exe -X POST ${API} \`\n  -d '{\\"resource_id\\":\\"${ID}\\",\\"limit\\":5}'`,
      `${CITY} {"limit":5}`,
    ],
    [
      'Invoke-RestMethod with a table',
      `Invoke-RestMethod -Uri ${API} -Method Post -Body (@{ resource_id = '${ID}'; limit = 5 } | ConvertTo-Json)`,
      `${CITY} {"limit":5}`,
    ],
    [
      'Invoke-WebRequest as browsers copy it',
      `Invoke-WebRequest -UseBasicParsing -Uri "${API}" \`\n-Method "POST" \`\n-Body "{\`"resource_id\`":\`"${ID}\`",\`"limit\`":5}"`,
      `${CITY} {"limit":5}`,
    ],
    [
      'ckanapi',
      `ckanapi action datastore_search resource_id=${ID} limit:5 'filters:{"kind":"Lime"}' -r https://city.test/`,
      `${CITY} {"limit":5,"filters":"{\\"kind\\":\\"Lime\\"}"}`,
    ],
    [
      'ckanapi with a sub-path',
      `ckanapi action datastore_search -r https://city.test/data resource_id=${ID} q=5`,
      `https://city.test/data ID {"q":"5"}`,
    ],
    [
      'ckanapi with a token',
      `ckanapi action datastore_search resource_id=${ID} -r https://city.test -a s3cret-of-mine`,
      `${CITY} {} secret`,
    ],
    ['ckanapi with a file', `ckanapi action datastore_search -i query.json -r https://city.test`, 'file'],
    ['ckanapi of a local portal', `ckanapi action datastore_search resource_id=${ID}`, 'noAddress'],
    [
      'ckanapi in Python',
      `from ckanapi import RemoteCKAN\nua = 'x/1.0 (+https://example.test)'\nwith RemoteCKAN('https://city.test', user_agent=ua) as c:\n  r = c.action.datastore_search(resource_id='${ID}', limit=5, filters={'kind': 'Lime'})`,
      // The first address in the snippet isn't the portal's.
      `https://city.test ID {"limit":5,"filters":"{\\"kind\\":\\"Lime\\"}"}`,
    ],
    [
      'Python’s requests',
      `import requests\nr = requests.post('${API3}', json={'resource_id': '${ID}', 'limit': 5, 'distinct': True, 'q': None})`,
      `${CITY} {"distinct":true,"limit":5}`,
    ],
    [
      'Python’s requests by GET',
      `requests.get("${API}", params={"resource_id": "${ID}", "limit": 5}).json()`,
      `${CITY} {"limit":5}`,
    ],
    [
      'Python’s urllib',
      `import urllib.request\nurl = '${API3}?limit=5&resource_id=${ID}'\nfileobj = urllib.request.urlopen(url)\nprint(fileobj.read())`,
      `${CITY} {"limit":5}`,
    ],
    [
      'Python’s urllib with a body',
      `import json, urllib.request\ndata = json.dumps({"resource_id": "${ID}", "limit": 5}).encode()\nreq = urllib.request.Request("${API}", data=data)`,
      `${CITY} {"limit":5}`,
    ],
    [
      'JavaScript’s fetch',
      `const r = await fetch('${API}', {\n  method: 'POST',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify({ resource_id: '${ID}', limit: 5, }), // five\n});`,
      `${CITY} {"limit":5}`,
    ],
    [
      'fetch as browsers copy it',
      `fetch("${API}", {\n  "headers": {"accept": "*/*"},\n  "body": "{\\"resource_id\\":\\"${ID}\\",\\"limit\\":5}",\n  "method": "POST"\n});`,
      `${CITY} {"limit":5}`,
    ],
    [
      'jQuery, as CKAN’s own help shows it',
      `var data = { resource_id: '${ID}', limit: 5, q: 'jones' };\n$.ajax({ url: '${API3}', data: data, dataType: 'jsonp', success: function(data) { alert(1) } });`,
      `${CITY} {"q":"jones","limit":5}`,
    ],
    [
      'a request',
      `POST ${API}\nAuthorization: <API token>\nContent-Type: application/json\n\n{"resource_id":"${ID}","limit":5}`,
      `${CITY} {"limit":5}`,
    ],
    ['a request by GET', `GET ${API}?resource_id=${ID}&limit=5 HTTP/1.1`, `${CITY} {"limit":5}`],
    ['SQL of a resource', `curl ${API}_sql -d '{"sql":"SELECT * FROM \\"${ID}\\" LIMIT 5"}'`, `${CITY} {"limit":5}`],
    [
      'SQL that says more',
      `curl -G ${API}_sql --data-urlencode 'sql=SELECT a FROM "${ID}" WHERE a > 1'`,
      `${CITY} {} without sql`,
    ],
    [
      'SQL of two resources',
      `curl ${API}_sql -d '{"sql":"SELECT * FROM \\"a\\" JOIN \\"b\\" ON true"}'`,
      'notResource',
    ],
    // The following calls contain something besides the query.
    ['a token in a header', `curl ${API}?resource_id=${ID} -H 'Authorization: s3cret-s3cret'`, `${CITY} {} secret`],
    ['an API key in a header', `curl ${API}?resource_id=${ID} -H "X-CKAN-API-Key: s3cret-s3cret"`, `${CITY} {} secret`],
    ['a placeholder in a header', `curl ${API}?resource_id=${ID} -H "Authorization: $TOKEN"`, `${CITY} {}`],
    ['a user and password', `curl -u ann:s3cret '${API}?resource_id=${ID}'`, `${CITY} {} secret`],
    [
      'a password in the address',
      `curl https://ann:s3cret@city.test/api/action/datastore_search?resource_id=${ID}`,
      `${CITY} {} secret`,
    ],
    ['a token in the address', `curl '${API}?resource_id=${ID}&api_key=s3cret'`, `${CITY} {} secret`],
    [
      'a token in Python',
      `requests.post('${API}', json={'resource_id': '${ID}'}, headers={'Authorization': 's3cret-s3cret'})`,
      `${CITY} {} secret`,
    ],
    [
      'unknown parameters',
      `curl ${API} -d '{"resource_id":"${ID}","wrong":1,"include_total":false,"callback":"x"}'`,
      `${CITY} {} without wrong,include_total,callback`,
    ],
    ['callback', `curl '${API}?resource_id=${ID}&callback=jQuery1'`, `${CITY} {} without callback`],
    ['an offset', `curl '${API}?resource_id=${ID}&offset=20&limit=10'`, `${CITY} {"limit":30} without offset`],
    ['an offset of 0', `curl '${API}?resource_id=${ID}&offset=0&limit=10'`, `${CITY} {"limit":10}`],
    ['nulls first', `curl '${API}?resource_id=${ID}&sort=name nulls first'`, `${CITY} {} without sort`],
    ['a limit that is no number', `curl '${API}?resource_id=${ID}&limit=abc'`, `${CITY} {} without limit`],
    ['a parameter that comes twice', `curl '${API}?resource_id=${ID}&q=a&q=b'`, `${CITY} {"q":"a"} without q`],
    [
      'what a statement says besides',
      `curl -G ${API}_sql --data-urlencode 'sql=SELECT * FROM "${ID}" LIMIT 5' -d records_format=csv`,
      `${CITY} {"limit":5} without records_format`,
    ],
    ['the address of a statement', `${API}_sql?sql=SELECT * FROM "${ID}" LIMIT 5`, `${CITY} {"limit":5}`],
    ['a file', `curl ${API} -d @query.json`, 'file'],
    ['a file behind a name', `curl ${API} --data-urlencode filters@f.json`, 'file'],
    ['an upload', `curl ${API} -F upload=@a.csv`, 'file'],
    ['a text that begins with @', `curl ${API} --data-raw '@{"resource_id"}'`, 'notResource'],
    ['JSON that is none', `curl ${API} -d '{resource_id:}'`, 'unclear'],
    ['no address', `curl -d '{"resource_id":"${ID}"}'`, 'noAddress'],
    ['another action', `curl '${API.replace('datastore_search', 'resource_show')}?id=${ID}'`, `${CITY} {}`],
    // The following texts are not calls.
    ['an address', `${API}?resource_id=${ID}`, 'no call'],
    ['an address in quotes', `"${API}?resource_id=${ID}"`, 'no call'],
    ['an id', ID, 'no call'],
    ['a sentence', 'Look at "https://city.test" (please).', 'no call'],
    ['nothing', '  ', 'no call'],
    ['the word curl', 'curl', 'no call'],
    ['a whole program', `curl ${'x'.repeat(200_000)}`, 'no call'],
  ];
  for (const [what, text, becomes] of table)
    it(`is read: ${what}`, () => {
      assert.equal(read(text), becomes);
    });

  const inShell: Readonly<Record<string, (body: string) => string>> = {
    bash: (body) => `curl -X POST ${API} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`,
    'double quotes of bash': (body) => `curl ${API} --data-raw "${body.replace(/["\\$`]/g, '\\$&')}"`,
    fetch: (body) => `fetch("${API}", { method: "POST", body: ${JSON.stringify(body)} })`,
    'a request': (body) => `POST ${API}\nContent-Type: application/json\n\n${body}`,
  };
  const queryOf = (text: string): DatastoreQuery | undefined => {
    const call = readPastedCall(text);
    if (call === undefined || 'problem' in call) return undefined;
    return call.query ?? { resourceId: call.resourceId };
  };
  for (const [shell, written] of Object.entries(inShell))
    it(`comes back from ${shell} as the query that it was`, () => {
      fc.assert(
        fc.property(anyQuery, (query) => {
          assert.equal(searchBody(queryOf(written(searchBody(query)))!), searchBody(query));
        }),
      );
    });

  it('comes back from the form’s preview, by POST and by GET', () => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom('POST' as const, 'GET' as const), (query, method) => {
        const route = { path: '/api/3/action', method } as const;
        const text = previewRequest('https://city.test', query, { hasToken: true, route });
        assert.equal(queryOf(text)?.resourceId, query.resourceId);
        if (method === 'POST') assert.equal(searchBody(queryOf(text)!), searchBody(query));
      }),
    );
  });

  it('never throws, whatever the text is', () => {
    const pieces = fc.constantFrom(
      ...['curl ', 'ckanapi action ', 'fetch(', '{', '}', '"', "'", '`', '\\', '^', '$', '@', '-d ', '-H ', '--json '],
      ...['resource_id', ':', '=', ',', '(', ')', '[', ']', ' ', '\n', API, '%', '&', '?', 'null', '1', '-r ', '@{'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const call = readPastedCall(parts.join(''));
        return call === undefined || 'problem' in call || call.resourceId !== '';
      }),
      { numRuns: 2000 },
    );
  });

  it('ends for texts that would take hours', () => {
    for (const piece of ['{', '("', '[', '\\', '"', "'", '`', '{a:', '(a=', '$(', '^', '@{', '#', 'curl ', '{"a":{'])
      for (const start of ['', 'curl ', 'ckanapi action '])
        assert.doesNotThrow(() => readPastedCall(start + piece.repeat(20_000 / piece.length)));
  });
});
