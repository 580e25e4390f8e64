/** The network as a command of the command line uses it: proxies from the environment, certificates of the system. */
import { describeWait } from '../datastore/client/waitWords.ts';
import { Exchange } from '../http/exchange.ts';
import type { OnWait } from '../http/originGate.ts';
import type { Transport } from '../http/transport.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import type { CliIo } from './io.ts';

const TIMEOUT_MS = 120_000;

/**
 * Closes all connections when the work is done. A wait that a server asks for is said on standard error. `onRequest`: called
 * for each request that goes out.
 */
export async function withExchange<T>(
  { env, stderr }: Pick<CliIo, 'env' | 'stderr'>,
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
    const onWait: OnWait = (wait) => {
      if (wait.isAsked) stderr.write(`${describeWait(wait)}\n`);
      return () => undefined;
    };
    return await work(new Exchange({ transport: counted, timeoutMs: () => TIMEOUT_MS, onWait }));
  } finally {
    await transport.dispose();
  }
}
