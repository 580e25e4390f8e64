/** A server of the action API, called over HTTP by tests. */
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import type { RunningServer } from '../../../src/service/http/serving.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The exactly parsed body. Undefined if it isn't JSON. */
  readonly json: ExactValue | undefined;
  readonly result: ExactValue | undefined;
  readonly error: ExactValue | undefined;
}

export abstract class AskedServer {
  abstract get server(): RunningServer;

  /** The id of a resource, by the test's name for it. */
  abstract id(name: string): string;

  /** Sends a POST request. A text is sent unchanged. */
  post(action: string, body: unknown, base = ''): Promise<Reply> {
    return this.send(`${base}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: this.server.token, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  get(action: string, query: Readonly<Record<string, string>>, base = ''): Promise<Reply> {
    return this.send(`${base}/api/action/${action}?${new URLSearchParams(query).toString()}`, {
      headers: { Authorization: this.server.token },
    });
  }

  async send(target: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.server.baseUrl + target, init);
    const text = await response.text();
    const json = parsed(text);
    const { status, headers } = response;
    return { status, text, headers, json, result: member(json, 'result'), error: member(json, 'error') };
  }

  /** The `result.records` of a search, which must succeed. */
  async records(name: string, query: Readonly<Record<string, unknown>> = {}): Promise<ExactValue> {
    const reply = await this.post('datastore_search', { resource_id: this.id(name), ...query });
    if (reply.status !== 200) throw new Error(`${String(reply.status)} ${reply.text}`);
    return member(reply.result, 'records') ?? null;
  }

  /** The values of one field of the matching records. */
  async values(name: string, field: string, query: Readonly<Record<string, unknown>> = {}) {
    const records = (await this.records(name, query)) as readonly Record<string, ExactValue>[];
    return records.map((record) => record[field] ?? null);
  }
}

/** Tables of a database, whose names are also their ids. */
export class ServedTables extends AskedServer {
  readonly server: RunningServer;

  constructor(server: RunningServer) {
    super();
    this.server = server;
  }

  id(name: string): string {
    return name;
  }
}

function parsed(text: string): ExactValue | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
