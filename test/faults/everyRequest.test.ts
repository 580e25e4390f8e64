/** R6b: whichever request of an export fails, in whatever way, its file is whole, or what came is kept and gone on with. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExportRun } from '../../src/export/exportRun.ts';
import { count } from '../support/results/figures.ts';
import { noSignal, releaseAll } from './client.ts';
import { FAILURES } from './failures.ts';
import { SeededTable } from './seededTable.ts';
import { clientOf, startTable, type TableServerOptions } from './tableServer.ts';

const RECORDS = 300;
const CAP = 100;

describe('R6b: an export one of whose requests fails', function () {
  this.timeout(300_000);
  let folder: string;
  let [right, all] = [0, 0];
  before(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'requests-'))));
  afterEach(releaseAll);
  after(() => fs.rmSync(folder, { recursive: true }));

  const question = { baseUrl: '', query: { resourceId: 'r' }, format: 'ndjson' } as const;
  const exported = async (
    version: '2.11' | '2.12',
    file: string,
    fault: NonNullable<TableServerOptions['fault']> = () => undefined,
  ): Promise<void> => {
    const server = await startTable(new SeededTable({ records: RECORDS, version, cap: CAP }), { fault });
    // The time limit equals the longest wait that the failures ask for.
    const client = clientOf(server, { timeoutMs: 1000 });
    await new ExportRun(question, { file, resumes: true }).run(client, noSignal);
  };

  for (const version of ['2.11', '2.12'] as const)
    for (const [what, failure] of Object.entries(FAILURES))
      for (const isLasting of [false, true])
        it(`by ${what}, ${isLasting ? 'from then on' : 'once'}, CKAN ${version}`, async () => {
          const file = path.join(folder, 'records.jsonl');
          const read = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);
          fs.rmSync(file, { force: true });
          await exported(version, file);
          const whole = read();
          for (let at = 0; ; at += 1) {
            fs.rmSync(file);
            let failures = 0;
            const ended = await exported(version, file, (index, _request, honest) => {
              if (index < at || (index > at && !isLasting)) return undefined;
              failures += 1;
              return failure(honest);
            }).then(
              () => 'whole',
              () => 'failed',
            );
            const isRight = ended === 'whole' ? read() === whole : isLasting && read() === undefined;
            // The server now answers correctly, and the export continues.
            if (ended === 'failed') await exported(version, file);
            all += 1;
            assert.deepEqual(fs.readdirSync(folder), ['records.jsonl']);
            if (isRight && read() === whole) right += 1;
            await releaseAll();
            if (failures === 0) break;
          }
        });

  it('is whole, or is kept and can be resumed', () => {
    const what = `exports one of whose requests fails, each in its turn, in ${String(Object.keys(FAILURES).length)} ways, once and from then on: whole, or kept and then resumed`;
    count({ name: 'R6b', what, score: right, total: all });
  });
});
