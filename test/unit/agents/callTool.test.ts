import assert from 'node:assert/strict';
import { readLink } from '../../../src/document/code/queryLink.ts';
import { ckanWith, toolAnswer } from '../../support/fakes/agentCases.ts';
import { fileNamed, placesOf, portalAt, transportTo } from '../../support/fakes/agentPlaces.ts';
import { type FakeCall, success } from '../../support/fakes/fakeCkan.ts';

describe('Tools of agents', () => {
  it('find datasets with the fields and numbers of records of their resources', async () => {
    const { data, says } = await toolAnswer('datastore_find', { q: 'cases' }, placesOf(ckanWith()));
    assert.deepEqual([says('total'), says('returned'), says('complete')], [['1'], ['1'], ['true']]);
    const resource = { resource: 'r', name: 'Cases', format: 'CSV', records: 3000 };
    const fields = ['_id int', 'city text', 'amount numeric', 'day timestamp'];
    assert.deepEqual(data[1], {
      ...{ dataset: 'Cases by city', portal: 'ckan.test', organization: 'Health office', licence: 'CC BY 4.0' },
      ...{ updated: '2026-01-02T03:04:05.678901', resources: [{ ...resource, fields }] },
    });
  });

  it('find by organization and field, and name what to do if there is nothing', async () => {
    const places = placesOf(ckanWith());
    for (const [input, total] of [
      [{ organization: 'health-office' }, '1'],
      [{ organization: 'other' }, '0'],
      [{ field: 'AMOUNT' }, '1'],
      [{ field: 'speed' }, '0'],
      [{ q: 'nothing' }, '0'],
    ] as const) {
      const { says } = await toolAnswer('datastore_find', input, places);
      assert.deepEqual(says('total'), [total], JSON.stringify(input));
      if (total === '0') assert.match(says('next')[0] ?? '', /^Use fewer or other words/);
    }
  });

  it('find datasets with some of the words where none has all', async () => {
    const sought: string[] = [];
    const firewall = ({ action, body }: FakeCall) => {
      if (action !== 'package_search') return undefined;
      const { q, mm = 'all' } = JSON.parse(body) as { readonly q: string; readonly mm?: string };
      sought.push(`${mm}: ${q}`);
      const dataset = { id: 'd', name: 'd', title: 'Cases', resources: [] };
      return success(mm === '1' ? { count: 1, results: [dataset] } : { count: 0, results: [] });
    };
    const { says } = await toolAnswer('datastore_find', { q: 'cases  weekly' }, placesOf(ckanWith({ firewall })));
    assert.deepEqual(sought, ['all: cases  weekly', '1: cases  weekly']);
    assert.deepEqual([says('total'), says('complete')], [['1'], ['false']]);
    assert.match(says('cut')[0] ?? '', /^Datasets with all words, because there are none\./);
    await toolAnswer('datastore_find', { q: 'weekly' }, placesOf(ckanWith({ firewall })));
    assert.deepEqual(sought.slice(2), ['all: weekly']);
  });

  it('name resources with their portal where there are several, and take these names', async () => {
    const ckan = ckanWith();
    const portals = [portalAt('ckan.test'), portalAt('other.test')];
    const places = {
      portals,
      files: [],
      transport: transportTo({ 'ckan.test': ckan, 'other.test': ckanWith({ rows: [] }) }),
    };
    const { text } = await toolAnswer('datastore_find', {}, places);
    assert.match(text, /"resource":"ckan\.test:r".*\n.*"resource":"other\.test:r"/);
    assert.deepEqual((await toolAnswer('datastore_search', { resource: 'Ckan.Test:r' }, places)).says('total'), [
      '3000',
    ]);
    const { isError, says } = await toolAnswer('datastore_search', { resource: 'r' }, places);
    assert.ok(isError);
    assert.match(says('next')[0] ?? '', /PORTAL:ID/);
  });

  it('describe fields by all records, with a sample, labels and licence', async () => {
    const { data, says } = await toolAnswer('datastore_describe', { resource: 'r' }, placesOf(ckanWith()));
    assert.deepEqual([says('total'), says('returned'), says('complete')], [['3000'], ['4'], ['true']]);
    const [about, id, city, amount, day, ...sample] = data;
    assert.deepEqual(
      { ...(about as object), time: '' },
      {
        ...{ resource: 'r', title: 'Cases', dataset: 'Cases by city', organization: 'Health office' },
        ...{ portal: 'https://ckan.test', licence: 'CC BY 4.0', time: '' },
        request: { base_url: 'https://ckan.test', resource_id: 'r' },
      },
    );
    assert.deepEqual(id, { field: '_id', type: 'int', missing: 0, distinct: 3000, min: 1, max: 3000 });
    const frequent = [
      ['', 750],
      ['BE', 750],
      ['ZH', 750],
    ];
    const labels = { label: 'City', unit: 'name' };
    assert.deepEqual(city, {
      field: 'city',
      type: 'text',
      ...labels,
      missing: 750,
      distinct: 3,
      min: '',
      max: 'ZH',
      frequent,
    });
    assert.deepEqual(amount, { field: 'amount', type: 'numeric', missing: 0, distinct: 3000, min: 0, max: 2999 });
    assert.equal((day as { readonly min: string }).min, '2024-01-03T00:00:00');
    assert.deepEqual(sample.slice(1, 3), [
      [1, 'ZH', 0, '2024-01-03T00:00:00'],
      [2, 'BE', 1, '2024-02-03T00:00:00'],
    ]);
  });

  it('search by conditions as query documents spell them, and say how to get more', async () => {
    const input = {
      resource: 'r',
      filters: { city: ['ZH', 'BE'] },
      fields: ['amount', 'city'],
      sort: 'amount desc',
      limit: 2,
    };
    const { data, says } = await toolAnswer('datastore_search', input, placesOf(ckanWith()));
    assert.deepEqual([says('total'), says('returned'), says('complete')], [['1500'], ['2'], ['false']]);
    assert.match(says('next')[0] ?? '', /datastore_summarize/);
    assert.deepEqual(data.slice(1), [
      ['amount', 'city'],
      [2997, 'BE'],
      [2996, 'ZH'],
    ]);
  });

  it('take null and empty lists for members that are left out', async () => {
    const input = { resource: 'r', q: null, filters: null, fields: [], sort: '', limit: null };
    const { data } = await toolAnswer('datastore_search', input, placesOf(ckanWith()));
    assert.deepEqual([data.length, data[1]], [22, ['_id', 'city', 'amount', 'day']]);
    const summary = { resource: 'r', by: [], measures: [], top: null };
    const { data: groups } = await toolAnswer('datastore_summarize', summary, placesOf(ckanWith()));
    assert.deepEqual(groups.slice(1), [['count'], [3000]]);
  });

  it('keep NULL, empty texts and all digits apart', async () => {
    const { text, says } = await toolAnswer(
      'datastore_search',
      { resource: 'r', filters: { amount: [2, 3] }, fields: ['city'] },
      placesOf(ckanWith()),
    );
    assert.match(text, /\n\["city"\]\n\[null\]\n\[""\]\n/);
    assert.deepEqual(says('complete'), ['true']);
  });

  it('summarize by the records themselves where a portal has no SQL', async () => {
    const input = { resource: 'r', by: ['city'], measures: ['count', 'mean:amount'], filters: { city: ['ZH', 'BE'] } };
    const { data, says } = await toolAnswer('datastore_summarize', input, placesOf(ckanWith()));
    assert.deepEqual([says('total'), says('complete')], [['2'], ['true']]);
    assert.equal((data[0] as { readonly records: number }).records, 1500);
    assert.deepEqual(data.slice(1), [
      ['city', 'count', 'mean:amount'],
      ['BE', 750, 1499],
      ['ZH', 750, 1498],
    ]);
  });

  it('keep months in their order, and put groups behind the first ones together', async () => {
    const months = await toolAnswer('datastore_summarize', { resource: 'r', by: ['day:month'] }, placesOf(ckanWith()));
    assert.deepEqual(months.data.slice(2, 4), [
      ['2024-01', 334],
      ['2024-02', 334],
    ]);
    const top = await toolAnswer(
      'datastore_summarize',
      { resource: 'r', by: ['amount'], top: 2 },
      placesOf(ckanWith()),
    );
    assert.deepEqual(top.data.slice(2), [
      [0, 1],
      [1, 1],
      ['(others)', 2998],
    ]);
    assert.deepEqual([top.says('total'), top.says('complete')], [['3000'], ['false']]);
  });

  it('describe and query files by our own service, whose address and ids they never say', async () => {
    const statements: string[] = [];
    const ours = ckanWith({
      firewall: ({ action, body }) => {
        const { calculations, groups, sql } = JSON.parse(body || '{}') as Record<string, unknown>;
        if (action === 'x_datastore_summary')
          return success({
            records:
              groups === undefined ? [['3000', ...(calculations as []).slice(1).map(() => '7')]] : [['ZH', '750']],
          });
        if (action !== 'datastore_search_sql') return undefined;
        statements.push(String(sql));
        return success({ sql, fields: [{ id: 'n', type: 'int8' }], records: [{ n: 3 }] });
      },
    });
    const places = placesOf(ours, { portals: [], files: [fileNamed('cases.csv'), fileNamed('Old "Cases".csv')] });
    const described = await toolAnswer('datastore_describe', { resource: 'CASES.csv' }, places);
    const frequent = [['ZH', 750]];
    assert.deepEqual(described.data[2], {
      field: 'city',
      type: 'text',
      label: 'City',
      unit: 'name',
      missing: 2993,
      distinct: 7,
      min: '7',
      max: '7',
      frequent,
    });
    const sql = `SELECT 1 AS "x" FROM "cases.csv", "Old ""Cases"".csv" -- "cases.csv"`;
    const counted = await toolAnswer('datastore_sql', { sql }, places);
    assert.deepEqual(statements, [`SELECT 1 AS "x" FROM "r", "r" -- "cases.csv"`]);
    assert.deepEqual([counted.says('total'), counted.data.slice(1)], [['1'], [['n'], [3]]]);
    const found = await toolAnswer('datastore_find', { q: 'old' }, places);
    assert.deepEqual(found.says('total'), ['1']);
    for (const { text } of [described, counted, found]) assert.doesNotMatch(text, /127\.0\.0\.1|own-token/);
  });

  it('send SQL to the only portal that allows it, with the names of its resources', async () => {
    const statements: unknown[] = [];
    const firewall = ({ action, body }: FakeCall) => {
      if (action !== 'datastore_search_sql') return undefined;
      statements.push((JSON.parse(body) as { readonly sql: unknown }).sql);
      return success({ fields: [{ id: 'n', type: 'int8' }], records: Array.from({ length: 150 }, (_, n) => ({ n })) });
    };
    const { says } = await toolAnswer(
      'datastore_sql',
      { sql: 'SELECT 1 FROM "ckan.test:r" WHERE city = \'"ckan.test:r"\'' },
      placesOf(ckanWith({ firewall }), { allowsSql: true }),
    );
    assert.deepEqual(statements, ['SELECT 1 FROM "r" WHERE city = \'"ckan.test:r"\'']);
    assert.deepEqual([says('total'), says('returned'), says('complete')], [['150'], ['100'], ['false']]);
  });

  it('show a question as a link that opens it, or in the panel', async () => {
    const input = { resource: 'r', filters: { amount: { gte: 5 } }, sort: 'day' };
    const { text } = await toolAnswer('datastore_show', input, placesOf(ckanWith()));
    const link = readLink(text.replace('Opens the grid in VS Code: ', ''));
    assert.ok(link !== undefined && 'kind' in link && link.kind === 'query');
    assert.deepEqual(
      [link.place, link.query.sort],
      [{ kind: 'portal', baseUrl: 'https://ckan.test', resourceId: 'r' }, [{ field: 'day', descending: false }]],
    );
    const show = (question: object) => Promise.resolve(`Opened\n${Object.keys(question).join()}`);
    assert.equal(
      (await toolAnswer('datastore_show', { sql: 'SELECT 1' }, placesOf(ckanWith(), { show }))).text,
      'Opened sql',
    );
    assert.equal(
      (await toolAnswer('datastore_show', { resource: 'r', by: ['city'] }, placesOf(ckanWith(), { show }))).text,
      'Opened place,query',
    );
    assert.match(
      (await toolAnswer('datastore_show', { sql: 'SELECT 1' }, placesOf(ckanWith()))).text,
      /^error: A statement has no link/,
    );
  });
});
