/** Calls of clients that can't be read completely, and snippets whose address already names the resource. */
import assert from 'node:assert/strict';
import { readPastedCall } from '../../../../src/datastore/draft/pastedCall.ts';
import { queryText } from '../../../../src/datastore/query/query.ts';

const ID = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const API = 'https://city.test/api/action/datastore_search';

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

describe('a pasted call of another client', () => {
  const table: readonly [what: string, text: string, becomes: string][] = [
    ['wget', `wget -qO- '${API}?resource_id=${ID}&limit=5'`, 'no call'],
    ['HTTPie', `http '${API}?resource_id=${ID}' limit==5`, 'no call'],
    [
      'R’s httr',
      `GET("${API}?resource_id=${ID}", query = list(limit = 5L, fields = c("a", "b")))`,
      `${CITY} {} without limit,fields`,
    ],
    [
      'axios with JSON in a parameter',
      `axios.get('${API}?resource_id=${ID}', { params: { filters: JSON.stringify({ a: 'x' }), language: 'german' } })`,
      `${CITY} {} without filters,language`,
    ],
    [
      'parameters beside an address',
      `requests.get('${API}?resource_id=${ID}', params={'limit': 5, 'offset': 20})`,
      `${CITY} {"limit":25} without offset`,
    ],
    [
      'parameters that only the program knows',
      `requests.get('${API}?resource_id=${ID}', params={'limit': n, 'offset': 20})`,
      `${CITY} {} without limit,offset`,
    ],
    ['curl with a rare option', `curl --limit-rate 1M ${API} -d resource_id=${ID}`, `${CITY} {}`],
  ];
  for (const [what, text, becomes] of table) it(`is read: ${what}`, () => assert.equal(read(text), becomes));
});
