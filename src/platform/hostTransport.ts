import * as vscode from 'vscode';
import { FetchTransport } from '../http/fetchTransport.ts';
import { isLoopback } from '../http/origin.ts';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import type { ConfigValue } from './settings.ts';
import { DisposableStore } from './disposables.ts';
import type { NetworkSettings } from '../http/networkSettings.ts';

/** Our undici, loaded with the first request and rebuilt when `http.*` settings change; or VS Code's `fetch`, on wish. */
export class HostTransport implements Transport {
  readonly #store = new DisposableStore();
  readonly #network: ConfigValue<'own' | 'vscode'>;
  readonly #fetch = new FetchTransport();
  #current: Promise<Transport> | undefined;

  constructor(network: ConfigValue<'own' | 'vscode'>) {
    this.#network = network;
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('http')) void this.#reset();
      }),
    );
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    // The embedded datastore's token must never pass a proxy, whatever the proxy's rules say.
    const isOwn = this.#network.value === 'own' || isLoopback(request.url.hostname);
    if (!isOwn) return this.#fetch.send(request, signal);
    return (await this.#own()).send(request, signal);
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await this.#reset();
  }

  /** Requests under way end as `closed`; the exchange asks them again at once, on the new transport. */
  async #reset(): Promise<void> {
    const old = this.#current;
    this.#current = undefined;
    // What could not be loaded needs no end.
    await (await old?.catch(() => undefined))?.dispose();
  }

  /** One that can't be loaded is not kept: the next request tries again. */
  #own(): Promise<Transport> {
    const loading = (this.#current ??= load());
    loading.catch(() => {
      if (this.#current === loading) this.#current = undefined;
    });
    return loading;
  }
}

async function load(): Promise<Transport> {
  const { UndiciTransport } = await import('../http/undiciTransport.ts');
  return new UndiciTransport(readNetworkSettings());
}

/** What VS Code and the environment say about proxies and certificates, for a transport of our own. */
function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy') ?? '';
  const authorization = http.get<string | null>('proxyAuthorization') ?? '';
  return {
    ...(proxy !== '' && { proxy }),
    ...(authorization !== '' && { proxyAuthorization: authorization }),
    noProxy: http.get<readonly string[]>('noProxy') ?? [],
    proxySupport: http.get<NetworkSettings['proxySupport']>('proxySupport') ?? 'override',
    strictSsl: http.get<boolean>('proxyStrictSSL') ?? true,
    systemCertificates: http.get<boolean>('systemCertificates') ?? true,
    environment: process.env,
  };
}
