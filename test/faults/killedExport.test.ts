/** R5: an export that is killed again and again, at any moment, and goes on each time. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCli } from '../support/drivers/commandLine.ts';
import { count } from '../support/results/figures.ts';
import { releaseAll } from './client.ts';
import { isFull } from '../support/results/full.ts';
import { seeded } from './random.ts';
import { SeededTable } from './seededTable.ts';
import { LineCheck, startTable } from './tableServer.ts';

const RECORDS = 40_000;
const KILLS = isFull ? 200 : 5;
const CAP = 200;
/** For each answer, so that the journal is written several times on the way. */
const ANSWER_MS = 10;

describe('an export that is killed', function () {
  this.timeout(isFull ? 0 : 300_000);
  afterEach(releaseAll);

  it('R5: goes on each time, and has every record once', async () => {
    const random = seeded(5);
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'killed-'));
    let [kills, right, all, continued] = [0, 0, 0, 0];
    for (let round = 0; kills < KILLS; round += 1) {
      const table = new SeededTable({ records: RECORDS, version: round % 2 === 0 ? '2.12' : '2.11', cap: CAP });
      let onRequest: () => void = () => undefined;
      const server = await startTable(table, {
        fault: (_index, _request, honest) => {
          onRequest();
          return (request, socket) => setTimeout(() => socket.write(honest(request)), ANSWER_MS);
        },
      });
      const out = path.join(folder, `${String(round)}.jsonl`);
      while (!fs.existsSync(out)) {
        const { child, done } = startCli([
          ...['export', '--base-url', server.url().origin, '--resource', 'r', '--out', out, '--resume'],
        ]);
        let left = kills < KILLS ? Math.floor(random() * 250) : Infinity;
        onRequest = () => {
          if (left-- === 0) child.kill('SIGKILL');
        };
        const { code, stderr } = await done;
        if (code === null) kills += 1;
        else assert.equal(code, 0, stderr);
        if (fs.existsSync(`${out}.part.json`) && fs.readFileSync(`${out}.part.json`, 'utf8').includes('"state"'))
          continued += 1;
      }
      await server.close();
      const check = new LineCheck(table);
      check.add(fs.readFileSync(out, 'utf8'));
      const { records, lost, doubled, altered } = check;
      all += RECORDS;
      right += RECORDS - lost - doubled - altered - Math.abs(records - RECORDS);
      assert.deepEqual(
        fs.readdirSync(folder).filter((name) => name.includes('.part')),
        [],
        'nothing is left beside it',
      );
    }
    fs.rmSync(folder, { recursive: true });
    assert.ok(continued > 0, 'some went on where they were');
    count({
      name: 'R5',
      what: `records whole after ${String(kills)} kills (${String(continued)} of them went on where they were)`,
      score: right,
      total: all,
    });
  });
});
