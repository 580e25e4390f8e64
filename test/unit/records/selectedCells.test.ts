import assert from 'node:assert/strict';
import { Problem } from '../../../src/platform/problem.ts';
import { SelectedCells } from '../../../src/records/selection/selectedCells.ts';
import type { SelectedRange } from '../../../src/messages/gridProtocol.ts';
import { openItems } from '../../support/fakes/fakeResult.ts';
import { people } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';

const { signal } = new AbortController();
const partial = { name: 'm12.csv', records: 300, fraction: 0.4, isWhole: Promise.resolve(true) };

describe('selected cells', () => {
  let said: (readonly [text: string, canSumAll: boolean])[];
  let cells: SelectedCells;
  beforeEach(() => {
    people.forget();
    said = [];
    cells = new SelectedCells({
      showSummary: (text, canSumAll = false) => void said.push([text, canSumAll]),
      showText: () => Promise.resolve(),
      resource: () => 'Items',
    });
  });
  const summary = async () => {
    await until(() => said.length > 0, 'the selection is summed up');
    return said.pop();
  };
  const ids = (lastRow: number, firstRow = 0): SelectedRange => ({ firstRow, lastRow, fields: [0] });
  const names: SelectedRange = { firstRow: 0, lastRow: 3000, fields: [1] };

  describe('of a portal', () => {
    const open = async (loaded = 0) => {
      const { ckan, set } = await openItems(9000);
      if (loaded > 0) await set.rows(0, loaded, signal);
      return { ckan, set, shown: { result: set, isLocal: false } };
    };

    it('are summed up over the loaded records, and the portal is asked for no others', async () => {
      const { ckan, shown } = await open();
      const { length } = ckan.calls;
      cells.take(shown, ids(3000));
      assert.deepEqual(await summary(), [
        '3,000 cells · 100 loaded records: sum 5050 · mean 50.5 · min 1 · max 100',
        true,
      ]);
      assert.equal(ckan.calls.length, length);
    });

    it('are summed up whole where all of them are loaded', async () => {
      const { shown } = await open(2000);
      cells.take(shown, ids(1100, 90));
      const sum = ((91 + 1100) * 1010) / 2;
      assert.deepEqual(await summary(), [
        `1,010 cells · sum ${sum} · mean ${(sum / 1010).toFixed(1)} · min 91 · max 1100`,
        false,
      ]);
    });

    it('are summed up whole when people ask for it, however many they are', async () => {
      const { shown } = await open();
      cells.take(shown, ids(9000));
      assert.deepEqual(await summary(), ['9,000 cells', true]);
      await cells.sumAll();
      assert.deepEqual(await summary(), ['9,000 cells · sum 40504500 · mean 4500.5 · min 1 · max 9000', false]);
    });

    it('offer no sum of texts', async () => {
      const { shown } = await open();
      cells.take(shown, names);
      assert.deepEqual(await summary(), ['3,000 cells', false]);
    });

    it('give up a sum when something else is selected', async () => {
      const { shown } = await open();
      cells.take(shown, ids(9000));
      const summing = cells.sumAll();
      cells.take(shown, ids(2));
      await summing;
      await until(() => said.some(([text]) => text.startsWith('2 cells')), 'the new selection is summed up');
      assert.ok(!said.some(([text]) => text.includes('40504500')));
    });
  });

  it('of several columns of numbers have no sum together, one column beside texts has one', async () => {
    const { set } = await openItems(3000);
    const shown = { result: set, isLocal: true };
    cells.take(shown, { firstRow: 0, lastRow: 3000, fields: [0, 1, 2] });
    assert.deepEqual(await summary(), ['9,000 cells', false]);
    cells.take(shown, { firstRow: 0, lastRow: 3, fields: [0, 1] });
    assert.deepEqual(await summary(), ['6 cells · sum 6 · mean 2 · min 1 · max 3', false]);
    cells.take({ ...shown, isLocal: false }, { firstRow: 0, lastRow: 3000, fields: [0, 2] });
    assert.deepEqual(await summary(), ['6,000 cells', false]);
  });

  it('that are too much for the clipboard can be exported', async () => {
    const rows = Array.from({ length: 1000 }, () => [1, 'x'.repeat(1000), 2]);
    const { set } = await openItems(3);
    const result = { fields: set.fields, rows: () => Promise.resolve(rows), rowCount: 1_000_000 } as never;
    cells.take({ result, isLocal: false }, { firstRow: 0, lastRow: 1_000_000, fields: [1] });
    await assert.rejects(cells.copy('tsv', false), (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual(error.actions, [{ label: 'Export Records…', command: 'datastoreExplorer.exportRecords' }]);
      return true;
    });
  });

  it('of this machine are fetched for their sum', async () => {
    const { set } = await openItems(3000);
    cells.take({ result: set, isLocal: true }, ids(3000));
    assert.deepEqual(await summary(), ['3,000 cells · sum 4501500 · mean 1500.5 · min 1 · max 3000', false]);
  });

  describe('of a file that is still loading', () => {
    const open = async () => {
      const { set } = await openItems(300);
      return { result: set, isLocal: true, partial };
    };

    it('say so where they are all that is there', async () => {
      const shown = await open();
      cells.take(shown, ids(300));
      assert.deepEqual(await summary(), [
        "300 cells · sum 45150 · mean 150.5 · min 1 · max 300 · m12.csv isn't fully loaded",
        false,
      ]);
      await cells.copy('tsv', false);
      assert.deepEqual(await summary(), ["Copied 300 records as TSV: m12.csv isn't fully loaded.", false]);
      assert.equal(people.clipboard.split('\n').length, 300);
    });

    it('say nothing of it where only some are meant', async () => {
      const shown = await open();
      cells.take(shown, ids(2));
      assert.deepEqual(await summary(), ['2 cells · sum 3 · mean 1.5 · min 1 · max 2', false]);
      await cells.copy('tsv', false);
      assert.deepEqual(await summary(), ['Copied 2 records as TSV.', false]);
    });
  });
});
