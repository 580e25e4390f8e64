/**
 * A small CKAN in memory: the reading half of its datastore as versions differ (ckan-api.md, ckan-ground-truth.md), and
 * faults on demand. `answer` needs no network; `listen` puts it behind HTTP.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseExact, stringifyExact } from '../../src/datastore/exactJson.ts';
import { parseClauses, parseSort } from '../../src/datastore/sortText.ts';
import type { ExactValue, RecordRow } from '../../src/shared/cells.ts';

/** `plain` is a look-alike that echoes nothing and takes nothing but the API document's parameters and `offset`. */
export type FakeVersion = '2.6' | '2.8' | '2.11' | '2.12' | 'plain';

export interface FakeResource {
  readonly name?: string;
  /** Without `_id`, which every resource has. */
  readonly fields: readonly { readonly id: string; readonly type: string }[];
  /** Values in the order of `fields`; `_id` counts from 1. */
  rows: readonly RecordRow[];
  readonly isPrivate?: boolean;
}

export interface FakeCall {
  readonly method: string;
  readonly action: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

export interface FakeAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeCkanOptions {
  readonly resources: Readonly<Record<string, FakeResource>>;
  readonly version?: FakeVersion;
  readonly rowsMax?: number;
  readonly token?: string;
  /** May take the place of an answer; `honest` is what would have been said. */
  readonly fault?: (call: FakeCall, honest: FakeAnswer, index: number) => FakeAnswer | Promise<FakeAnswer>;
}

type Params = Readonly<Record<string, ExactValue>>;

const OLD = [
  'resource_id',
  'id',
  'q',
  'filters',
  'fields',
  'sort',
  'distinct',
  'limit',
  'offset',
  'plain',
  'language',
];
const MIDDLE = [...OLD, 'include_total', 'records_format'];
const KNOWN: Readonly<Record<FakeVersion, readonly string[]>> = {
  plain: OLD,
  '2.6': OLD,
  '2.8': MIDDLE,
  '2.11': [...MIDDLE, 'total_estimation_threshold', 'full_text'],
  '2.12': [...MIDDLE, 'total_estimation_threshold', 'full_text', 'include_next_page'],
};

export class FakeCkan {
  readonly calls: FakeCall[] = [];
  readonly #options: FakeCkanOptions;
  readonly #version: FakeVersion;
  #server: Server | undefined;

  constructor(options: FakeCkanOptions) {
    this.#options = options;
    this.#version = options.version ?? '2.11';
  }

  /** Bodies of the searches so far. */
  get searches(): readonly string[] {
    return this.calls.filter(({ action }) => action === 'datastore_search').map(({ body }) => body);
  }

