import * as vscode from 'vscode';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import { DisposableStore } from './disposables.ts';
import { readNetworkSettings } from './networkSettings.ts';

/** Our undici, loaded with the first request and rebuilt when `http.*` settings change. */
export class HostTransport implements Transport {
  readonly #store = new DisposableStore();
  #current: Promise<Transport> | undefined;

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('http')) void this.#reset();
      }),
    );
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    this.#current ??= load();
    return (await this.#current).send(request, signal);
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await this.#reset();
  }

  /** Requests under way end as `closed`; the exchange asks them again at once, on the new transport. */
  async #reset(): Promise<void> {
    const old = this.#current;
    this.#current = undefined;
    await (await old)?.dispose();
  }
}

async function load(): Promise<Transport> {
  const { UndiciTransport } = await import('../http/undiciTransport.ts');
  return new UndiciTransport(readNetworkSettings());
}
