/** A FakeCkan without a network between, and a client of it. */
import { DatastoreClient } from '../../src/datastore/client.ts';
import { untilAborted } from '../../src/shared/untilAborted.ts';
import type { Answer, TextRequest } from '../../src/http/exchange.ts';
import type { FakeCkan } from './fakeCkan.ts';

export function clientOf(ckan: FakeCkan, token?: string): DatastoreClient {
  return new DatastoreClient({
    exchange: {
      fetch: async <T>(
        request: TextRequest,
        read: (answer: Answer) => T,
        signal: AbortSignal,
      ): Promise<T> => {
        signal.throwIfAborted();
        const { method, url, body = '' } = request;
        const answer = await untilAborted(ckan.answer(method, url.pathname, body, request.token), signal);
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
    },
    access: () => Promise.resolve({ baseUrl: 'https://ckan.test', ...(token !== undefined && { token }) }),
  });
}
