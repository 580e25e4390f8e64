/** An export whose second page meets a fault of docs/network.md, and which goes on when the fault is gone. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import type { ResultNotice } from '../../src/datastore/result/notice.ts';
import { ExportRun } from '../../src/export/exportRun.ts';
import { Exchange } from '../../src/http/exchange.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/transport.ts';
import { InstantClock, noSignal, undici } from './client.ts';
import type { Answer, RawServer } from './rawServer.ts';
import { SeededTable, type SeededTableOptions } from './seededTable.ts';
import { startTable, type Honest, type TableServerOptions } from './tableServer.ts';

export const RECORDS = 60;
/** Records per page. The first page is always correct. */
export const CAP = 20;
export const TOKEN = 'canary-3f9c';

export interface Stage {
  readonly server: RawServer;
  readonly table: SeededTable;
  readonly honest: Honest;
  readonly clock: InstantClock;
}

/** What goes wrong from the second page on. */
export interface Trouble {
  /** `index` counts the requests from the second page on, from 0. Undefined: the table answers. */
  readonly answer?: TableServerOptions['fault'];
  /** The way to the server. */
  readonly transport?: Transport;
  /** The address to which requests go instead: another port, or https. */
  readonly to?: URL;
  /** The host and port that the message blames. The server if absent. */
  readonly host?: string;
  readonly signal?: AbortSignal;
  readonly token?: string;
  /** Ends it, before the export is resumed. */
  readonly heal?: () => void;
  /** Does the export, as something else on this machine has it. */
  readonly around?: (work: () => Promise<void>) => Promise<void>;
}

export interface Scene {
  /** The number of the fault in docs/network.md. */
  readonly row: number;
  readonly what: string;
  readonly trouble: Trouble | ((stage: Stage) => Trouble | Promise<Trouble>);
  readonly table?: Partial<SeededTableOptions>;
  /** Whether the trouble ends by itself without a message. */
  readonly heals?: boolean;
  /** Requests for the page that fails, where another number is right than the rules say. */
  readonly sends?: number;
  /** The next page may have been asked for before the trouble was known. */
  readonly asksAhead?: true;
  /** Kinds of the notices at the end, where it is read. */
  readonly notices?: readonly ResultNotice['kind'][];
  /** What becomes of a line, where it is read as something else than it was. */
  readonly line?: (line: string) => string;
  /** The longest wait must take at least this many milliseconds. */
  readonly waitsMs?: number;
  /** What else must be so. Throws. */
  readonly check?: (stage: Stage, outcome: Outcome) => void;
}

export interface Send {
  readonly limit: number | undefined;
  readonly body: string;
  readonly acceptsEncoding: string | undefined;
}

export interface Outcome {
  /** What the export ended with, if it did. */
  readonly error: unknown;
  readonly host: string;
  /** From the second page on. */
  readonly sends: readonly Send[];
  readonly pauses: readonly number[];
  readonly notices: readonly ResultNotice['kind'][];
  /** The file under its own name, when the export had ended. */
  readonly file: string | undefined;
  /** What is kept beside it. */
  readonly part: string | undefined;
  /** The file after the export was resumed without the fault. */
  readonly resumed: string | undefined;
}

/** The first page goes the usual way. */
class Switch implements Transport {
  readonly sends: Send[] = [];
  readonly #usual: Transport;
  readonly #trouble: () => Trouble | undefined;

  constructor(usual: Transport, trouble: () => Trouble | undefined) {
    this.#usual = usual;
    this.#trouble = trouble;
  }

  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const trouble = this.#trouble();
    if (trouble === undefined) return this.#usual.send(request, signal);
    const body = request.body ?? '';
    const { limit } = JSON.parse(body) as { readonly limit?: number };
    // What the portal says of the resource is asked for beside the pages, and its failure changes nothing.
    if (!request.url.pathname.endsWith('/resource_show'))
      this.sends.push({ limit, body, acceptsEncoding: request.headers['accept-encoding'] });
    const url = trouble.to ? new URL(request.url.pathname, trouble.to) : request.url;
    return (trouble.transport ?? this.#usual).send({ ...request, url }, signal);
  }

  dispose(): Promise<void> {
    return this.#usual.dispose();
  }
}

export async function play(scene: Scene): Promise<{ readonly stage: Stage; readonly outcome: Outcome }> {
  const table = new SeededTable({ records: RECORDS, version: '2.12', cap: CAP, ...scene.table });
  let trouble: Trouble | undefined;
  let [first, isHealed] = [Infinity, false];
  const server = await startTable(table, {
    fault: (index, request, honest) => {
      if (trouble === undefined || isHealed) return undefined;
      first = Math.min(first, index);
      return trouble.answer?.(index - first, request, honest);
    },
  });
  const honest: Honest = ({ body }) => Buffer.from(table.answer(body));
  const clock = new InstantClock();
  const stage = { server, table, honest, clock };
  const made = typeof scene.trouble === 'function' ? await scene.trouble(stage) : scene.trouble;
  const transport = new Switch(undici(), () => (isHealed ? undefined : trouble));
  const exchange = new Exchange({ transport, clock, timeoutMs: () => 60_000, onWait: () => () => undefined });
  const baseUrl = server.url('/', 'portal.test').origin;
  const access = () => {
    const token = (isHealed ? undefined : trouble?.token) ?? TOKEN;
    return Promise.resolve({ baseUrl, token, allowPlainHttp: true });
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'scene-'));
  const file = path.join(folder, 'records.jsonl');
  const question = { baseUrl, query: { resourceId: 'r' }, format: 'ndjson' } as const;
  let notices: readonly ResultNotice['kind'][] = [];
  const run = async (resumes: boolean, signal = noSignal): Promise<void> => {
    const client = new DatastoreClient({ exchange, access });
    const onProgress = (progress: { readonly notices: readonly ResultNotice[] }) => {
      notices = progress.notices.map(({ kind }) => kind);
      trouble ??= made;
    };
    const options = { onProgress, pause: clock.pause };
    await new ExportRun(question, { file, resumes }).run(client, signal, options);
  };
  const read = (name: string) => (existsSync(name) ? readFileSync(name, 'utf8') : undefined);
  try {
    const around = made.around ?? ((work) => work());
    const error = await around(() => run(false, made.signal)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const ended = {
      error,
      host: made.host ?? made.to?.host ?? server.url('/', 'portal.test').host,
      sends: transport.sends,
      pauses: [...clock.pauses],
      notices,
      file: read(file),
      part: read(`${file}.part`),
    };
    isHealed = true;
    made.heal?.();
    if (error !== undefined) await run(true);
    return { stage, outcome: { ...ended, resumed: read(file) } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sends these bytes instead of those of the table. */
export function instead(change: (honest: Buffer) => Buffer): NonNullable<Trouble['answer']> {
  return (_index, _request, honest): Answer =>
    (request, socket) =>
      socket.write(change(honest(request)));
}
