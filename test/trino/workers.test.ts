/** Nodes of a cluster that end while they are needed; Mocha reads this file last. */
import assert from 'node:assert/strict';
import { ask, cluster, serve } from './fixture.ts';

describe('a cluster of Trino whose nodes end', () => {
  it('when a worker ends within a dump, the dump breaks off', async () => {
    const large = await serve({ catalog: 'tpch', schema: 'sf1' });
    const response = await fetch(`${large.baseUrl}/datastore/dump/lineitem`, {
      headers: { Authorization: large.token },
    });
    await assert.rejects(async () => {
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        if (bytes === 0) await cluster().stopNode('worker1');
        bytes += (chunk as Uint8Array).length;
      }
    });
    await large.close();
  });

  it('when the cluster is down, that is said', async () => {
    await cluster().stopNode('coordinator');
    const { status, error } = await ask('datastore_search', { resource_id: 'kept' });
    assert.equal(status, 503);
    assert.match(JSON.stringify(error), /can’t be reached/);
  });
});
