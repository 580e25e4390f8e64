/** One cluster for all tests, its tables served, and what tests ask of them. */
import assert from 'node:assert/strict';
import type { RootHookObject } from 'mocha';
import { type ExactValue, isList, member } from '../../src/base/cells.ts';
import { parseExact, valueText } from '../../src/base/exactJson.ts';
import { quotedName, quotedText } from '../../src/base/quotes.ts';
import { openTrino, type TrinoOptions } from '../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer, type ServingOptions } from '../../src/service/http/serving.ts';
import { TrinoCluster } from './trinoCluster.ts';

let started: { readonly cluster: TrinoCluster; readonly server: RunningServer } | undefined;

/** Root hooks, which Mocha finds by .mocharc.json. */
export const mochaHooks: RootHookObject = {
  async beforeAll() {
    const cluster = await TrinoCluster.start();
    started = { cluster, server: await serveDatastore(await openTrino(optionsOf(cluster)), {}) };
  },
  async afterAll() {
    await started?.server.close();
    await started?.cluster.stop();
  },
};

export const never = new AbortController().signal;

function running(): NonNullable<typeof started> {
  assert.ok(started, 'Mocha has not read test/trino/fixture.ts');
  return started;
}

export function cluster(): TrinoCluster {
  return running().cluster;
}

/** The server of the tables that tests create. */
export function server(): RunningServer {
  return running().server;
}

function optionsOf({ origin }: TrinoCluster): TrinoOptions {
  return {
    ...{ origin, user: 'test', password: undefined, scannedBytes: undefined },
    ...{ catalog: 'memory', schema: 'default' },
  };
}

export function options(place: Partial<TrinoOptions> = {}): TrinoOptions {
  return { ...optionsOf(cluster()), ...place };
}

export async function serve(place: Partial<TrinoOptions>, serving: ServingOptions = {}): Promise<RunningServer> {
  return serveDatastore(await openTrino(options(place)), serving);
}

export interface Asked {
  readonly status: number;
  readonly text: string;
  readonly result: ExactValue | undefined;
  readonly error: ExactValue | undefined;
}

export async function ask(action: string, body: object | string, signal = never, at = server()): Promise<Asked> {
  const response = await fetch(`${at.baseUrl}/api/action/${action}`, {
    method: 'POST',
    headers: { Authorization: at.token, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  const json = parseExact(text);
  return { status: response.status, text, result: member(json, 'result'), error: member(json, 'error') };
}

export async function found(resource_id: string, query: object = {}, at = server()): Promise<readonly ExactValue[]> {
  const { status, text, result } = await ask('datastore_search', { resource_id, ...query }, never, at);
  assert.equal(status, 200, text);
  const records = member(result, 'records');
  return isList(records) ? records : [];
}

export type Column = readonly [name: string, type: string];

/** A table with records in the order of its columns, some at a time: a statement has a longest text. */
export async function create(
  name: string,
  columns: readonly Column[],
  records: readonly (readonly ExactValue[])[],
  schema = 'default',
): Promise<void> {
  const table = `memory.${quotedName(schema)}.${quotedName(name)}`;
  await cluster().sql(`create table ${table} (${columns.map(([id, type]) => `${quotedName(id)} ${type}`).join(', ')})`);
  for (let first = 0; first < records.length; first += 250) {
    const rows = records.slice(first, first + 250).map((record) => {
      const values = record.map((value, at) =>
        value === null ? 'null' : `cast(${quotedText(valueText(value))} as ${columns[at]?.[1] ?? ''})`,
      );
      return `row(${values.join(', ')})`;
    });
    await cluster().sql(`insert into ${table} values ${rows.join(', ')}`);
  }
}
