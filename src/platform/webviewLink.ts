import type { Webview } from 'vscode';
import type { Disposing } from './disposables.ts';
import type { Remote, Served } from '../shared/rpc.ts';
import { createEndpoint } from '../shared/rpcEndpoint.ts';

export interface WebviewLink<TRemote> extends Disposing {
  readonly remote: Remote<TRemote>;
}

/** Calls to and from one webview, until it is disposed. */
export function linkWebview<TRemote extends object, TServed extends object>(
  webview: Webview,
  served: Served<TServed>,
): WebviewLink<TRemote> {
  const endpoint = createEndpoint<TRemote, TServed>((message) => void webview.postMessage(message), served);
  const listener = webview.onDidReceiveMessage((message: unknown) => endpoint.receive(message));
  return {
    remote: endpoint.remote,
    dispose: () => {
      listener.dispose();
      endpoint.dispose();
    },
  };
}

/** For calls whose answer nobody waits for: a hidden webview takes none, and asks for everything when it comes back. */
export function post(call: Promise<unknown>): void {
  call.catch(() => undefined);
}
