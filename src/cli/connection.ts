/** The network for the command line, with proxies from the environment and certificates of the system. */
import { defined } from '../base/defined.ts';
import { describeWait } from '../datastore/wire/waitWords.ts';
import { Exchange } from '../http/exchange.ts';
import type { OnWait } from '../http/originGate.ts';
import type { Transport } from '../http/transport.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import type { CliIo } from './io.ts';

const TIMEOUT_MS = 120_000;

export interface ConnectionOptions {
  readonly onRequest?: () => void;
  /** Longest sum of the waits that a server requests before it answers. Unlimited if absent. */
  readonly mostWaitMs?: number;
}

/** Closes all connections when the work ends. Standard error reports waits that a server requests. */
export function withExchange<T>(
  { env, stderr }: Pick<CliIo, 'env' | 'stderr'>,
  work: (exchange: Exchange) => Promise<T>,
  { onRequest, mostWaitMs }: ConnectionOptions = {},
): Promise<T> {
  return withTransport(env, (transport) => {
    const counted: Transport = {
      send: (request, signal) => {
        onRequest?.();
        return transport.send(request, signal);
      },
      dispose: () => transport.dispose(),
    };
    const onWait: OnWait = (wait) => {
      if (wait.reason === undefined) stderr.write(`${describeWait(wait)}\n`);
      return () => undefined;
    };
    const patience = defined({ onWait, mostWaitMs });
    return work(new Exchange({ transport: counted, timeoutMs: () => TIMEOUT_MS, ...patience }));
  });
}

/** Closes all connections when the work ends. */
export async function withTransport<T>(env: CliIo['env'], work: (transport: Transport) => Promise<T>): Promise<T> {
  const transport = new UndiciTransport({
    noProxy: [],
    proxySupport: 'on',
    strictSsl: true,
    systemCertificates: true,
    environment: env,
  });
  try {
    return await work(transport);
  } finally {
    await transport.dispose();
  }
}
