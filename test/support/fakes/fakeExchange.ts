/** FakeCkans reached without a network, and a client of one. */
import { Catalog } from '../../../src/datastore/catalog/catalog.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import type { Dialect } from '../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { untilAborted } from '../../../src/base/untilAborted.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { FakeCkan } from './fakeCkan.ts';

export function clientOf(ckan: FakeCkan, token?: string, dialect?: Dialect): DatastoreClient {
  return new DatastoreClient({
    ...(dialect && { dialect }),
    exchange: exchangeWith({ 'ckan.test': ckan }),
    access: () => Promise.resolve({ baseUrl: 'https://ckan.test', ...(token !== undefined && { token }) }),
  });
}

export function catalogOf(ckan: FakeCkan, token?: string, dialect = new LearnedDialect()): Catalog {
  return new Catalog({
    exchange: exchangeWith({ 'ckan.test': ckan }),
    access: () => Promise.resolve({ baseUrl: 'https://ckan.test', ...(token !== undefined && { token }) }),
    dialect,
  });
}

/** An exchange that reaches `servers` by their hosts. */
export function exchangeWith(servers: Readonly<Record<string, FakeCkan>>): Pick<Exchange, 'fetch'> {
  return {
    fetch: async (request, read, signal) => {
      signal.throwIfAborted();
      const { method, url, body: sent = '' } = request;
      // The stand-in for the embedded datastore accepts a parameter that CKAN doesn't have.
      const body = url.hostname === '127.0.0.1' ? sent.replace(',"x_file_texts":true', '') : sent;
      const server = servers[url.host];
      if (server === undefined) throw new RangeError(`No server is called ${url.host}`);
      const answer = await untilAborted(server.answer(method, url.pathname + url.search, body, request.token), signal);
      return read({
        status: answer.status,
        headers: new Map(Object.entries(answer.headers ?? {})),
        text: answer.text,
        url,
        tokenSent: request.token !== undefined,
        lossyUtf8: false,
        elapsedMs: 1,
      });
    },
  };
}
