/**
 * Calls between the host and a page (what a webview has loaded), both ways, over any `postMessage`.
 *
 * An API is an ordinary interface of functions; the caller is a proxy of it. A function may take an
 * `AbortSignal` as its last argument: it is not sent, aborting it sends `cancel`, and the other side's
 * function gets a signal of its own as an extra last argument.
 *
 * Each page load is a session with a random id, which every message carries: VS Code throws the page of a hidden
 * webview away and loads another one later, and what is on its way between must not reach the wrong one.
 */

export type Post = (message: unknown) => void;

interface OpenMessage {
  readonly rpc: 'open';
}
interface CallMessage {
  readonly rpc: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
interface ReplyMessage {
  readonly rpc: 'reply';
  readonly id: number;
  readonly ok: boolean;
  readonly value: unknown;
}
interface CancelMessage {
  readonly rpc: 'cancel';
  readonly id: number;
}
interface InSession {
  readonly session: string;
}
/** A page's first message. */
export type SessionMessage = InSession & OpenMessage;
export type RpcMessage = InSession & (CallMessage | ReplyMessage | CancelMessage);

/** The functions of `T` as the far side calls them: every result is a promise. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A | [...A, AbortSignal]) => Promise<Awaited<R>>
    : never;
};

/** The functions of `T` as they are served: arguments come from another process and are checked first. */
export type Served<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? {
        /** Throws, or returns the arguments, typed. */
        readonly check: (args: readonly unknown[]) => A;
        readonly run: (...args: [...A, AbortSignal]) => R | Promise<R>;
      }
    : never;
};

/** The far side threw; `message` is what it said. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

export function isSessionMessage(message: unknown): message is SessionMessage {
  return sessionOf(message) !== undefined && (message as Partial<SessionMessage>).rpc === 'open';
}

export function isRpcMessage(message: unknown): message is RpcMessage {
  if (sessionOf(message) === undefined) return false;
  const { rpc, id } = message as Partial<RpcMessage>;
  return (rpc === 'call' || rpc === 'reply' || rpc === 'cancel') && Number.isSafeInteger(id);
}

function sessionOf(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { session } = message as Partial<InSession>;
  return typeof session === 'string' ? session : undefined;
}
