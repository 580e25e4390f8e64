/** Tables, views and answers of databases that made the gateway take gigabytes, or end. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, createGzip } from 'node:zlib';
import { PostgresCluster } from '../service/engine/postgresCluster.ts';
import { ask, post, type BombSite, type Served } from './bombSite.ts';
import type { Bomb } from './bomb.ts';
import { mustSay } from './mustSay.ts';

const GATEWAY_MB = 1024;
const TOO_LARGE = /A record has more than 64 MiB/;
const CHUNK = 1 << 20;

/** The answer to a search, its number of records first: "3 records …", "409 …". */
async function page(served: Served, table: string, more: object = {}): Promise<string> {
  const body = { resource_id: table, limit: 100, include_total: false, ...more };
  const { status, text } = await post(served, 'datastore_search', body);
  if (status !== 200) return `${String(status)} ${text.slice(0, 500)}`;
  const { result } = JSON.parse(text) as { result: { records: readonly object[] } };
  return `${String(result.records.length)} records`;
}

/** Bytes of a dump, "broken off" at its end if it was; or its refusal. */
async function dump(served: Served, table: string): Promise<string> {
  const response = await fetch(`${served.baseUrl}/datastore/dump/${table}`, {
    headers: { Authorization: served.token },
  });
  if (response.status !== 200) return `${String(response.status)} ${(await response.text()).slice(0, 500)}`;
  let bytes = 0;
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  } catch {
    return `${String(bytes)} bytes, broken off`;
  }
  return `${String(bytes)} bytes`;
}

/** Pages of a table, one behind the other, until there are so many records. */
async function allPages(served: Served, table: string, count: number): Promise<string> {
  let pages = 0;
  for (let offset = 0; offset < count; pages += 1) {
    const said = mustSay(/^[1-9]\d* records$/, await page(served, table, { offset }));
    offset += parseInt(said);
  }
  return `${String(count)} records on ${String(pages)} pages`;
}

interface DatabaseBomb {
  readonly name: string;
  readonly run: (served: Served) => Promise<string>;
}

interface PostgresBomb extends DatabaseBomb {
  readonly sql: string;
}

async function withPostgres(site: BombSite, { sql, run }: PostgresBomb): Promise<string> {
  const cluster = await PostgresCluster.start();
  try {
    await cluster.sql(`create table small (id int primary key); insert into small values (1); ${sql}`);
    const served = await site.serve(['--postgres', cluster.url()]);
    site.beside(() => ask(served, 'datastore_search', { resource_id: 'small' }));
    const said = await run(served);
    await ask(served, 'datastore_search', { resource_id: 'small' });
    return said;
  } finally {
    await site.over().catch(() => undefined);
    await cluster.stop();
  }
}

/** Records 1 and 3 are given out, and 2 is refused in words. */
async function middleRefused(served: Served): Promise<string> {
  mustSay(/^1 records$/, await page(served, 't'));
  mustSay(/^1 records$/, await page(served, 't', { offset: 2 }));
  mustSay(/^3 records$/, await page(served, 't', { fields: 'id' }));
  return mustSay(TOO_LARGE, await page(served, 't', { offset: 1 }));
}

const threeRows = (type: string, large: string): string =>
  `create table t (id int primary key, v ${type}); insert into t values (1, null), (2, ${large}), (3, null);`;
const tenMegabytes = (count: number): string =>
  `create table t (id int primary key, v text);
   insert into t select g, repeat(md5(g::text), 320000) from generate_series(1, ${String(count)}) g;`;

