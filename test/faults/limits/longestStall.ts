/**
 * A process of its own that opens one resource, or exports it: in the same process the server's work would count too.
 * Arguments: base URL, and the file to export into, whose ending is the format. Prints JSON of Stalls.
 */
import path from 'node:path';
import { Exchange } from '../../../src/http/exchange.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { isFormatId } from '../../../src/export/formats.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { noSignal, undici } from '../client.ts';

export interface Stalls {
  readonly records: number;
  /** Milliseconds of the longest turn of the event loop. */
  readonly longest: number;
  /** Milliseconds of all turns together. */
  readonly busy: number;
}

const LIMIT = 1_000_000;

async function open(client: DatastoreClient): Promise<number> {
  const result = await ResultSet.open(client, { resourceId: 'r', limit: LIMIT }, noSignal);
  return result.firstPageRows;
}

async function exportTo(file: string, client: DatastoreClient, baseUrl: string): Promise<number> {
  const ending = path.extname(file).slice(1);
  const format = isFormatId(ending) ? ending : 'ndjson';
  const run = new ExportRun({ baseUrl, query: { resourceId: 'r' }, format }, { file });
  return (await run.run(client, noSignal)).records;
}

async function measured(work: () => Promise<number>): Promise<Stalls> {
  let [longest, busy] = [0, 0];
  let watches = true;
  let before = { wall: performance.now(), cpu: process.threadCpuUsage() };
  const turn = (): void => {
    const wall = performance.now() - before.wall;
    const { user, system } = process.threadCpuUsage(before.cpu);
    // On a busy machine time passes in which others work: what counts is what this thread has worked.
    const stall = Math.min(wall, (user + system) / 1000);
    longest = Math.max(longest, stall);
    busy += stall;
    before = { wall: performance.now(), cpu: process.threadCpuUsage() };
    if (watches) setImmediate(turn);
  };
  setImmediate(turn);
  const records = await work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  watches = false;
  return { records, longest, busy };
}

async function run(baseUrl = '', file?: string): Promise<void> {
  const transport = undici();
  const exchange = new Exchange({ transport, timeoutMs: () => 60_000 });
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve({ baseUrl }) });
  const work = () => (file === undefined ? open(client) : exportTo(file, client, baseUrl));
  const stalls = await measured(work);
  await transport.dispose();
  process.stdout.write(JSON.stringify(stalls));
}

void run(process.argv[2], process.argv[3]);
