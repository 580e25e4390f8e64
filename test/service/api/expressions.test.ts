/** `q` with `plain=false` is PostgreSQL's tsquery without stemming. Errors were recorded from PostgreSQL 15. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ActionError } from '../../../src/service/ckan/actionError.ts';
import { parseExpression } from '../../../src/service/api/search/textExpression.ts';
import type { TextExpression } from '../../../src/service/question/tableQuestion.ts';
import { TestDatastore } from '../datastore.ts';

const names = [
  'Café de Flore',
  'Cafe Central',
  'Running shoes',
  "O'Brien's",
  '東京タワー Tokyo-Tower',
  'bob@example.com',
  'ΣΊΣΥΦΟΣ İstanbul',
];
const notes = [
  'the best coffee',
  'Wien, Österreich',
  'for runners who run',
  'beer & food_list',
  '',
  '3.50 and -12',
  '1200 2011-01-05',
];

/** Writes an expression with PostgreSQL's operators. */
function spelled(expression: TextExpression | undefined): string {
  if (expression === undefined) return '';
  switch (expression.kind) {
    case 'nothing':
      return 'nothing';
    case 'word':
      return `'${expression.text}'${expression.isPrefix ? ':*' : ''}`;
    case 'not':
      return `!${spelled(expression.of)}`;
    case 'phrase':
      return `(${expression.of
        .map((part, index) => {
          const step = expression.steps[index - 1];
          return `${step === undefined ? '' : step === 1 ? ' <-> ' : ` <${String(step)}> `}${spelled(part)}`;
        })
        .join('')})`;
    default:
      return `(${expression.of.map(spelled).join(expression.kind === 'and' ? ' & ' : ' | ')})`;
  }
}

