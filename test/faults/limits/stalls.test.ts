/** R9: a long page, or a file that is built, doesn’t keep the extension host from everything else. Of up to three readings the best one counts. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { count } from '../../support/results/figures.ts';
import { releaseAll } from '../client.ts';
import type { Stalls } from './longestStall.ts';
import { message, RawServer } from '../rawServer.ts';
import { SeededTable } from '../seededTable.ts';
import { startTable } from '../tableServer.ts';

const RECORDS = 200_000;
const EXPORTED_RECORDS = 100_000;
const EXPORTED = ['ndjson', 'csv', 'xlsx', 'parquet'];
const LIMIT_MS = 50;
/** A pause that V8 takes for its memory falls into a turn by chance; what our code does in one go is there in each reading. */
const READINGS = 3;
const SCRIPT = fileURLToPath(new URL('longestStall.ts', import.meta.url));

const bodies: Readonly<Record<string, (text: string) => Buffer>> = {
  plain: (text) => message(200, {}, text),
  gzip: (text) => message(200, { 'content-encoding': 'gzip' }, gzipSync(text, { level: 1 })),
};

describe('R9: a page of 30 MB', function () {
  this.timeout(300_000);
  afterEach(releaseAll);

  let [right, all, longest] = [0, 0, 0];
  const read = async (records: number, ...args: readonly string[]): Promise<void> => {
    let least = Infinity;
    for (let reading = 0; reading < READINGS && least > LIMIT_MS; reading += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args]);
      const stalls = JSON.parse(stdout) as Stalls;
      assert.equal(stalls.records, records);
      least = Math.min(least, stalls.longest);
      args.slice(1).forEach((file) => fs.rmSync(file));
    }
    all += 1;
    longest = Math.max(longest, least);
    if (least <= LIMIT_MS) right += 1;
  };
  const table = new SeededTable({ records: RECORDS, version: '2.11', cap: RECORDS });
  const text = table.answer(JSON.stringify({ resource_id: 'r', limit: RECORDS }));
  for (const [how, body] of Object.entries(bodies)) {
    it(how, async () => {
      assert.ok(text.length > 28_000_000, String(text.length));
      const answer = body(text);
      const server = await RawServer.start((_request, socket) => socket.write(answer));
      await read(RECORDS, server.url().origin);
    });
  }

  for (const format of EXPORTED)
    it(`and an export: ${format}`, async () => {
      const folder = fs.mkdtempSync(path.join(tmpdir(), 'stalls-'));
      const server = await startTable(new SeededTable({ records: EXPORTED_RECORDS, version: '2.12' }));
      await read(EXPORTED_RECORDS, server.url().origin, path.join(folder, `records.${format}`));
      await server.close();
      fs.rmSync(folder, { recursive: true });
    });

  it(`no turn of the event loop takes more than ${String(LIMIT_MS)} ms`, () => {
    const what = `ways to read a page of ${(text.length / 1e6).toFixed(0)} MB, and to export ${String(EXPORTED_RECORDS)} records as ${EXPORTED.join(', ')}, keep every turn of the event loop within ${String(LIMIT_MS)} ms in the best of up to ${String(READINGS)} readings (longest: ${longest.toFixed(0)} ms)`;
    count({ name: 'R9', what, score: right, total: all });
  });
});