  /** `http://127.0.0.1:<port>` */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      void readBody(request).then(async (body) => {
        const { pathname } = new URL(request.url ?? '/', 'http://x');
        const answer = await this.answer(
          request.method ?? 'GET',
          pathname,
          body,
          request.headers.authorization,
        );
        response.writeHead(answer.status, {
          'content-type': 'application/json;charset=utf-8',
          ...answer.headers,
        });
        response.end(answer.text);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
  }

  async answer(method: string, pathname: string, body: string, authorization?: string): Promise<FakeAnswer> {
    const action = /^(?:\/[a-z]{2})?\/api(?:\/3)?\/action\/(\w+)$/.exec(pathname)?.[1];
    if (action === undefined) return { status: 404, text: '<!DOCTYPE html><title>404 Not Found</title>' };
    const call = { method, action, body, authorization };
    this.calls.push(call);
    const honest = this.#honest(action, body === '' ? {} : (parseExact(body) as Params), authorization);
    return (await this.#options.fault?.(call, honest, this.calls.length - 1)) ?? honest;
  }

  #honest(action: string, params: Params, authorization: string | undefined): FakeAnswer {
    if (action === 'status_show') {
      return success({ site_title: 'Fake', ckan_version: `${this.#version}.0`, extensions: ['datastore'] });
    }
    if (action !== 'datastore_search' && action !== 'resource_show') {
      return { status: 400, text: JSON.stringify(`Bad request - Action name not known: ${action}`) };
    }
    const id = params['resource_id'] ?? params['id'];
    const resource = typeof id === 'string' ? this.#options.resources[id] : undefined;
    if (!resource)
      return refusal(404, 'Not Found Error', {
        message: `Not found: Resource "${String(id)}" was not found.`,
      });
    if (
      resource.isPrivate === true &&
      (this.#options.token === undefined || authorization !== this.#options.token)
    ) {
      return refusal(403, 'Authorization Error', {
        message: 'Access denied: User  not authorized to read resource',
      });
    }
    if (action === 'resource_show') return success({ id: String(id), name: resource.name ?? '' });
    return this.#search(resource, params);
  }

  #search(resource: FakeResource, params: Params): FakeAnswer {
    const version = this.#version;
    const unknown = Object.keys(params).filter((name) => !KNOWN[version].includes(name));
    if (unknown.length > 0)
      return refusal(409, 'Validation Error', { __extras: unknown.map((name) => `invalid value "${name}"`) });
    const fields = [{ id: '_id', type: 'int' }, ...resource.fields];
    const column = (id: string): number => fields.findIndex((field) => field.id === id);
    const filters = (params['filters'] ?? {}) as Params;
    for (const id of Object.keys(filters)) {
      if (column(id) < 0 && id !== '$and')
        return refusal(409, 'Validation Error', { filters: [`invalid value "${id}"`] });
    }
    const { q, sort, distinct, fields: selection } = params;
    let rows = resource.rows
      .map((row, index): RecordRow => [index + 1, ...row])
      .filter((row) => matches(row, filters, column));
    if (typeof q === 'string')
      rows = rows.filter((row) => row.some((value) => textOf(value).includes(q.toLowerCase())));
    const isRanked = typeof q === 'string' && version !== 'plain';
    const keys = typeof sort === 'string' ? parseSort(sort) : parseClauses((sort ?? []) as string[]);
    if (keys && keys.length > 0) {
      rows.sort((a, b) => {
        for (const { field, descending } of keys) {
          const order = compare(a[column(field)] ?? null, b[column(field)] ?? null);
          if (order !== 0) return descending ? -order : order;
        }
        // A tie comes as it likes, and other keys make it another way.
        return keys.length % 2 === 0
          ? compare(a[0] ?? null, b[0] ?? null)
          : compare(b[0] ?? null, a[0] ?? null);
      });
    } else if (isRanked || version === '2.6') {
      rows.reverse();
    }
    const all = isRanked && selection === undefined ? [...fields, { id: 'rank', type: 'float' }] : fields;
    const chosen =
      selection === undefined
        ? all
        : (selection as string[]).map((id) => fields[column(id)] ?? { id, type: '?' });
    const lists = params['records_format'] === 'lists';
    if (lists && all.length > fields.length)
      return refusal(409, 'Validation Error', { query: ['Invalid query'], info: {} });
    rows = rows.map((row) =>
      chosen.map(({ id }) => (id === 'rank' && isRanked ? 0.0573 : (row[column(id)] ?? null))),
    );
    const offset = Number(params['offset'] ?? 0);
    const limit = Math.min(
      Number(params['limit'] ?? 100),
      version === '2.6' || version === '2.8' ? Infinity : (this.#options.rowsMax ?? 32_000),
    );
    if (distinct === true && version === '2.12') rows = unique(rows);
    const total = distinct === true ? unique(rows).length : rows.length;
    rows = rows.slice(offset, offset + limit);
    if (distinct === true) rows = unique(rows);
    if (lists && version === '2.8') rows = rows.filter((row) => !row.includes(null));
    const hasBrokenObjects = version === '2.11' && chosen.some(({ id }) => id === 'j');
    const record = (row: RecordRow): ExactValue => {
      if (hasBrokenObjects && !lists) return row[chosen.findIndex(({ id }) => id === 'j')] ?? null;
      return lists ? row : Object.fromEntries(chosen.map(({ id }, index) => [id, row[index] ?? null]));
    };
    const echo =
      version === 'plain'
        ? {}
        : {
            ...params,
            ...(version === '2.6'
              ? {}
              : { include_total: true, limit, records_format: 'objects', ...params, limit: limit }),
          };
    return success({
      ...echo,
      ...(version === '2.12' && { include_next_page: false }),
      records: rows.map(record),
      fields: version === '2.8' ? all : chosen,
      ...(params['include_total'] !== false && !(version === '2.6' && rows.length === 0) && { total }),
      ...(version === '2.11' && { total_was_estimated: false }),
    } as unknown as ExactValue);
  }
}

function matches(row: RecordRow, filters: Params, column: (id: string) => number): boolean {
  return Object.entries(filters).every(([id, wanted]) => {
    if (id === '$and') return (wanted as Params[]).every((inner) => matches(row, inner, column));
    const value = row[column(id)] ?? null;
    if (typeof wanted === 'object' && wanted !== null && 'gt' in wanted)
      return compare(value, wanted['gt'] as ExactValue) > 0;
    const any: readonly ExactValue[] = Array.isArray(wanted) ? (wanted as ExactValue[]) : [wanted];
    return any.some((one) => stringifyExact(one) === stringifyExact(value));
  });
}

function compare(a: ExactValue, b: ExactValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0;
}

function textOf(value: ExactValue): string {
  return (typeof value === 'string' ? value : stringifyExact(value)).toLowerCase();
}

function unique(rows: readonly RecordRow[]): RecordRow[] {
  return [...new Map(rows.map((row) => [stringifyExact(row), row])).values()];
}

export function success(result: ExactValue): FakeAnswer {
  return { status: 200, text: `{"help":"","success":true,"result":${stringifyExact(result)}}` };
}

export function refusal(status: number, type: string, error: object): FakeAnswer {
  return { status, text: JSON.stringify({ help: '', success: false, error: { ...error, __type: type } }) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