const POSTGRES: readonly PostgresBomb[] = [
  { name: 'text-600-mib', sql: threeRows('text', `repeat('x', 600 * 1024 * 1024)`), run: middleRefused },
  { name: 'bytea-270-mb', sql: threeRows('bytea', `decode(repeat('00', 270000000), 'hex')`), run: middleRefused },
  { name: 'jsonb-100-mb', sql: threeRows('jsonb', `jsonb_build_array(repeat('x', 100000000))`), run: middleRefused },
  { name: 'array-of-40-million', sql: threeRows('int[]', 'array_fill(1, array[40000000])'), run: middleRefused },
  {
    name: 'rows-10-mb',
    sql: tenMegabytes(100),
    run: async (served) => {
      mustSay(/^1 records$/, await page(served, 't'));
      mustSay(/^1 records$/, await page(served, 't', { limit: 32_000 }));
      return allPages(served, 't', 6);
    },
  },
  {
    name: 'dump-10-mb-rows',
    sql: tenMegabytes(100),
    run: async (served) => mustSay(/^10240\d{5} bytes$/, await dump(served, 't')),
  },
  {
    name: 'keyless-view-10-mb-rows',
    sql: `create view t as select g as id, repeat(md5(g::text), 320000) as v from generate_series(1, 40) g;`,
    run: (served) => allPages(served, 't', 5),
  },
  {
    name: 'view-600-mib',
    sql: `create view t as select 1 as id, repeat('x', 600 * 1024 * 1024) as v;`,
    run: async (served) => {
      mustSay(TOO_LARGE, await dump(served, 't'));
      return mustSay(TOO_LARGE, await page(served, 't'));
    },
  },
  {
    name: 'wide-rows',
    sql: `create view t as select ${Array.from({ length: 1000 }, (_, at) => `repeat(g::text, 30000) as c${String(at)}`).join(', ')}
      from generate_series(1, 100) g;`,
    run: async (served) => {
      mustSay(/^[1-9] records$/, await page(served, 't'));
      return mustSay(/A record has more than 64 MiB/, await page(served, 't', { offset: 99 }));
    },
  },
  {
    name: 'control-characters',
    sql: `create view t as select g as id, repeat(chr(1), 20000000) as v from generate_series(1, 20) g;`,
    run: (served) => allPages(served, 't', 4),
  },
  {
    name: 'raised-300-mb',
    sql: `create function f() returns text language plpgsql as $$ begin raise exception '%', repeat('x', 300000000); end $$;
      create view t as select f() as v;`,
    run: async (served) => mustSay(/^(409|503) /, await page(served, 't')),
  },
  {
    name: 'crowd-of-60-mib-values',
    sql: threeRows('text', `repeat('x', 60 * 1024 * 1024)`),
    run: async (served) => {
      const pages = Array.from({ length: 6 }, (_, at) => page(served, 't', { offset: 1, limit: 1 + at }));
      return (await Promise.all(pages)).map((said) => mustSay(/^[12] records$/, said)).join(', ');
    },
  },
];

interface TrinoBomb extends DatabaseBomb {
  /** Answers a statement about the table `t`, or a request for its next rows. */
  readonly answer: (response: ServerResponse, origin: string, statement: string) => void;
}

