// Why an export never asks for CKAN's dump (docs/network.md, Ways).
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { action, type Actor } from './action.ts';
import { clientOf, digits, useExchange } from './client.ts';
import { readFixture } from './fixture.ts';

const fixture = readFixture();
const admin: Actor = { baseUrl: fixture.baseUrl, token: fixture.adminToken };
const DATASET = `dumped-${String(process.pid)}`;
const OWNER = `dump-owner-${String(process.pid)}`;
/** What CKAN asks itself for at once (`PAGINATE_BY` in ckanext/datastore/blueprint.py). */
const INNER_PAGE = 32_000;

describe('The dump of a real CKAN', () => {
  const exchange = useExchange();
  const dump = (resourceId: string, format: 'csv' | 'json'): Promise<Response> =>
    fetch(`${fixture.baseUrl}/datastore/dump/${resourceId}?format=${format}`);

  /** Up to the end of its first inner page: what comes when the server fails to ask for the second. */
  const cut = (text: string): string => {
    const [line] = new RegExp(`^\\W*${String(INNER_PAGE)},.*\\n`, 'm').exec(text) ?? assert.fail('too short');
    return text.slice(0, text.indexOf(line) + line.length);
  };

  it('says nothing of its length; broken off between two of its pages, only its JSON lacks an end', async () => {
    const texts = await Promise.all(
      (['csv', 'json'] as const).map(async (format) => {
        const response = await dump(fixture.readings, format);
        assert.equal(response.headers.get('content-length'), null);
        return cut(await response.text());
      }),
    );
    const [csv = '', json = ''] = texts;
    // Python ends the line of names, PostgreSQL the others.
    const [names, ...records] = parse(csv, { recordDelimiter: ['\r\n', '\n'] });
    assert.deepEqual([names?.[0], records.length], ['_id', INNER_PAGE], 'as whole as any CSV');
    assert.throws(() => JSON.parse(json), SyntaxError);
  });

  it('gives numbers in JSON without their digits, which a search gives in full', async () => {
    const price = '12345678901234567890.50';
    await action(admin, 'organization_create', { name: OWNER });
    await action(admin, 'package_create', { name: DATASET, owner_org: OWNER });
    try {
      const { resource_id: id } = await action<{ resource_id: string }>(admin, 'datastore_create', {
        resource: { package_id: DATASET, name: 'Dumped' },
        fields: [{ id: 'price', type: 'numeric' }],
        records: [{ price }],
        force: true,
      });
      const { rows } = await clientOf(exchange, fixture.baseUrl).search(
        { resourceId: id },
        undefined,
        new AbortController().signal,
      );
      assert.equal(digits(rows[0]?.[1]), price);
      const { records } = JSON.parse(await (await dump(id, 'json')).text()) as { records: unknown[][] };
      assert.deepEqual(records, [[1, 12345678901234567000]]);
      assert.ok(!(await (await dump(id, 'json')).text()).includes(price));
    } finally {
      await action(admin, 'dataset_purge', { id: DATASET });
      await action(admin, 'organization_purge', { id: OWNER });
    }
  });
});
