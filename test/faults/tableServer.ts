/** A seeded table behind real bytes, and what becomes of its records on the way. */
import { gzipSync } from 'node:zlib';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import type { Clock } from '../../src/http/originGate.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { NdjsonWriter } from '../../src/export/jsonWriter.ts';
import { allRecords, type RunOptions } from '../../src/export/records.ts';
import type { Transport } from '../../src/http/transport.ts';
import { InstantClock, noSignal, undici } from './client.ts';
import { message, RawServer, type Answer, type RawRequest } from './rawServer.ts';
import { lineOf, type SeededTable } from './seededTable.ts';

export type Honest = (request: RawRequest) => Buffer;

export interface TableServerOptions {
  /** Called with the number of the request, from 0; undefined lets the table answer. May change the table. */
  readonly fault?: (index: number, request: RawRequest, honest: Honest) => Answer | undefined;
  readonly gzip?: boolean;
}

export function startTable(table: SeededTable, { fault, gzip }: TableServerOptions = {}): Promise<RawServer> {
  const honest: Honest = ({ body }) => {
    const text = table.answer(body);
    return gzip === true
      ? message(200, { 'content-encoding': 'gzip' }, gzipSync(text, { level: 1 }))
      : message(200, {}, text);
  };
  let index = 0;
  return RawServer.start((request, socket) => {
    const bad = fault?.(index++, request, honest);
    if (bad) bad(request, socket);
    else socket.write(honest(request));
  });
}

export function clientOf(
  server: RawServer,
  {
    transport = undici(),
    clock = new InstantClock(),
    timeoutMs = 60_000,
  }: { transport?: Transport; clock?: Clock; timeoutMs?: number } = {},
): DatastoreClient {
  return new DatastoreClient({
    exchange: new Exchange({ transport, timeoutMs: () => timeoutMs, clock }),
    access: () => Promise.resolve({ baseUrl: server.url().origin }),
  });
}

/** What the lines of an export are, against the table that they were made from. */
export class LineCheck {
  readonly #seen: Uint8Array;
  readonly #table: SeededTable;
  readonly #read: (line: string) => string;
  #rest = '';
  records = 0;
  doubled = 0;
  altered = 0;

  /** `read`: what becomes of a line of the table on its way. */
  constructor(table: SeededTable, read: (line: string) => string = (line) => line) {
    this.#table = table;
    this.#read = read;
    this.#seen = new Uint8Array(2 ** 24);
  }

  /** Text of JSON Lines, cut anywhere. */
  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    const id = Number(/^\{"_id":(\d+),/.exec(line)?.[1]);
    this.records += 1;
    if (line !== this.#read(lineOf(id))) this.altered += 1;
    else if (this.#seen[id] === 1) this.doubled += 1;
    else this.#seen[id] = 1;
  }

  /** Records that were in the table from the beginning to the end and are in no line, and what stands behind the last line's end. */
  get lost(): number {
    let lost = this.#rest === '' ? 0 : 1;
    for (let id = 1; id <= this.#table.options.records; id += 1)
      if (this.#table.has(id) && this.#seen[id] !== 1) lost += 1;
    return lost;
  }
}

/** Exports the whole table, as JSON Lines. */
export async function checkedExport(
  client: DatastoreClient,
  table: SeededTable,
  options: RunOptions = {},
): Promise<LineCheck> {
  const check = new LineCheck(table);
  const writer = new NdjsonWriter();
  for await (const { fields, rows } of allRecords(client, { resourceId: 'r' }, noSignal, options)) {
    if (check.records === 0) check.add(writer.begin(fields));
    check.add(writer.rows(rows));
  }
  check.add(writer.end());
  return check;
}
