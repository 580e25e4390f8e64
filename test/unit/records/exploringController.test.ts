/** Tests changes that people make in the grid while another result comes. */
import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { type FieldLayout, PLAIN_LAYOUT } from '../../../src/datastore/query/fieldLayout.ts';
import type { QueryChange } from '../../../src/datastore/query/queryChange.ts';
import { Exploration } from '../../../src/records/exploration.ts';
import { ExploringController } from '../../../src/records/exploringController.ts';
import { Problem } from '../../../src/platform/problem.ts';
import { equalTo } from '../../support/samples/conditions.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../support/fakes/fakeExchange.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';

const { signal } = new AbortController();
const QUERY: DatastoreQuery = { resourceId: 'r' };
const NOW = 3;

describe('a change in the grid', () => {
  const failed: unknown[] = [];
  let asked: DatastoreQuery[];
  let controller: ExploringController;
  let isDiscarded: boolean;
  beforeEach(async () => {
    asked = [];
    isDiscarded = false;
    failed.length = 0;
    const client = clientOf(new FakeCkan({ resources: { r: itemsResource(50) } }));
    const shown = {
      generation: NOW,
      query: QUERY,
      client,
      result: await ResultSet.open(client, QUERY, signal),
      names: { resource: 'six.csv' },
    };
    const screen = {
      shown,
      current: () => shown,
      get isDiscarded() {
        return isDiscarded;
      },
    };
    const exploration = new Exploration((query) => void asked.push(query));
    exploration.visit(QUERY);
    controller = new ExploringController({
      ...{ portalId: 'p', exploration, screen: screen as never, layouts: {} as never },
      failures: { show: (_: string, error: unknown) => Promise.resolve(void failed.push(error)) } as never,
      ...{ keep: () => undefined, remember: () => undefined, showText: () => Promise.resolve() },
    });
  });

  const sort: QueryChange = { kind: 'sort', keys: [{ field: 'name', descending: true }] };
  const sorted = { ...QUERY, sort: [{ field: 'name', descending: true }] };
  const ofRecord: QueryChange = { kind: 'excludeRecord', row: 2, field: 'group' };

  for (const { title, at, change, questions } of [
    { title: 'of the order is asked', at: NOW, change: sort, questions: [sorted] },
    { title: 'of the order is asked of a result that has just come', at: NOW - 1, change: sort, questions: [sorted] },
    { title: 'by a record that was replaced is none', at: NOW - 1, change: ofRecord, questions: [] },
  ] as const)
    it(`${title}; no error is shown`, async () => {
      await controller.change(at, change, signal);
      assert.deepEqual(asked, questions);
      assert.deepEqual(failed, []);
    });

  it('of a file whose import was canceled is refused in words: it would read the file again', async () => {
    isDiscarded = true;
    await controller.change(NOW, sort, signal);
    assert.deepEqual(asked, []);
    assert.deepEqual(
      failed.map((error) => error instanceof Problem && [error.message, error.hint]),
      [["six.csv isn't loaded.", 'To query its records, select Try Again.']],
    );
    await assert.rejects(
      controller.change(NOW, { kind: 'filter', filter: equalTo('name', 'text', 'a') }, signal),
      /six\.csv isn't loaded/,
    );
  });

  it('by a record that is shown is asked', async () => {
    await controller.change(NOW, ofRecord, signal);
    assert.equal(asked.length, 1);
  });

  it('to a first chart is a summary by a field that makes groups: no name of a record does', async () => {
    assert.deepEqual(await controller.firstChart(NOW, signal), {
      groups: [{ field: 'group', width: '1' }],
      measures: [{ calculate: 'count' }],
    });
  });

  describe('of the query or the layout', () => {
    const ref = { portalId: 'p', resourceId: QUERY.resourceId };
    const hidden: FieldLayout = { places: [{ id: 'group', hidden: true }], frozen: 0 };
    const frozen: FieldLayout = { ...hidden, frozen: 1 };
    let layouts: LayoutStore;
    let shownLayouts: FieldLayout[];
    let history: ExploringController;
    let remembered: number;
    const titles = (exploration: Exploration) => [exploration.titleOf(-1), exploration.titleOf(1)];
    let exploration: Exploration;

    beforeEach(() => {
      const kept = new Map<string, unknown>();
      const state = {
        get: (key: string) => kept.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
      };
      layouts = new LayoutStore(state);
      shownLayouts = [];
      remembered = 0;
      exploration = new Exploration((query) => {
        asked.push(query);
        exploration.visit(query);
      });
      exploration.visit(QUERY);
      const page = { layOut: (layout: FieldLayout) => Promise.resolve(void shownLayouts.push(layout)) };
      const tell = (call: (to: typeof page) => Promise<unknown>) => void call(page);
      history = new ExploringController({
        ...{ portalId: 'p', exploration, layouts, failures: {} as never },
        screen: { shown: { query: QUERY }, tell } as never,
        ...{ keep: () => undefined, remember: () => (remembered += 1), showText: () => Promise.resolve() },
      });
    });

    it('is taken back by its name, last first, and done again', async () => {
      await history.layoutChanged(hidden, 'Hide group');
      exploration.visit(sorted);
      await history.layoutChanged(frozen, 'Freeze Columns');
      assert.deepEqual(titles(exploration), ['Freeze Columns', '']);
      assert.equal(await history.undo(), 'Freeze Columns');
      assert.deepEqual([shownLayouts.at(-1), layouts.of(ref)], [hidden, hidden]);
      assert.equal(await history.undo(), 'Sort by name');
      assert.deepEqual(asked, [QUERY]);
      assert.equal(await history.undo(), 'Hide group');
      assert.deepEqual([shownLayouts.at(-1), layouts.of(ref)], [PLAIN_LAYOUT, undefined]);
      assert.equal(await history.undo(), '');
      assert.deepEqual(titles(exploration), ['', 'Hide group']);
      for (const title of ['Hide group', 'Sort by name', 'Freeze Columns', ''])
        assert.equal(await history.redo(), title);
      assert.deepEqual([shownLayouts.at(-1), layouts.of(ref)], [frozen, frozen]);
      assert.deepEqual(asked, [QUERY, sorted]);
    });

    it('is no change where the columns lie as before, as when the page reports what Undo did', async () => {
      await history.layoutChanged(hidden, 'Hide group');
      await history.undo();
      await history.layoutChanged(PLAIN_LAYOUT, '');
      assert.deepEqual(titles(exploration), ['', 'Hide group']);
    });

    it('is saved by the page at once', async () => {
      await history.layoutChanged(hidden, 'Hide group');
      assert.equal(remembered, 1);
      await history.undo();
      assert.equal(remembered, 2);
    });

    it('stays when Go Back and Go Forward walk the queries', async () => {
      exploration.visit(sorted);
      await history.layoutChanged(hidden, 'Hide group');
      history.goBack();
      assert.deepEqual([asked.at(-1), layouts.of(ref), shownLayouts], [QUERY, hidden, []]);
      assert.deepEqual(titles(exploration), ['Hide group', 'Sort by name']);
      history.goForward();
      assert.deepEqual(titles(exploration), ['Sort by name', '']);
    });
  });
});
