import assert from 'node:assert/strict';
import { RecordFinder } from '../../../src/records/recordFinder.ts';
import { ExactNumber, type RecordRow } from '../../../src/base/cells.ts';
import type { FindQuestion } from '../../../src/messages/gridProtocol.ts';
import { openItems } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();
const over = (...stretches: readonly (readonly [first: number, rows: readonly RecordRow[]])[]) =>
  new RecordFinder({ loadedRows: () => stretches.map(([first, rows]) => ({ first, rows })) });
const ask = (text: string, more: Partial<FindQuestion> = {}): FindQuestion => ({
  ...{ text, fields: [0, 1], from: { row: 0, field: 0 }, step: 0 },
  ...more,
});

const rows: readonly RecordRow[] = [
  ['Ann', 'x'],
  ['bob', null],
  ['Hannah', 'ANN'],
  [new ExactNumber('1.50'), { a: new ExactNumber('9007199254740993') }],
  [true, ''],
];

describe('Finding in loaded records', () => {
  const texts: readonly [text: string, matches: number][] = [
    ['ann', 3],
    ['ANN', 3],
    ['1.50', 1],
    ['{"a":9007199254740993}', 1],
    ['true', 1],
    ['null', 0],
    ['', 0],
    ['.', 1],
    ['\\', 0],
  ];
  for (const [text, matches] of texts)
    it(`finds “${text}” in ${matches} cells`, async () => {
      assert.equal((await over([0, rows]).find(ask(text), signal)).matches, matches);
    });

  const steps: readonly [
    name: string,
    from: FindQuestion['from'],
    step: FindQuestion['step'],
    fields: readonly number[],
    found: readonly [row: number, field: number, index: number],
  ][] = [
    ['here', { row: 0, field: 0 }, 0, [0, 1], [0, 0, 0]],
    ['next', { row: 0, field: 0 }, 1, [0, 1], [2, 0, 1]],
    ['next in the record', { row: 2, field: 0 }, 1, [0, 1], [2, 1, 2]],
    ['next, from the last to the first', { row: 2, field: 1 }, 1, [0, 1], [0, 0, 0]],
    ['the one before', { row: 2, field: 1 }, -1, [0, 1], [2, 0, 1]],
    ['the one before, from the first to the last', { row: 0, field: 0 }, -1, [0, 1], [2, 1, 2]],
    ['in the order of the grid', { row: 2, field: 1 }, 1, [1, 0], [2, 0, 2]],
    ['not in a hidden field', { row: 0, field: 0 }, 1, [0], [2, 0, 1]],
    ['from a hidden field on', { row: 2, field: 1 }, 1, [0], [2, 0, 1]],
    ['from behind the loaded records on', { row: 900, field: 0 }, 0, [0, 1], [0, 0, 0]],
  ];
  for (const [name, from, step, fields, [row, field, index]] of steps)
    it(`goes to the match ${name}`, async () => {
      const { match } = await over([0, rows]).find(ask('ann', { from, step, fields }), signal);
      assert.deepEqual(match, { row, field, index });
    });

  it('counts rows by their place in the result, with gaps between', async () => {
    const finder = over([0, rows], [5000, rows]);
    const answer = await finder.find(ask('bob', { from: { row: 2, field: 0 } }), signal);
    assert.deepEqual(answer, { match: { row: 5001, field: 0, index: 1 }, matches: 2, records: 10 });
  });

  it('looks through what is loaded now, and asks for nothing', async () => {
    const { set, ckan } = await openItems(3000);
    const finder = new RecordFinder(set);
    const find = () => finder.find(ask('item 2', { fields: [1] }), signal);
    const before = await find();
    const asked = ckan.searches.length;
    await set.rows(2000, 2100, signal);
    const after = await find();
    assert.equal(ckan.searches.length, asked + 1);
    assert.ok(after.records > before.records && after.matches > before.matches);
    assert.deepEqual(after.match, before.match);
  });

  it('finds another text, and fields in another order, anew', async () => {
    const finder = over([0, rows]);
    await finder.find(ask('ann'), signal);
    assert.equal((await finder.find(ask('bob'), signal)).matches, 1);
    const { match } = await finder.find(ask('bob', { fields: [1, 0] }), signal);
    assert.deepEqual(match, { row: 1, field: 0, index: 0 });
  });

  it('lets others have their turn, and stops when it is not wanted any more', async () => {
    const record: RecordRow = ['Xx'.repeat(1000), 'Yy'.repeat(1000)];
    const finder = over([0, Array.from({ length: 50_000 }, () => [...record])]);
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const found = await finder.find(ask('needle'), signal);
    clearInterval(timer);
    assert.equal(found.records, 50_000);
    assert.ok(turns > 0, 'nobody else had a turn');
    const stopped = finder.find(ask('other'), controller.signal);
    controller.abort();
    await assert.rejects(stopped, { name: 'AbortError' });
  });
});
