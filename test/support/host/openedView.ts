/**
 * A webview that VS Code shows in a tab or the sidebar. Its page loads as soon as it is written, until it is closed.
 */
import type { WebviewPanel } from 'vscode';
import { DetailsHost, DetailsView } from '../../../src/messages/detailsProtocol.ts';
import { FormHost, FormView } from '../../../src/messages/formProtocol.ts';
import { GridFrameView, GridHost, GridPanelView } from '../../../src/messages/gridProtocol.ts';
import { OptionsHost, OptionsView } from '../../../src/messages/optionsProtocol.ts';
import { type Api, type Handlers, serve } from '../../../src/messages/rpc.ts';
import { openPageEndpoint } from '../../../src/messages/rpcEndpoint.ts';
import type { PageKind } from '../../../src/platform/page.ts';
import { EventEmitter } from './vscode.ts';

const APIS: Readonly<
  Record<PageKind, { readonly host: Api; readonly view: Api; readonly kept: readonly [] | readonly [null] }>
> = {
  grid: { host: GridHost, view: { ...GridPanelView, ...GridFrameView }, kept: [null] },
  form: { host: FormHost, view: FormView, kept: [null] },
  options: { host: OptionsHost, view: OptionsView, kept: [] },
  details: { host: DetailsHost, view: DetailsView, kept: [] },
};

export class OpenedView {
  readonly #toHost = new EventEmitter<unknown>();
  readonly #changed = new EventEmitter<unknown>();
  readonly #closed = new EventEmitter<void>();
  readonly #kind: PageKind;
  readonly #loaded = Promise.withResolvers<unknown>();
  #page: ReturnType<typeof openPageEndpoint> | undefined;
  #isClosed = false;
  title = '';
  readonly visible = true;
  readonly active = true;
  readonly onDidChangeViewState = this.#changed.event;
  readonly onDidDispose = this.#closed.event;
  readonly webview: object;

  constructor(kind: PageKind) {
    this.#kind = kind;
    const load = () => this.#load();
    this.webview = {
      ...{ options: {}, cspSource: '' },
      asWebviewUri: (uri: object) => uri,
      onDidReceiveMessage: this.#toHost.event,
      postMessage: (message: unknown) => {
        this.#page?.receive(structuredClone(message));
        return Promise.resolve(true);
      },
      set html(_: string) {
        load();
      },
    };
  }

  /** Resolves when the page has its initial data. */
  get loaded(): Promise<unknown> {
    return this.#loaded.promise;
  }

  get panel(): WebviewPanel {
    return this as unknown as WebviewPanel;
  }

  reveal(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.fire();
    this.#page?.dispose();
    for (const emitter of [this.#toHost, this.#changed, this.#closed]) emitter.dispose();
  }

  #load(): void {
    const { host, view, kept } = APIS[this.#kind];
    const handlers = Object.fromEntries(Object.keys(view).map((name) => [name, () => null]));
    const post = (message: unknown) => this.#toHost.fire(structuredClone(message));
    this.#page = openPageEndpoint(post, host, serve(view, handlers as unknown as Handlers<Api>));
    // The page's script would do this after loading.
    const { ready } = this.#page.remote as Record<string, unknown>;
    const load = ready as (...args: readonly null[]) => Promise<unknown>;
    setTimeout(() => this.#loaded.resolve(load(...kept)));
  }
}
