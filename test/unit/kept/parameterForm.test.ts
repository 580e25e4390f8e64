import assert from 'node:assert/strict';
import type { KeptQuery } from '../../../src/document/kept/keptQuery.ts';
import { readQueryDocument } from '../../../src/document/kept/readQueryDocument.ts';
import { missingFields } from '../../../src/kept/keptDiagnostics.ts';
import { jsonOfTyped, ParameterForm } from '../../../src/kept/parameterForm.ts';
import { people } from '../../support/host/vscode.ts';

const DOCUMENT = 'file:///work/weekly.datastore.jsonc';

function keptOf(members: object): KeptQuery {
  const { queries } = readQueryDocument(JSON.stringify({ queries: { weekly: { file: 'a.csv', ...members } } }));
  return queries[0] ?? assert.fail();
}

function formOver(stored = new Map<string, unknown>()): ParameterForm {
  return new ParameterForm({
    get: (key) => stored.get(key),
    update: (key, value) => Promise.resolve(void stored.set(key, value)),
  });
}

describe('the value of a parameter', () => {
  const cases = [
    ['text', 'Bern', '"Bern"'],
    ['text', ' "x" ', '" \\"x\\" "'],
    ['text', '', '""'],
    ['number', ' 1.50 ', '1.50'],
    ['number', '12345678901234567890.10', '12345678901234567890.10'],
    ['number', 'ten', undefined],
    ['number', '"1"', undefined],
    ['number', '', undefined],
    ['boolean', 'true', 'true'],
    ['boolean', 'yes', undefined],
    ['list', 'open, new', '["open","new"]'],
    ['list', '["a, b", 1.0, null]', '["a, b", 1.0, null]'],
    ['list', '', '[]'],
    ['list', '[1, {}]', undefined],
    ['list', '[1', undefined],
  ] as const;
  for (const [type, typed, json] of cases)
    it(`that is a ${type}, typed as ${JSON.stringify(typed)}, is ${json ?? 'refused'}`, () => {
      assert.equal(jsonOfTyped(type, typed), json);
    });
});

describe('the parameters of a query', () => {
  beforeEach(() => people.forget());
  const city = { type: 'text', default: 'Bern' };

  it('are asked for in one box if there is one, which has the default, then the last value', async () => {
    const stored = new Map<string, unknown>();
    const kept = keptOf({ parameters: { city } });
    const proposed: string[] = [];
    people.type = (_, { value }) => {
      proposed.push(value);
      return 'Zürich';
    };
    assert.deepEqual([...((await formOver(stored).ask(DOCUMENT, kept)) ?? [])], [['city', '"Zürich"']]);
    await formOver(stored).ask(DOCUMENT, kept);
    await formOver(stored).ask('file:///another.datastore.jsonc', kept);
    assert.deepEqual(proposed, ['Bern', 'Zürich', 'Bern']);
  });

  it('are not asked for where there are none, and nothing runs if people cancel', async () => {
    assert.deepEqual(await formOver().ask(DOCUMENT, keptOf({})), new Map());
    people.type = () => undefined;
    assert.equal(await formOver().ask(DOCUMENT, keptOf({ parameters: { city } })), undefined);
  });

  it('have no value of another type, which an earlier text of the document asked for', async () => {
    const stored = new Map<string, unknown>();
    people.type = () => 'Zürich';
    await formOver(stored).ask(DOCUMENT, keptOf({ parameters: { city } }));
    const changed = keptOf({ parameters: { city: { type: 'number', default: 3 } } });
    assert.deepEqual([...formOver(stored).lastOf(DOCUMENT, changed)], [['city', '3']]);
  });

  it('are not remembered if they look like a secret', async () => {
    const stored = new Map<string, unknown>();
    people.type = () => 'Authorization: Bearer abcdefghijklmnop';
    await formOver(stored).ask(DOCUMENT, keptOf({ parameters: { city } }));
    assert.ok(!JSON.stringify([...stored]).includes('abcdefgh'));
  });

  it('are all shown if there are several, and can be run or changed one by one', async () => {
    const kept = keptOf({ parameters: { city, least: { type: 'number' } } });
    const typed = ['5', 'Uri'];
    people.type = () => typed.shift();
    const picks = ['city', '$(play) Run'];
    const shown: string[] = [];
    people.pick = () => {
      const row = picks.shift();
      shown.push(row ?? '');
      return row === undefined ? undefined : { row };
    };
    const values = await formOver().ask(DOCUMENT, kept);
    assert.deepEqual(Object.fromEntries(values ?? []), { city: '"Uri"', least: '5' });
    assert.deepEqual(shown, ['city', '$(play) Run']);
  });
});

describe('fields that a query names and its resource has not', () => {
  const fields = [{ id: 'id' }, { id: 'city' }, { id: 'day' }, { id: 'amount' }];
  const cases: readonly (readonly [string, object, readonly (readonly [string, string])[]])[] = [
    ['are none', { filters: { city: 'Bern' }, fields: ['id', '_id'], sort: 'day desc' }, []],
    ['of filters', { filters: { town: { not: 'Bern' } } }, [['town', 'filters/town']]],
    ['of the list', { fields: ['id', 'name'] }, [['name', 'fields/1']]],
    ['of the sort', { sort: 'id, year desc' }, [['year', 'sort']]],
    ['of the search', { q: { name: 'road' } }, [['name', 'q/name']]],
    [
      'of a summary, whose columns are others',
      { sort: 'count desc', summarize: { by: ['town', 'day:month'], measures: ['count', 'sum:price'] } },
      [
        ['town', 'summarize/by/0'],
        ['price', 'summarize/measures/1'],
      ],
    ],
    [
      'beside a parameter without a value',
      { filters: { city: '${city}', town: '${city}' }, parameters: { city: { type: 'list' } } },
      [['town', 'filters/town']],
    ],
  ];
  for (const [name, members, expected] of cases)
    it(name, () => {
      const missing = missingFields(keptOf(members), fields).map(([field, place]) => [field, place.join('/')]);
      assert.deepEqual(missing, expected);
    });
});
