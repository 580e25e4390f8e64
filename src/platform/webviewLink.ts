import type { WebviewPanel, WebviewView } from 'vscode';
import { type Disposing, DisposableStore } from './disposables.ts';
import type { Api, Remote, Served } from '../messages/rpc.ts';
import { createHostEndpoint } from '../messages/rpcEndpoint.ts';

export interface WebviewLink<TRemote extends Api> extends Disposing {
  readonly remote: Remote<TRemote>;
}

/** Calls to and from the pages of one webview, until it is disposed. */
export function linkWebview<TRemote extends Api>(
  holder: WebviewPanel | WebviewView,
  remote: TRemote,
  served: Served,
): WebviewLink<TRemote> {
  const { webview } = holder;
  const store = new DisposableStore();
  const endpoint = store.add(
    createHostEndpoint((message) => void webview.postMessage(message), remote, served),
  );
  const onDidChange =
    'onDidChangeVisibility' in holder ? holder.onDidChangeVisibility : holder.onDidChangeViewState;
  store.add(webview.onDidReceiveMessage((message: unknown) => endpoint.receive(message)));
  // A hidden webview has no page: VS Code loads a new one when it is shown again.
  store.add(
    onDidChange(() => {
      if (!holder.visible) endpoint.close();
    }),
  );
  return { remote: endpoint.remote, dispose: () => store.dispose() };
}

/** For calls whose answer nobody waits for: a hidden webview takes none, and asks for everything when it comes back. */
export function post(call: Promise<unknown>): void {
  call.catch(() => undefined);
}
