/** Nodes of a cluster that end while they are needed; Mocha reads this file last. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningServer } from '../../src/service/http/serving.ts';
import { until } from '../../tools/vscode/until.ts';
import { startCli } from '../support/drivers/commandLine.ts';
import { isFull } from '../support/results/full.ts';
import { ask, cluster, serve } from './fixture.ts';

const TABLE = 'lineitem';
const COUNT = 60_175;

interface Outcome {
  readonly records: number;
  readonly sha256: string | null;
  readonly requests: number;
}

describe('an export from a cluster of Trino whose workers end', () => {
  let tiny: RunningServer;
  let folder: string;
  let whole: Outcome;

  function exported(name: string, ...more: string[]) {
    const file = path.join(folder, name);
    const argv = ['export', '--base-url', tiny.baseUrl, '--resource', TABLE, '--out', file, ...more];
    const { done } = startCli(argv, { DATASTORE_TOKEN: tiny.token });
    const outcome = done.then(({ code, stderr }) => {
      const last = stderr.trimEnd().split('\n').at(-1) ?? '';
      return { code, stderr, outcome: JSON.parse(last) as Outcome };
    });
    const hasBegun = () =>
      stat(`${file}.part`).then(
        ({ size }) => size > 0,
        () => false,
      );
    return { file, outcome, began: () => until(hasBegun, 'records have come') };
  }

  before(async () => {
    tiny = await serve({ catalog: 'tpch', schema: 'tiny' });
    folder = await mkdtemp(path.join(tmpdir(), 'trino-workers-'));
    const { code, stderr, outcome } = await exported('whole.jsonl').outcome;
    assert.equal(code, 0, stderr);
    assert.equal(outcome.records, COUNT);
    whole = outcome;
  });
  after(async () => {
    await tiny.close();
    await rm(folder, { recursive: true });
  });

  it('asks again and goes on with those that are left, none lost or doubled', async () => {
    const unbroken = exported('one.jsonl');
    await unbroken.began();
    await cluster().stopNode('worker1');
    const { code, stderr, outcome } = await unbroken.outcome;
    await cluster().startNode('worker1');
    assert.equal(code, 0, stderr);
    assert.equal(outcome.sha256, whole.sha256);
    assert.ok(outcome.requests > whole.requests, 'the worker was needed');
  });

  // Trino takes three minutes to notice that no worker is left.
  if (isFull)
    it('stops with words when none is left, keeps what has come, and goes on where there are some again', async () => {
      const broken = exported('none.jsonl');
      await broken.began();
      for (const name of ['worker1', 'worker2']) await cluster().stopNode(name);
      const stopped = await broken.outcome;
      for (const name of ['worker1', 'worker2']) await cluster().startNode(name);
      assert.equal(stopped.code, 5, stopped.stderr);
      assert.match(stopped.stderr, /too busy to answer, or still starting/);
      assert.match(stopped.stderr, /records are kept\. Use --resume to continue/);
      const { records } = stopped.outcome;
      assert.ok(records > 0 && records < COUNT, String(records));
      const { code, stderr, outcome } = await exported('none.jsonl', '--resume').outcome;
      assert.equal(code, 0, stderr);
      assert.deepEqual([outcome.records, outcome.sha256], [COUNT, whole.sha256]);
      assert.deepEqual(await readFile(broken.file), await readFile(path.join(folder, 'whole.jsonl')));
    });
});

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
    assert.match(JSON.stringify(error), /The database .+ can't be reached/);
  });
});
