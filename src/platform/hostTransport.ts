import * as vscode from 'vscode';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import { DisposableStore } from './disposables.ts';
import { readNetworkSettings } from './networkSettings.ts';

/** Our undici, loaded with the first request and built anew when `http.*` settings change. */
export class HostTransport implements Transport {
  readonly #store = new DisposableStore();
  #current: Promise<Transport> | undefined;

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        // Not disposed: requests under way go on with it, and its idle connections close by themselves.
        if (event.affectsConfiguration('http')) this.#current = undefined;
      }),
    );
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    this.#current ??= load();
    return (await this.#current).send(request, signal);
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await (await this.#current)?.dispose();
  }
}

async function load(): Promise<Transport> {
  const { UndiciTransport } = await import('../http/undiciTransport.ts');
  return new UndiciTransport(readNetworkSettings());
}
