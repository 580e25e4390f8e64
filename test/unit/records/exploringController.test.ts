/** A change that people make in the grid while another result comes. */
import assert from 'node:assert/strict';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import type { QueryChange } from '../../../src/messages/queryChange.ts';
import { Exploration } from '../../../src/records/exploration.ts';
import { ExploringController } from '../../../src/records/exploringController.ts';
import { Problem } from '../../../src/platform/problem.ts';
import { equalTo } from '../../support/conditions.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
import { clientOf } from '../../support/fakeExchange.ts';
import { itemsResource } from '../../support/fakeResult.ts';

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
      get isDiscarded() {
        return isDiscarded;
      },
    };
    const exploration = new Exploration((query) => void asked.push(query));
    exploration.visit(QUERY);
    controller = new ExploringController({
      ...{ portalId: 'p', exploration, screen: screen as never, layouts: {} as never },
      failures: { show: (_: string, error: unknown) => Promise.resolve(void failed.push(error)) } as never,
      keep: () => undefined,
    });
  });

  const sort: QueryChange = { kind: 'sort', keys: [{ field: 'name', descending: true }] };
  const sorted = { ...QUERY, sort: [{ field: 'name', descending: true }] };
  const ofRecord: QueryChange = { kind: 'excludeRecord', row: 2, field: 'group' };

  for (const { title, at, change, questions } of [
    { title: 'of the order is asked', at: NOW, change: sort, questions: [sorted] },
    {
      title: 'of the order is asked of a result that has just come',
      at: NOW - 1,
      change: sort,
      questions: [sorted],
    },
    { title: 'by a record that was replaced is none', at: NOW - 1, change: ofRecord, questions: [] },
  ] as const)
    it(`${title}; nobody is told of an error`, async () => {
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
});
