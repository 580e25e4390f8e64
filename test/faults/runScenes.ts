/** Faults 64 to 77 of docs/network.md. */
import type { LookupFunction } from 'node:net';
import { undici } from './client.ts';
import { onFailingDisk } from './failingDisk.ts';
import { message, type Answer } from './rawServer.ts';
import { instead, RECORDS, type Scene, type Stage, type Trouble } from './scene.ts';

const offline: LookupFunction = (_name, _options, callback) =>
  callback(Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' }), '');

/** Asks for less than it is asked for. */
function lowered(most: number, body: string): string {
  const params = JSON.parse(body) as { readonly limit?: number };
  return JSON.stringify({ ...params, limit: Math.min(params.limit ?? 100, most) });
}

/** Each request is answered as if it were another. */
function asIf(change: (body: string) => string): Trouble {
  return {
    answer: (_index, _request, honest) => (request, socket) =>
      socket.write(honest({ ...request, body: change(request.body) })),
  };
}

/** Before the first of the pages that come. */
const once =
  (change: (stage: Stage) => void) =>
  (stage: Stage): Trouble => ({
    answer: (index) => {
      if (index === 0) change(stage);
      return undefined;
    },
  });

export const runScenes: readonly Scene[] = [
  ...(['2.11', '2.12'] as const).map((version): Scene => ({
    row: 64,
    what: `records that move, CKAN ${version}`,
    table: { version },
    trouble: once(({ table }) => {
      for (const id of [2, 5, 7, 31]) table.delete(id);
      table.insert();
    }),
  })),
  { row: 65, what: 'an end before the total', sends: 2, trouble: asIf((body) => lowered(0, body)) },
  {
    row: 65,
    what: 'a total that is too small',
    heals: true,
    table: { total: () => 30 },
    notices: ['totalWrong'],
    trouble: {},
  },
  { row: 66, what: 'a page with fewer records than there are', trouble: asIf((body) => lowered(7, body)) },
  { row: 67, what: 'a limit that the server lowers, and says so', table: { cap: 9 }, trouble: {} },
  { row: 67, what: 'a limit that the server lowers without a word', table: { cap: 9, isSilent: true }, trouble: {} },
  {
    row: 68,
    what: 'an ignored offset',
    table: { version: '2.11' },
    sends: 2,
    trouble: asIf((body) => JSON.stringify({ ...(JSON.parse(body) as object), offset: 0 })),
  },
  {
    row: 69,
    what: 'fields that change',
    trouble: { answer: instead((honest) => Buffer.from(honest.toString().replaceAll('"amount"', '"betrag"'))) },
  },
  ...(['2.11', '2.12'] as const).map((version): Scene => ({
    row: 70,
    what: `a resource that is emptied, CKAN ${version}`,
    table: { version },
    trouble: (stage) => ({ ...once(({ table }) => table.replace(0))(stage), heal: () => stage.table.replace(RECORDS) }),
    // Further and further back, or as objects too, because lists can lose records.
    sends: version === '2.11' ? 6 : 4,
  })),
  {
    row: 71,
    what: 'a clock that jumps',
    heals: true,
    waitsMs: 6000,
    trouble: () => {
      const real = Date.now;
      return {
        answer: (index) => {
          if (index !== 0) return undefined;
          const server = new Date(real() - 86_400_000);
          const date = { date: server.toUTCString(), 'retry-after': new Date(server.getTime() + 7000).toUTCString() };
          return (_, socket) => socket.write(message(503, date));
        },
        around: async (work) => {
          Date.now = () => real() + 3 * 86_400_000;
          try {
            await work();
          } finally {
            Date.now = real;
          }
        },
      };
    },
  },
  { row: 72, what: 'no network', trouble: () => ({ transport: undici({}, { lookup: offline }) }) },
  {
    row: 73,
    what: 'Cancel',
    trouble: () => {
      const stop = new AbortController();
      const answer: Answer = (_, socket) => {
        socket.write(message(200, { 'content-length': '100' }, '{'));
        setTimeout(() => stop.abort(new Error('stopped by the person')), 20);
      };
      return { signal: stop.signal, answer: () => answer };
    },
    check: (_stage, { error }) => {
      if (!(error instanceof Error) || error.message !== 'stopped by the person') throw error;
    },
  },
  {
    row: 74,
    what: 'long answers that no query asks for',
    heals: true,
    trouble: {
      answer: (index) =>
        index % 2 === 0 ? (_, socket) => socket.write(message(503, {}, 'x'.repeat(100_000))) : undefined,
    },
    check: ({ server }) => {
      // A page, the one ahead, and what the portal says of the resource.
      if (server.connections > 3) throw new Error(`${String(server.connections)} connections`);
    },
  },
  {
    row: 75,
    what: 'a full disk',
    sends: 1,
    asksAhead: true,
    trouble: () => {
      let isFull = false;
      return {
        answer: () => {
          isFull = true;
          return undefined;
        },
        around: async (work) => {
          const failure = {
            get at() {
              return isFull ? 1 : Infinity;
            },
            isLasting: true,
          };
          await onFailingDisk(failure, work);
        },
      };
    },
    check: (_stage, { error }) => {
      if (!String(error).includes('ENOSPC')) throw error;
    },
  },
  { row: 76, what: 'a token with a line break', sends: 0, trouble: { token: 'a\nb' } },
];
