/** The pure client with everything under it, as the extension and the command line use it. */
import { DatastoreClient } from '../../src/datastore/client/client.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { UndiciTransport } from '../../src/http/undiciTransport.ts';
import { type CellValue, ExactNumber } from '../../src/base/cells.ts';

/** @param baseUrl may carry a path */
export function clientOf(exchange: Exchange, baseUrl: string, token?: string): DatastoreClient {
  const access = { baseUrl, ...(token !== undefined && { token }) };
  return new DatastoreClient({ exchange, access: () => Promise.resolve(access) });
}

/** An exchange for the tests of the surrounding `describe`. */
export function useExchange(): Exchange {
  const transport = new UndiciTransport({
    noProxy: [],
    proxySupport: 'off',
    strictSsl: true,
    systemCertificates: false,
    environment: {},
  });
  after(() => transport.dispose());
  return new Exchange({ transport, timeoutMs: () => 30_000 });
}

/** The digits as they came, whether a double holds them or not. */
export function digits(value: CellValue | undefined): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'number') return String(value);
  throw new TypeError('not a number');
}
