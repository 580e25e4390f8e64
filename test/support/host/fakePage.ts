/** A grid's page without a browser. It stores the host's messages, and calls the host. */
import type { WebviewPanel } from 'vscode';
import { GridHost, type GridNotice, GridPanelView } from '../../../src/messages/gridProtocol.ts';
import { type Args, type Handlers, type Remote, serve } from '../../../src/messages/rpc.ts';
import { openPageEndpoint } from '../../../src/messages/rpcEndpoint.ts';
import type { RecordsController } from '../../../src/records/recordsController.ts';
import { EventEmitter } from './vscode.ts';

/** The messages to the page, by the name of the call. */
type Received = { [K in keyof GridPanelView]: Args<GridPanelView[K]> };
type Message = { readonly [K in keyof Received]: { readonly method: K; readonly args: Received[K] } }[keyof Received];

/** Waits for servers, of which there are none. */
export const UNTOLD = { watch: () => ({ dispose: () => undefined }) };

export interface FakePage {
  readonly host: Remote<GridHost>;
  /** All messages of the host to the page, in order. */
  readonly received: Message[];
  readonly notices: readonly GridNotice[];
  /** The last message of this kind. */
  last<K extends keyof Received>(method: K): Received[K] | undefined;
}

/** A webview panel that VS Code shows and hides. Its page loads when it is shown. */
export class FakePanel {
  readonly #toHost = new EventEmitter<unknown>();
  readonly #shown = new EventEmitter<unknown>();
  readonly #kept: unknown[] = [];
  #page: { receive(message: unknown): void } | undefined;
  visible = true;
  readonly onDidChangeViewState = this.#shown.event;
  readonly webview = {
    onDidReceiveMessage: this.#toHost.event,
    // VS Code stores messages to a hidden page for the next one.
    postMessage: (message: unknown) => {
      if (this.#page === undefined) this.#kept.push(message);
      else this.#page.receive(structuredClone(message));
      return Promise.resolve(true);
    },
  };

  attachTo(controller: RecordsController): this {
    controller.attach(this as unknown as WebviewPanel);
    return this;
  }

  hide(): void {
    this.#page = undefined;
    this.visible = false;
    this.#shown.fire(undefined);
  }

  /** Loads the page. Resolves when it has received everything. */
  async load(): Promise<FakePage> {
    const received: Message[] = [];
    const handlers = Object.fromEntries(
      Object.keys(GridPanelView).map((method) => [
        method,
        (...args: unknown[]) => void received.push({ method, args: args.slice(0, -1) } as unknown as Message),
      ]),
    ) as unknown as Handlers<GridPanelView>;
    let receive: (message: unknown) => void = () => undefined;
    this.#page = { receive: (message) => receive(message) };
    this.visible = true;
    this.#shown.fire(undefined);
    const endpoint = openPageEndpoint(
      (message) => this.#toHost.fire(structuredClone(message)),
      GridHost,
      serve(GridPanelView, handlers),
    );
    receive = endpoint.receive;
    for (const message of this.#kept.splice(0)) receive(structuredClone(message));
    await endpoint.remote.ready(null);
    await new Promise((resolve) => setTimeout(resolve));
    const page: FakePage = {
      host: endpoint.remote,
      received,
      get notices() {
        return page.last('about')?.[0] ?? [];
      },
      last: (method) => received.findLast((each) => each.method === method)?.args as never,
    };
    return page;
  }
}
