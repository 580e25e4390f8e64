/** What was answered is there, and nothing of what was not, when the process is killed at any moment (issue 4, Bad input). */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../support/projectPaths.ts';

interface Answer {
  readonly success: boolean;
  readonly result: {
    readonly resource_id: string;
    readonly total: number;
    readonly records: readonly object[];
  };
}

const BATCH = 500;

describe('a process that is killed while it writes', () => {
  let directory: string;
  let child: ChildProcess | undefined;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'killed-'));
  });
  after(async () => {
    child?.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  async function start(): Promise<(action: string, body: object) => Promise<Answer>> {
    const script = path.join(projectRoot, 'test/service/writableProcess.ts');
    const started = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
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

  it('keeps every record that it has answered for, and whole requests only', async () => {
    let ask = await start();
    const { resource_id } = (
      await ask('datastore_create', { resource: {}, fields: [{ id: 'a', type: 'int' }] })
    ).result;
    const records = Array.from({ length: BATCH }, (_, a) => ({ a }));
    let answered = 0;
    for (const enough of [3, 5]) {
      const ended = once(child ?? assert.fail('no process'), 'exit');
      const writing = (async () => {
        for (let written = 0; ; written += 1) {
          if (written === enough) child?.kill('SIGKILL');
          const { success } = await ask('datastore_upsert', { resource_id, method: 'insert', records });
          assert.ok(success);
          answered += BATCH;
        }
      })();
      await assert.rejects(writing, TypeError);
      await ended;
      ask = await start();
      const { total } = (await ask('datastore_search', { resource_id, limit: 0 })).result;
      const counted = (await ask('datastore_search', { resource_id, limit: 0, filters: { a: { gte: 0 } } }))
        .result;
      assert.equal(total, counted.total);
      assert.equal(total % BATCH, 0);
      assert.ok(total >= answered, `${String(answered)} answered, ${String(total)} there`);
      answered = total;
    }
  });
});
