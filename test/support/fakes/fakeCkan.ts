/** A small CKAN in memory, with faults on demand. `answer` needs no network, and `listen` serves it over HTTP. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseExact, stringifyExact } from '../../../src/base/exactJson.ts';
import type { ExactValue } from '../../../src/base/cells.ts';
import { CatalogRefusal, FakeCatalog, type FakeCatalogOptions } from './fakeCatalog.ts';
import { FAKE_DIALECTS, type FakeVersion } from './fakeDialects.ts';
import { fakeSearch, Refused, type FakeResource, type Params } from './fakeSearch.ts';

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  /** The part of the path behind `/api/action/`. */
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
  /** The catalog. Portals that only look like CKAN have none. */
  readonly catalog?: FakeCatalogOptions;
  /** The version, which is 2.11 if absent. */
  readonly version?: FakeVersion;
  /** The record limit of 2.11 and 2.12. 32,000 if absent. */
  readonly rowsMax?: number;
  /** The token that opens private resources. */
  readonly token?: string;
  /** Texts of files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** The portal's own name. "Fake" if absent. */
  readonly title?: string;
  /** Answers in place of CKAN, like a firewall. Undefined lets the call pass. */
  readonly firewall?: (call: FakeCall) => FakeAnswer | undefined;
  /** May change or delay an answer. `index` counts the calls from 0, except those of `resource_show`. */
  readonly fault?: (call: FakeCall, honest: FakeAnswer, index: number) => FakeAnswer | Promise<FakeAnswer>;
}

export class FakeCkan {
  readonly calls: FakeCall[] = [];
  readonly #options: FakeCkanOptions;
  readonly #catalog: FakeCatalog | undefined;
  #server: Server | undefined;

  constructor(options: FakeCkanOptions) {
    this.#options = options;
    this.#catalog = options.catalog && new FakeCatalog(options.catalog);
  }

  /** Bodies of all searches so far. */
  get searches(): readonly string[] {
    return this.calls.filter(({ action }) => action === 'datastore_search').map(({ body }) => body);
  }

  /** Starts listening and returns `http://127.0.0.1:<port>`. */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      void readBody(request).then(async (body) => {
        const { authorization } = request.headers;
        const answer = await this.answer(request.method ?? 'GET', request.url ?? '/', body, authorization);
        response.writeHead(answer.status, { 'content-type': 'application/json;charset=utf-8', ...answer.headers });
        response.end(answer.text);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Answers a request. `target` is a path and a query, which counts if there is one. */
  async answer(method: string, target: string, body: string, authorization?: string): Promise<FakeAnswer> {
    const { pathname, searchParams } = new URL(target, 'http://x');
    const [, path = '', action = ''] = /^(?:\/[a-z]{2})?(\/api(?:\/3)?\/action)\/(\w+)$/.exec(pathname) ?? [];
    const file = this.#options.files?.[pathname];
    if (file !== undefined) return { status: 200, headers: { 'content-type': 'text/csv' }, text: file };
    if (action === '') return NOT_FOUND;
    const question = searchParams.size > 0 ? questionOf(searchParams) : body;
    const call = { method, path, action, body: question, authorization };
    this.calls.push(call);
    const refused = this.#options.firewall?.(call);
    if (refused !== undefined) return refused;
    const params = question === '' ? {} : (parseExact(question) as Params);
    const honest = this.#isClosed(call) ? NOT_FOUND : this.#honest(call, params);
    const before = this.calls.filter((each) => each !== call && each.action !== 'resource_show').length;
    return (await this.#options.fault?.(call, honest, before)) ?? honest;
  }

  /** Whether Drupal answers in place of DKAN. */
  #isClosed({ method, path, action }: FakeCall): boolean {
    const { isDrupal } = FAKE_DIALECTS[this.#options.version ?? '2.11'];
    return isDrupal && !(method === 'GET' && path === '/api/3/action' && action === 'datastore_search');
  }

  #honest({ action, authorization }: FakeCall, params: Params): FakeAnswer {
    const { resources, token, title = 'Fake', version = '2.11', rowsMax = 32_000 } = this.#options;
    if (action === 'status_show') {
      const isCkan = /^\d/.test(version);
      return success({ site_title: title, ...(isCkan && { ckan_version: `${version}.0` }), extensions: ['datastore'] });
    }
    const isMember = token !== undefined && authorization === token;
    if (action === 'user_show' && isMember) return success({ name: 'member', fullname: 'A Member' });
    if (action === 'user_show') return refusal(404, 'Not Found Error', { message: 'Not found' });
    try {
      const found = this.#catalog?.answer(action, params, isMember);
      if (found !== undefined) return success(found as object);
    } catch (error) {
      if (error instanceof Refused) return refusal(409, 'Validation Error', error.error);
      if (!(error instanceof CatalogRefusal)) throw error;
      return refusal(error.status, error.type, { message: error.message });
    }
    if (action !== 'datastore_search' && action !== 'resource_show') {
      return { status: 400, text: JSON.stringify(`Bad request - Action name not known: ${action}`) };
    }
    const asked = params['resource_id'] ?? params['id'];
    const id = typeof asked === 'string' ? asked : '';
    const resource = Object.hasOwn(resources, id) ? resources[id] : undefined;
    if (!resource) return refusal(404, 'Not Found Error', { message: `Not found: Resource "${id}" was not found.` });
    if (resource.isPrivate === true && !isMember) {
      return refusal(403, 'Authorization Error', { message: 'Access denied: User  not authorized to read resource' });
    }
    if (action === 'resource_show') {
      const { name = '', url = '', modified } = resource;
      return success({ id, name, url, ...(modified !== undefined && { last_modified: modified }) });
    }
    try {
      const found = fakeSearch(resource, params, version, rowsMax);
      const isSuccess = !FAKE_DIALECTS[version].isDrupal || found.records.length > 0;
      return { ...success(found), ...(!isSuccess && { text: success(found).text.replace('true', 'false') }) };
    } catch (error) {
      if (error instanceof Refused) return refusal(409, 'Validation Error', error.error);
      throw error;
    }
  }
}

/** The answer of a web site for an unknown path. */
export const NOT_FOUND: FakeAnswer = { status: 404, text: '<!DOCTYPE html><title>404 Not Found</title>' };

/** The parameters of an address as CKAN reads them: a repeated name is a list, and others are a text or JSON. */
function questionOf(parameters: URLSearchParams): string {
  const members = [...new Set(parameters.keys())].map((name) => {
    const [first = '', ...more] = parameters.getAll(name);
    return [name, more.length > 0 ? [first, ...more] : valueOf(name, first)] as const;
  });
  return stringifyExact(Object.fromEntries(members));
}

/** Parameters that are texts, whatever they look like. */
const TEXTS = new Set(['resource_id', 'id', 'q', 'sql', 'facet', 'sort', 'fields']);

function valueOf(name: string, text: string): ExactValue {
  if (TEXTS.has(name) && !(name === 'q' && text.startsWith('{'))) return text;
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

/** An answer with this `result`. */
export function success(result: object): FakeAnswer {
  return { status: 200, text: `{"help":"","success":true,"result":${stringifyExact(result as ExactValue)}}` };
}

/** An error in CKAN's envelope. */
export function refusal(status: number, type: string, error: object): FakeAnswer {
  return { status, text: JSON.stringify({ help: '', success: false, error: { ...error, __type: type } }) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
