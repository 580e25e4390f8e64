/**
 * A process that exports all records of a portal's resource into a file, and prints what memory that took. Arguments: base
 * URL, file, format.
 */
import { keepHeapSmall, ROOM_OF_EXPORT } from '../../../src/service/process/smallHeap.ts';
import { type FormatId, isFormatId } from '../../../src/export/formats.ts';
import { ExportRun } from '../../../src/export/exportRun.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { noSignal, undici } from '../client.ts';

const [baseUrl = '', file = '', named] = process.argv.slice(2);
const format: FormatId = isFormatId(named) ? named : 'ndjson';
// The command `datastore-explorer export` limits its heap likewise.
keepHeapSmall(ROOM_OF_EXPORT);
const transport = undici();
const exchange = new Exchange({ transport, timeoutMs: () => 60_000 });
const client = new DatastoreClient({ exchange, access: () => Promise.resolve({ baseUrl }) });
const of = (limit?: number) => ({ baseUrl, query: { resourceId: 'r', ...(limit !== undefined && { limit }) }, format });

await new ExportRun(of(1000), { file: `${file}.first` }).run(client, noSignal);
const idle = process.memoryUsage.rss();
const { records } = await new ExportRun(of(), { file }).run(client, noSignal);
// The operating system's own figure, in KiB: nothing between two looks is missed.
const peak = process.resourceUsage().maxRSS * 1024;
await transport.dispose();
process.stdout.write(JSON.stringify({ records, idle, peak }));
