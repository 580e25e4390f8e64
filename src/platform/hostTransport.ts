import * as vscode from 'vscode';
import { FetchTransport } from '../http/fetchTransport.ts';
import { isLoopback } from '../http/origin.ts';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import type { ConfigValue } from './state/settings.ts';
import { DisposableStore } from './disposables.ts';
import type { NetworkSettings } from '../http/networkSettings.ts';

/**
 * Sends requests by our own undici, which is loaded with the first request and rebuilt when `http.*` settings change,
 * or by VS Code's `fetch` if people choose that.
 */
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
    // The embedded datastore's token must never pass through a proxy, whatever the proxy settings are.
    const isOwn = this.#network.value === 'own' || isLoopback(request.url.hostname);
    if (!isOwn) return this.#fetch.send(request, signal);
    return (await this.#own()).send(request, signal);
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await this.#reset();
  }

  /** Ends running requests as `closed`. Exchange repeats them at once on the new transport. */
  async #reset(): Promise<void> {
    const old = this.#current;
    this.#current = undefined;
    // A transport that couldn't be loaded needs no disposal.
    await (await old?.catch(() => undefined))?.dispose();
  }

  /** A transport that couldn't be loaded is dropped, so that the next request tries again. */
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
