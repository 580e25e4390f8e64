/** The extension's end of a page that is alone in a browser. It is bundled into that page. */
import { type Api, type Handlers, type Remote, serve, type Served } from '../../../src/messages/rpc.ts';
import { createHostEndpoint } from '../../../src/messages/rpcEndpoint.ts';

export interface HostCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface PageHost<TView extends Api> {
  /** The calls of the page so far. */
  readonly calls: HostCall[];
  readonly view: Remote<TView>;
}

interface HostSide<THost extends Api, TView extends Api> {
  readonly host: THost;
  readonly handlers: Handlers<THost>;
  readonly view: TView;
  /** Delivers a message: in a later turn, like between processes, unless tests need it sooner. */
  readonly deliver?: (arrive: () => void) => unknown;
}

/** Gives the page its `acquireVsCodeApi` and answers its calls. Its saved state survives a reload, like in VS Code. */
export function connectPage<THost extends Api, TView extends Api>({
  host,
  handlers,
  view,
  deliver = (arrive) => setTimeout(arrive),
}: HostSide<THost, TView>): PageHost<TView> {
  const calls: HostCall[] = [];
  const answers = Object.entries<Served[string]>(serve(host, handlers));
  const kept = answers.map(([method, answer]): [string, Served[string]] => [
    method,
    (args, signal) => {
      calls.push({ method, args: args as readonly unknown[] });
      return answer(args, signal);
    },
  ]);
  const endpoint = createHostEndpoint(
    (message) => deliver(() => dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }))),
    view,
    Object.fromEntries(kept),
  );
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => deliver(() => endpoint.receive(structuredClone(message))),
      getState: () => savedState() ?? undefined,
      setState: (state: unknown) => sessionStorage.setItem(SAVED, JSON.stringify(state)),
    }),
  });
  return { calls, view: endpoint.remote };
}

const SAVED = 'saved';

/** The page's saved state, or null. */
export function savedState(): unknown {
  return JSON.parse(sessionStorage.getItem(SAVED) ?? 'null') as unknown;
}
