/** The network as a command of the command line uses it: proxies from the environment, certificates of the system. */
import { Exchange } from '../http/exchange.ts';
import type { Transport } from '../http/transport.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import type { CliIo } from './io.ts';

const TIMEOUT_MS = 120_000;

/** Closes all connections when the work is done. `onRequest`: called for each one that goes out. */
export async function withExchange<T>(
  env: CliIo['env'],
  work: (exchange: Exchange) => Promise<T>,
  onRequest: () => void = () => undefined,
): Promise<T> {
  const transport = new UndiciTransport({
    noProxy: [],
    proxySupport: 'on',
    strictSsl: true,
    systemCertificates: true,
    environment: env,
  });
  try {
    const counted: Transport = {
      send: (request, signal) => {
        onRequest();
        return transport.send(request, signal);
      },
      dispose: () => transport.dispose(),
    };
    return await work(new Exchange({ transport: counted, timeoutMs: () => TIMEOUT_MS }));
  } finally {
    await transport.dispose();
  }
}
