/** The two ends of the calls that rpc.ts describes: the page's and the host's. */
import * as v from 'valibot';
import { messageOf, RemoteError, rpcMessage, sessionMessage } from './rpc.ts';
import type { Api, Post, Remote, RpcMessage, Served, SessionMessage } from './rpc.ts';

type SendCall = (method: string, args: readonly unknown[]) => Promise<unknown>;

export interface Endpoint<TRemote extends Api> {
  readonly remote: Remote<TRemote>;
  /** Takes any posted message and ignores those that aren't ours. */
  readonly receive: (message: unknown) => void;
  /** Rejects this side's pending calls and aborts the handlers that run for the other side. */
  readonly dispose: () => void;
}

export interface HostEndpoint<TRemote extends Api> extends Endpoint<TRemote> {
  /** Ends the session of a discarded page. Calls are rejected until the next page opens. */
  readonly close: () => void;
}

/** Opens a page's end, which is one session for the life of the page. */
export function openPageEndpoint<TRemote extends Api>(post: Post, remote: TRemote, served: Served): Endpoint<TRemote> {
  const id = crypto.randomUUID();
  const { call, ...session } = createSession(id, post, served);
  post({ rpc: 'open', session: id } satisfies SessionMessage);
  return { remote: remoteOf(remote, call), ...session };
}

/** Creates the host's end, which serves one page after another. */
export function createHostEndpoint<TRemote extends Api>(
  post: Post,
  remote: TRemote,
  served: Served,
): HostEndpoint<TRemote> {
  let current: Session | undefined;
  let disposed = false;
  const close = (): void => {
    current?.dispose();
    current = undefined;
  };
  return {
    remote: remoteOf(remote, (method, args) =>
      current ? current.call(method, args) : Promise.reject(new RemoteError('The page is not there')),
    ),
    receive: (message) => {
      if (disposed) return;
      if (!v.is(sessionMessage, message)) {
        current?.receive(message);
        return;
      }
      close();
      current = createSession(message.session, post, served);
    },
    close,
    dispose: () => {
      disposed = true;
      close();
    },
  };
}

interface Session extends Omit<Endpoint<Api>, 'remote'> {
  readonly call: SendCall;
}

function createSession(session: string, post: Post, served: Served): Session {
  const waiting = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>();
  const running = new Map<number, AbortController>();
  let lastId = 0;
  let disposed = false;

  const call: SendCall = async (method, values) => {
    const last = values.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    const args = signal ? values.slice(0, -1) : values;
    if (disposed) throw new RemoteError('The page is gone');
    signal?.throwIfAborted();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const cancel = (): void => {
      if (waiting.delete(id)) post({ rpc: 'cancel', session, id } satisfies RpcMessage);
      // Callers compare the abort reason, so it is passed on unchanged even if it isn't an Error.
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    waiting.set(id, { resolve, reject });
    post({ rpc: 'call', session, id, method, args } satisfies RpcMessage);
    return promise.finally(() => {
      waiting.delete(id);
      signal?.removeEventListener('abort', cancel);
    });
  };

  const answer = async (id: number, method: unknown, args: unknown): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    let ok = true;
    let value: unknown;
    try {
      const serveCall = typeof method === 'string' && Object.hasOwn(served, method) ? served[method] : undefined;
      if (!serveCall) throw new TypeError(`No such call: ${String(method)}`);
      value = await serveCall(args, abort.signal);
    } catch (error) {
      ok = false;
      value = messageOf(error);
    }
    running.delete(id);
    // The caller of a cancelled call has already been rejected.
    if (!abort.signal.aborted) post({ rpc: 'reply', session, id, ok, value } satisfies RpcMessage);
  };

  return {
    call,
    receive: (message) => {
      if (disposed || !v.is(rpcMessage, message) || message.session !== session) return;
      if (message.rpc === 'call') void answer(message.id, message.method, message.args);
      else if (message.rpc === 'cancel') running.get(message.id)?.abort();
      else if (message.ok === true) waiting.get(message.id)?.resolve(message.value);
      else waiting.get(message.id)?.reject(new RemoteError(String(message.value)));
    },
    dispose: () => {
      disposed = true;
      for (const { reject } of waiting.values()) reject(new RemoteError('The page is gone'));
      waiting.clear();
      for (const abort of running.values()) abort.abort();
    },
  };
}

function remoteOf<T extends Api>(api: T, call: SendCall): Remote<T> {
  const entries = Object.entries(api).map(([name, { answer }]) => [
    name,
    async (...args: unknown[]) => v.parse(answer, await call(name, args)),
  ]);
  return Object.fromEntries(entries) as Remote<T>;
}
