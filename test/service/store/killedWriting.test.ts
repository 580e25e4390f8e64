/** What was answered is there, and nothing of what was not, when the process is killed in the middle of a request. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

interface Answer {
  readonly success: boolean;
  readonly result: {
    readonly resource_id: string;
    readonly total: number;
    readonly records: readonly { readonly a: number; readonly batch: number }[];
  };
}

const BATCH = 4000;
/** Of the time that a request takes: from its first byte to just before its answer. */
const MOMENTS = [0.1, 0.4, 0.7, 0.95];

for (const [what, primary_key] of [
  ['records', []],
  ['records with a key, half of them anew', ['a']],
] as const)
  describe(`a process that is killed while it writes ${what}`, () => {
    let directory: string;
    let child: ChildProcess;

    before(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'killed-'));
    });
    after(async () => {
      child.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    });

    async function start(): Promise<(action: string, body: object) => Promise<Answer>> {
      const script = path.join(projectRoot, 'test/service/writableProcess.ts');
      child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(createInterface(child.stdout ?? assert.fail()), 'line')) as [string];
      const { baseUrl, token } = JSON.parse(line) as { baseUrl: string; token: string };
      return async (action, body) => {
        const response = await fetch(`${baseUrl}/api/action/${action}`, {
          method: 'POST',
          headers: { Authorization: token, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await response.json()) as Answer;
      };
    }

    it('keeps every request that it has answered, and of the one that was cut off all or nothing', async () => {
      let ask = await start();
      const fields = [
        { id: 'a', type: 'int' },
        { id: 'batch', type: 'int' },
      ];
      const { resource_id } = (await ask('datastore_create', { resource: {}, fields, primary_key })).result;
      const isKeyed = primary_key.length > 0;
      const step = isKeyed ? BATCH / 2 : BATCH;
      const write = async (batch: number): Promise<number> => {
        const records = Array.from({ length: BATCH }, (_, at) => ({ a: batch * step + at, batch }));
        const began = performance.now();
        const method = isKeyed ? 'upsert' : 'insert';
        assert.ok((await ask('datastore_upsert', { resource_id, method, records })).success);
        return performance.now() - began;
      };
      /** How many records there are when so many batches are. */
      const recordsOf = (batches: number): number => (batches === 0 ? 0 : batches * step + BATCH - step);
      let batches = 0;
      let cutOff = 0;
      for (const moment of MOMENTS) {
        const took = await write(batches);
        batches += 1;
        const ended = once(child, 'exit');
        const writing = write(batches).then(
          () => true,
          () => false,
        );
        await delay(took * moment);
        child.kill('SIGKILL');
        const isAnswered = await writing;
        await ended;
        ask = await start();
        const { total } = (await ask('datastore_search', { resource_id, limit: 0 })).result;
        const newest = (
          await ask('datastore_search', { resource_id, limit: BATCH + 1, filters: { batch: batches } })
        ).result;
        const counted = (await ask('datastore_search', { resource_id, limit: 0, filters: { a: { gte: 0 } } }))
          .result;
        assert.equal(total, counted.total);
        const isThere = newest.total > 0;
        assert.ok(isThere || !isAnswered, 'an answered request is gone');
        assert.equal(newest.total, isThere ? BATCH : 0);
        if (isThere) batches += 1;
        assert.equal(total, recordsOf(batches));
        if (!isAnswered) cutOff += 1;
      }
      // A machine that is busy just then may answer before its end comes, but not each time.
      assert.ok(cutOff > 0, 'no request was cut off');
    });
  });
