/** One end of the calls that rpc.ts describes; the host and a webview each hold one. */
import { isRpcMessage, RemoteError } from './rpc.ts';
import type { Post, Remote, RpcMessage, Served } from './rpc.ts';

interface Waiting {
  readonly settle: (message: RpcMessage & { rpc: 'reply' }) => void;
  readonly fail: (reason: unknown) => void;
}

type AnyServed = Readonly<
  Record<string, { check(args: readonly unknown[]): readonly unknown[]; run(...args: unknown[]): unknown }>
>;

export interface Endpoint<TRemote> {
  readonly remote: Remote<TRemote>;
  /** Takes whatever the frame or the host posted; what is not a message of ours is ignored. */
  readonly receive: (message: unknown) => void;
  /** Rejects what still waits for the far side and aborts what it still waits for. */
  readonly dispose: () => void;
}

export function createEndpoint<TRemote extends object, TServed extends object>(
  post: Post,
  served: Served<TServed>,
): Endpoint<TRemote> {
  const waiting = new Map<number, Waiting>();
  const running = new Map<number, AbortController>();
  let lastId = 0;
  let disposed = false;

  const call = (method: string, given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const last = given.at(-1);
      const signal = last instanceof AbortSignal ? last : undefined;
      const args = signal ? given.slice(0, -1) : given;
      const fail = (reason: unknown): void => {
        // The caller's own abort reason must arrive as it is, whatever it is.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(reason);
      };
      if (disposed) throw new RemoteError('disposed');
      if (signal?.aborted) {
        fail(signal.reason);
        return;
      }
      const id = ++lastId;
      const forget = (): void => {
        waiting.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      const cancel = (): void => {
        forget();
        post({ rpc: 'cancel', id } satisfies RpcMessage);
        fail(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      waiting.set(id, {
        settle: (reply) => {
          forget();
          if (reply.ok) resolve(reply.value);
          else reject(new RemoteError(String(reply.value)));
        },
        fail: (reason) => {
          forget();
          fail(reason);
        },
      });
      post({ rpc: 'call', id, method, args } satisfies RpcMessage);
    });

  const answer = async (id: number, method: string, args: unknown): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    let ok = true;
    let value: unknown;
    try {
      const table = served as AnyServed;
      const entry = Object.hasOwn(table, method) ? table[method] : undefined;
      if (!entry || !Array.isArray(args)) throw new TypeError(`No such call: ${method}`);
      value = await entry.run(...entry.check(args as readonly unknown[]), abort.signal);
    } catch (error) {
      ok = false;
      value = error instanceof Error ? error.message : String(error);
    }
    running.delete(id);
    // Nobody waits for the answer of a cancelled call.
    if (!abort.signal.aborted && !disposed) post({ rpc: 'reply', id, ok, value } satisfies RpcMessage);
  };

  return {
    remote: remoteOf<TRemote>(call),
    receive: (message) => {
      if (disposed || !isRpcMessage(message)) return;
      if (message.rpc === 'call') void answer(message.id, message.method, message.args);
      else if (message.rpc === 'reply') waiting.get(message.id)?.settle(message);
      else running.get(message.id)?.abort();
    },
    dispose: () => {
      disposed = true;
      for (const { fail } of [...waiting.values()]) fail(new RemoteError('disposed'));
      for (const abort of running.values()) abort.abort();
    },
  };
}

function remoteOf<T>(call: (method: string, args: readonly unknown[]) => Promise<unknown>): Remote<T> {
  const functions = new Map<string, (...args: unknown[]) => Promise<unknown>>();
  return new Proxy(
    {},
    {
      get: (_, name) => {
        // `then` must stay absent, or awaiting a remote would call it.
        if (typeof name !== 'string' || name === 'then') return undefined;
        let made = functions.get(name);
        if (!made) functions.set(name, (made = (...args) => call(name, args)));
        return made;
      },
    },
  ) as Remote<T>;
}
