/** The network as a command of the command line uses it: proxies from the environment, certificates of the system. */
import { describeWait } from '../datastore/wire/waitWords.ts';
import { Exchange } from '../http/exchange.ts';
import type { OnWait } from '../http/originGate.ts';
import type { Transport } from '../http/transport.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import type { CliIo } from './io.ts';

const TIMEOUT_MS = 120_000;

export interface ConnectionOptions {
  /** Called for each request that goes out. */
  readonly onRequest?: () => void;
  /** Of all waits that a server asks for before it answers; any when absent. */
  readonly mostWaitMs?: number;
}

/** Closes all connections when the work is done. A wait that a server asks for is said on standard error. */
export async function withExchange<T>(
  { env, stderr }: Pick<CliIo, 'env' | 'stderr'>,
  work: (exchange: Exchange) => Promise<T>,
  { onRequest, mostWaitMs }: ConnectionOptions = {},
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
        onRequest?.();
        return transport.send(request, signal);
      },
      dispose: () => transport.dispose(),
    };
    const onWait: OnWait = (wait) => {
      if (wait.isAsked) stderr.write(`${describeWait(wait)}\n`);
      return () => undefined;
    };
    const patience = { onWait, ...(mostWaitMs !== undefined && { mostWaitMs }) };
    return await work(new Exchange({ transport: counted, timeoutMs: () => TIMEOUT_MS, ...patience }));
  } finally {
    await transport.dispose();
  }
}
