import assert from 'node:assert/strict';
import { ckanWith, toolAnswer } from '../../support/fakes/agentCases.ts';
import { placesOf } from '../../support/fakes/agentPlaces.ts';
import { type FakeCall, refusal, success } from '../../support/fakes/fakeCkan.ts';

/** More values than a call would rather read. */
const ROWS = Array.from({ length: 60_000 }, (_, at) => ['ZH', at % 7, '2024-01-03T00:00:00']);

const columnsOf = (row: readonly unknown[], names: readonly string[]) => ({
  fields: names.map((id) => ({ id, type: 'text' })),
  records: [Object.fromEntries(names.map((name, at) => [name, row[at]]))],
});

/** The facts of `_id`, city, amount and day, then their frequent values. */
function answered({ action, body }: FakeCall) {
  if (action !== 'datastore_search_sql') return undefined;
  const { sql } = JSON.parse(body) as { readonly sql: string };
  const days = ['2024-01-03 00:00:00', '2024-01-04 00:00:00'];
  const facts = [
    '60000',
    '60000',
    '60000',
    '1',
    '60000',
    '59000',
    '2',
    'BE',
    'ZH',
    '60000',
    '7',
    '0',
    '6.50',
    '5',
    '2',
    ...days,
  ];
  if (!sql.includes(' UNION ALL '))
    return success(
      columnsOf(
        facts,
        facts.map((_, at) => `c${String(at)}`),
      ),
    );
  const rows = [
    ...[[0, '1', 1] as const, [1, 'BE', 10] as const, [1, 'ZH', 58_990] as const, [2, '6.50', 8571] as const],
    [3, '2024-01-03 00:00:00', 5] as const,
  ];
  const records = rows.map(([place, label, number]) => ({ place, label, records: number }));
  return success({ fields: ['place', 'label', 'records'].map((id) => ({ id, type: 'text' })), records });
}

describe('The description of many records', () => {
  it('is calculated by two statements where a portal takes SQL', async () => {
    const places = placesOf(ckanWith({ rows: ROWS, firewall: answered }), { allowsSql: true });
    const { data, says } = await toolAnswer('datastore_describe', { resource: 'r' }, places);
    assert.deepEqual([says('total'), says('returned'), says('complete')], [['60000'], ['4'], ['true']]);
    const [, id, city, amount, day] = data;
    assert.deepEqual(id, { field: '_id', type: 'int', missing: 0, distinct: 60_000, min: 1, max: 60_000 });
    const labels = { label: 'City', unit: 'name' };
    const frequent = [
      ['ZH', 58_990],
      ['BE', 10],
    ];
    const texts = {
      field: 'city',
      type: 'text',
      ...labels,
      missing: 1000,
      distinct: 2,
      min: 'BE',
      max: 'ZH',
      frequent,
    };
    assert.deepEqual(city, texts);
    const numbers = { missing: 0, distinct: 7, min: 0, max: 6.5, frequent: [[6.5, 8571]] };
    assert.deepEqual(amount, { field: 'amount', type: 'numeric', ...numbers });
    const days = { min: '2024-01-03T00:00:00', max: '2024-01-04T00:00:00', frequent: [['2024-01-03T00:00:00', 5]] };
    assert.deepEqual(day, { field: 'day', type: 'timestamp', missing: 59_995, distinct: 2, ...days });
    const statements = places.transport.sent.filter(({ url }) => url.pathname.endsWith('_sql'));
    assert.deepEqual([statements.length, places.transport.sent.length <= 6], [2, true]);
  });

  it('is counted of the records where a portal refuses SQL', async () => {
    const firewall = ({ action }: FakeCall) =>
      action === 'datastore_search_sql' ? refusal(403, 'Authorization Error', { message: 'Not allowed' }) : undefined;
    const places = placesOf(ckanWith({ rows: ROWS, firewall }), { allowsSql: true });
    const { data, says } = await toolAnswer('datastore_describe', { resource: 'r' }, places);
    assert.deepEqual([says('total'), says('complete')], [['60000'], ['true']]);
    assert.deepEqual((data[3] as { readonly distinct: number }).distinct, 7);
  });

  it('is counted of the records where these are few', async () => {
    const places = placesOf(ckanWith({ firewall: answered }), { allowsSql: true });
    const { says } = await toolAnswer('datastore_describe', { resource: 'r' }, places);
    assert.deepEqual(says('total'), ['3000']);
    assert.ok(places.transport.sent.every(({ url }) => !url.pathname.endsWith('_sql')));
  });
});
