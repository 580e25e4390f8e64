/** A grid's page without a browser: keeps what the host tells it, and calls the host. */
import type { WebviewPanel } from 'vscode';
import type { GridHost, GridNotice, GridPanelView } from '../../../src/messages/gridProtocol.ts';
import type { Remote, Served } from '../../../src/messages/rpc.ts';
import { openPageEndpoint } from '../../../src/messages/rpcEndpoint.ts';
import type { RecordsController } from '../../../src/records/recordsController.ts';
import { EventEmitter } from './vscode.ts';

const METHODS: readonly (keyof GridPanelView)[] = [
  'loading',
  'result',
  'failed',
  'cancelled',
  'resized',
  'notice',
  'counted',
  'summary',
  'about',
  'retryRows',
  'look',
  'perform',
  'tellSelection',
  'asleep',
];

type Told = {
  readonly [K in keyof GridPanelView]: {
    readonly method: K;
    readonly args: Parameters<GridPanelView[K]>;
  };
}[keyof GridPanelView];

export interface FakePage {
  readonly host: Remote<GridHost>;
  /** Everything that the host has told the page, in its order. */
  readonly told: Told[];
  readonly notices: readonly GridNotice[];
  /** The last of its kind. */
  last<K extends keyof GridPanelView>(method: K): Parameters<GridPanelView[K]> | undefined;
}

/** A webview panel that VS Code shows, and hides, and whose page loads when it is shown. */
export class FakePanel {
  readonly #toHost = new EventEmitter<unknown>();
  readonly #shown = new EventEmitter<unknown>();
  readonly #kept: unknown[] = [];
  #page: { receive(message: unknown): void } | undefined;
  visible = true;
  readonly onDidChangeViewState = this.#shown.event;
  readonly webview = {
    onDidReceiveMessage: this.#toHost.event,
    // VS Code keeps what is sent to a hidden page for the next one.
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

  /** Loads its page; resolves when that has been greeted. */
  async load(): Promise<FakePage> {
    const told: Told[] = [];
    const served = Object.fromEntries(
      METHODS.map((method) => [
        method,
        {
          check: (args: unknown) => args,
          run: (...args: unknown[]) => void told.push({ method, args: args.slice(0, -1) } as Told),
        },
      ]),
    ) as unknown as Served<GridPanelView>;
    let receive: (message: unknown) => void = () => undefined;
    this.#page = { receive: (message) => receive(message) };
    this.visible = true;
    this.#shown.fire(undefined);
    const endpoint = openPageEndpoint<GridHost, GridPanelView>(
      (message) => this.#toHost.fire(structuredClone(message)),
      served,
    );
    receive = endpoint.receive;
    for (const message of this.#kept.splice(0)) receive(structuredClone(message));
    await endpoint.remote.ready(null);
    await new Promise((resolve) => setTimeout(resolve));
    const page: FakePage = {
      host: endpoint.remote,
      told,
      get notices() {
        return page.last('about')?.[0] ?? [];
      },
      last: (method) => told.findLast((each) => each.method === method)?.args as never,
    };
    return page;
  }
}