describe('expressions', () => {
  for (const [text, expected] of [
    ['a', "'a'"],
    ['a & b | c', "(('a' & 'b') | 'c')"],
    ['a & (b | c)', "('a' & ('b' | 'c'))"],
    ['a&!b', "('a' & !'b')"],
    ['!!a', "'a'"],
    ['!(a|b)', "!('a' | 'b')"],
    ['a:*', "'a':*"],
    ['a:', "'a'"],
    ['a:D', "'a'"],
    ['a:*d', "'a':*"],
    ['a:A', 'nothing'],
    ['a <-> b', "('a' <-> 'b')"],
    ['a <2> b', "('a' <2> 'b')"],
    ['a <-> b <-> c', "('a' <-> 'b' <-> 'c')"],
    ['a <0> b', 'nothing'],
    ['a <-> % <-> b', "('a' <2> 'b')"],
    ['% & a', "'a'"],
    ['!%', ''],
    ['*', ''],
    ['', ''],
    ['  ', ''],
    ['foo_bar', "('foo' <-> 'bar')"],
    ['foo_bar:*', "('foo':* <-> 'bar':*)"],
    ["O''Brien", "('O' <-> 'Brien')"],
    ["a'b", "('a' <-> 'b')"],
    ["'a''b'", "('a' <-> 'b')"],
    ["'cafe central' & x:*", "(('cafe' <-> 'central') & 'x':*)"],
    ["'  ' | b", "'b'"],
    ['a\\ b', "('a' <-> 'b')"],
    ['1.5:*', "'1.5':*"],
    ['-12', "'-12'"],
    ['2011-01-01', "('2011' <-> '-01' <-> '-01')"],
    ['12abc', "'12abc'"],
    ['a*', "'a'"],
    ['東京 & タワー', "('東京' & 'タワー')"],
    ['a & (b <-> c | d)', "('a' & (('b' <-> 'c') | 'd'))"],
  ] as const)
    it(`${text} is ${expected}`, () => {
      assert.equal(spelled(parseExpression(text)), expected);
    });

  for (const text of [
    'two words',
    'cafe &',
    '(cafe',
    'cafe)',
    ':*',
    'a!b',
    '"a b"',
    'a <x> b',
    'a < b',
    '<-> b',
    'a || b',
    'a &| b',
    'a!',
    '()',
    'a:x',
    'a:*:*',
    'a:b:c',
    "''",
    "'a",
    'a <99999> b',
    'a <-> (',
    '('.repeat(1000),
    `${'a & '.repeat(500)}a`,
  ])
    // prettier-ignore
    it(`${text.slice(0, 20)} is refused as CKAN does`, () => {
      assert.throws(() => parseExpression(text), (error) => error instanceof ActionError && error.status === 409);
    });

  const symbols = Array.from('ab1-.é東 !&|()<>:*\'\\"_');
  it('no text whatever does anything but parse or be refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...symbols), maxLength: 40 }), (text) => {
        try {
          spelled(parseExpression(text));
        } catch (error) {
          assert.ok(error instanceof ActionError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  describe('on records', () => {
    let datastore: TestDatastore;

    before(async () => {
      const records = names.map((name, index) => ({ name, note: notes[index] }));
      datastore = await TestDatastore.open({ 'r.json': { content: JSON.stringify(records) } });
    });
    after(() => datastore.close());

    const ids = (body: object) => datastore.values('r.json', '_id', { fields: ['_id'], plain: false, ...body });

    for (const [q, expected] of [
      ['cafe', [2]],
      ['CAFÉ', [1]],
      ['caf', []],
      ['caf:*', [1, 2]],
      ['caf:* & !wien', [1]],
      ['cafe | shoes', [2, 3]],
      ['!cafe', [1, 3, 4, 5, 6, 7]],
      ['(cafe | run) & coffee', []],
      ['run', [3]],
      ['runs', []],
      ['the', [1]],
      ['best <-> coffee', [1]],
      ['coffee <-> best', []],
      ['the <2> coffee', [1]],
      ['the <-> coffee', []],
      ['(best | worst) <-> (coffee | tea)', [1]],
      ["'cafe central'", [2]],
      ['central <-> wien', []],
      ["O''Brien", [4]],
      ['food <-> list', [4]],
      ['tokyo_tower:*', [5]],
      ['東京', []],
      ['東京:*', [5]],
      ['東京タワー', [5]],
      ['example.com', [6]],
      ['3.50', [6]],
      ['3', []],
      ['50', []],
      ['-12', [6]],
      ['12', []],
      ['12:*', [7]],
      ['2011-01-05', [7]],
      ['σίσυφοσ', [7]],
      ['istanbul', [7]],
      ['ISTANBUL', [7]],
      ['österreich', [2]],
      ['osterreich', []],
      ['%', []],
      ['coffee:A', []],
      ['!coffee:A & coffee', [1]],
    ] as const)
      it(`${q} finds ${JSON.stringify(expected)}`, async () => {
        assert.deepEqual(await ids({ q }), expected);
      });

    it('in single fields, and in full_text', async () => {
      assert.deepEqual(await ids({ q: { name: 'c:*', note: 'w:*' } }), [2]);
      assert.deepEqual(await ids({ q: { note: '!coffee' } }), [2, 3, 4, 5, 6, 7]);
      assert.deepEqual(await ids({ q: { name: 'cafe | café' }, full_text: 'coffee' }), [1]);
      assert.deepEqual(await ids({ q: { name: '' } }), []);
    });

    it('a phrase with & or ! in it is refused', async () => {
      for (const q of ['(a & b) <-> c', 'a <-> !b']) {
        const reply = await datastore.post('datastore_search', {
          resource_id: datastore.id('r.json'),
          q,
          plain: false,
        });
        assert.equal(reply.status, 409, q);
      }
    });
  });

  describe('rank, where it is asked for', () => {
    let datastore: TestDatastore;

    before(async () => {
      const content = 'a,b\napple,pear\napple,apple\npear,pear\npineapple,fig\n';
      datastore = await TestDatastore.open({ 'r.csv': { content } }, { ranks: true });
    });
    after(() => datastore.close());

    const search = async (body: object) => {
      const reply = await datastore.post('datastore_search', { resource_id: datastore.id('r.csv'), ...body });
      assert.equal(reply.status, 200, reply.text);
      return reply.result as {
        fields: { id: string; type: string }[];
        records: Record<string, unknown>[];
        total: number;
      };
    };

    it('best first, then by _id; the rank is the last field', async () => {
      for (const body of [{ q: 'apple' }, { q: 'apple', limit: 2 }, { q: 'apple:*', plain: false }]) {
        const { fields, records } = await search(body);
        assert.deepEqual(fields.at(-1), { id: 'rank', type: 'float' });
        assert.deepEqual(
          records.slice(0, 2).map(({ _id }) => _id),
          [2, 1],
        );
        const ranks = records.map(({ rank }) => Number(rank));
        assert.ok(
          ranks.every((rank, index) => rank > 0 && rank < 1 && (index === 0 || rank <= Number(ranks[index - 1]))),
        );
      }
    });

    it('a sort of one’s own comes first; fields by name have a rank only if it is named', async () => {
      assert.deepEqual((await search({ q: 'apple', sort: '_id', fields: 'a' })).records[0], { a: 'apple' });
      const { fields } = await search({ q: 'apple', fields: ['a', 'rank'] });
      assert.deepEqual(
        fields.map(({ id }) => id),
        ['a', 'rank'],
      );
      const byField = await search({ q: { b: 'apple' } });
      assert.equal(byField.fields.at(-1)?.id, 'rank b');
      assert.equal(byField.total, 1);
    });

    it('full_text beside fields: every field is in the records, as CKAN’s own test has it', async () => {
      const { fields, records } = await search({ q: { a: 'apple' }, full_text: 'pear', fields: 'a, rank a' });
      assert.deepEqual(
        fields.map(({ id }) => id),
        ['a', 'rank a'],
      );
      assert.deepEqual(Object.keys(records[0] ?? {}), ['_id', 'a', 'b', 'rank', 'rank a']);
    });
  });
});
