import assert from 'node:assert/strict';
import type { CancellationToken } from 'vscode';
import { RecordCounts } from '../../../../src/tree/catalog/recordCounts.ts';
import { FakeCkan } from '../../../support/fakes/fakeCkan.ts';
import { clientOf } from '../../../support/fakes/fakeExchange.ts';

const token = (isCancellationRequested = false): CancellationToken => {
  const never: unknown = () => ({ dispose: () => undefined });
  return { isCancellationRequested, onCancellationRequested: never as CancellationToken['onCancellationRequested'] };
};

function setUp() {
  const ckan = new FakeCkan({
    resources: { trees: { fields: [{ id: 'kind', type: 'text' }], rows: [['oak'], ['elm']] } },
  });
  const client = clientOf(ckan);
  const clock = { now: 0 };
  const counts = new RecordCounts(
    {
      count: ({ resourceId }, signal) => client.search({ resourceId, limit: 0 }, undefined, signal),
      describe: (error) => ({ message: String(error) }),
    },
    () => clock.now,
  );
  const of = (resourceId: string, looking = token()) => counts.text({ portalId: 'p', resourceId }, looking);
  return { ckan, counts, clock, of };
}

describe('the counts of a resource whose row is looked at', () => {
  it('take one request, and none for a minute after', async () => {
    const { ckan, clock, of } = setUp();
    assert.equal(await of('trees'), '1 field · 2 records');
    clock.now = 59_000;
    assert.equal(await of('trees'), '1 field · 2 records');
    assert.deepEqual(ckan.searches, ['{"resource_id":"trees","limit":0}']);
    clock.now = 61_000;
    await of('trees');
    assert.equal(ckan.calls.length, 2);
  });

  it('say why there are none, and are asked for again the next time', async () => {
    const { ckan, of } = setUp();
    assert.match((await of('gone')) ?? '', /^Couldn't count its records: .*gone/);
    await of('gone');
    assert.equal(ckan.calls.length, 2);
  });

  it('are nothing once no row shows them', async () => {
    assert.equal(await setUp().of('trees', token(true)), undefined);
  });

  it('are asked for anew after a refresh', async () => {
    const { ckan, counts, of } = setUp();
    await of('trees');
    counts.forget();
    await of('trees');
    assert.equal(ckan.calls.length, 2);
  });
});