/** A server that knows the tables `small` and `t`. */
async function withTrino(site: BombSite, { answer, run }: TrinoBomb): Promise<string> {
  const server = createServer((request, response) => {
    let statement = '';
    request.on('data', (chunk: Buffer) => (statement += chunk.toString()));
    request.on('end', () => {
      const origin = `http://${String(request.headers.host)}`;
      const give = (data: unknown): unknown => response.end(JSON.stringify({ data }));
      if (statement.includes('information_schema.tables')) give([['small'], ['t']]);
      else if (/"small"|'small'/.test(statement))
        give(statement.includes('information_schema.columns') ? [['a', 'varchar']] : [['1']]);
      else answer(response, origin, statement);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const address = `http://me@127.0.0.1:${String(port)}`;
    const served = await site.serve(['--trino', address, '--catalog', 'c', '--schema', 's']);
    site.beside(() => ask(served, 'datastore_search', { resource_id: 'small', include_total: false }));
    const said = await run(served);
    await ask(served, 'datastore_search', { resource_id: 'small', include_total: false });
    return said;
  } finally {
    await site.over().catch(() => undefined);
    server.closeAllConnections();
    server.close();
  }
}

/** Sends a text over and over between two others, for as long as they are taken. */
function repeated(response: ServerResponse, before: string, text: string, mib: number, after: string): void {
  const chunk = Buffer.from(text.repeat(Math.ceil(CHUNK / text.length)));
  let left = Math.ceil((mib * CHUNK) / chunk.length);
  const write = (): void => {
    if (response.destroyed) return;
    if ((left -= 1) < 0) response.end(after);
    else response.write(chunk, write);
  };
  response.write(before, write);
}

const isOfColumns = (statement: string): boolean => statement.includes('information_schema.columns');
const COLUMNS = JSON.stringify({ data: [['a', 'varchar']] });

/** Answers with a text over and over, once the columns are told. */
const repeats =
  (before: string, text: string, mib: number, after: string): TrinoBomb['answer'] =>
  (response, _, statement) => {
    if (isOfColumns(statement)) response.end(COLUMNS);
    else repeated(response, before, text, mib, after);
  };

const TRINO: readonly TrinoBomb[] = [
  {
    name: 'gzip',
    answer: (response, _, statement) => {
      if (isOfColumns(statement)) return void response.end(COLUMNS);
      response.setHeader('Content-Encoding', 'gzip');
      const packed = createGzip({ level: constants.Z_BEST_SPEED });
      packed.on('error', () => undefined).pipe(response);
      repeated(packed as unknown as ServerResponse, '{"data":[["', 'x', 600, '"]]}');
    },
    run: async (served) => mustSay(TOO_LARGE, await page(served, 't')),
  },
  {
    name: 'row-200-mib',
    answer: repeats('{"data":[["', 'x', 200, '"]]}'),
    run: async (served) => mustSay(TOO_LARGE, await page(served, 't')),
  },
  {
    name: 'million-values',
    answer: repeats('{"data":[[1]', ',[1]', 60, ']}'),
    run: async (served) => mustSay(TOO_LARGE, await page(served, 't')),
  },
  {
    name: 'objects',
    answer: repeats('{"data":[[{}', ',{}', 60, ']]}'),
    run: async (served) => mustSay(TOO_LARGE, await page(served, 't')),
  },
  {
    name: 'columns',
    answer: (response, _, statement) => {
      if (isOfColumns(statement)) repeated(response, '{"data":[["a","varchar"]', ',["b","varchar"]', 100, ']}');
      else response.end('{"data":[]}');
    },
    run: async (served) => mustSay(/^(409|503) /, await page(served, 't')),
  },
  {
    name: 'endless-columns',
    answer: (response, origin) => {
      const data = Array.from({ length: 10_000 }, (_, at) => [`c${String(at)}`, 'varchar']);
      response.end(JSON.stringify({ data, nextUri: `${origin}/v1/next` }));
    },
    run: async (served) => mustSay(/^(409|503) /, await page(served, 't')),
  },
  {
    name: 'endless-rows',
    answer: (response, origin, statement) => {
      if (isOfColumns(statement)) response.end(COLUMNS);
      else response.end(JSON.stringify({ data: [['x'.repeat(CHUNK)]], nextUri: `${origin}/v1/next` }));
    },
    run: async (served) => mustSay(/^1[56] records$/, await page(served, 't', { limit: 32_000 })),
  },
  {
    name: 'deep-json',
    answer: repeats('{"data":[', '[', 50, ''),
    run: async (served) => mustSay(/^(409|503) /, await page(served, 't')),
  },
];

export const BOMBS: readonly Bomb[] = [
  ...POSTGRES.map((bomb) => ({
    ...{ name: `postgres-${bomb.name}`, boundMb: GATEWAY_MB },
    run: (site: BombSite) => withPostgres(site, bomb),
  })),
  ...TRINO.map((bomb) => ({
    ...{ name: `trino-${bomb.name}`, boundMb: GATEWAY_MB },
    run: (site: BombSite) => withTrino(site, bomb),
  })),
];
