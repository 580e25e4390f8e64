/**
 * Calls between the host and a page (the content of a webview) in both directions, over any `postMessage`.
 *
 * An API is a table of calls with the schemas of their arguments and answers. Callers and handlers get their types from
 * it, and each end validates what the other one sent. A caller may add an `AbortSignal`, which isn't sent: aborting it
 * sends `cancel`. Every handler gets its own signal as the last argument.
 *
 * Each page load is a session with a random id, and every message carries the id. VS Code discards the page of a hidden
 * webview and loads a new one later, which must not receive messages for the old one.
 */
import * as v from 'valibot';
import type { Shape } from '../base/schema.ts';

export type Post = (message: unknown) => void;

export interface Call<
  TArgs extends v.GenericSchema<unknown, unknown[]> = v.GenericSchema<unknown, unknown[]>,
  TAnswer extends v.GenericSchema = v.GenericSchema,
> {
  readonly args: TArgs;
  readonly answer: TAnswer;
}

export type Api = Readonly<Record<string, Call>>;

const nothing = v.void();

/** Describes a call. Without `answer`, it returns nothing. */
export function call<const T extends v.TupleItems>(args: T): Call<v.TupleSchema<T, undefined>, typeof nothing>;
export function call<const T extends v.TupleItems, A extends v.GenericSchema>(
  args: T,
  answer: A,
): Call<v.TupleSchema<T, undefined>, A>;
export function call(args: v.TupleItems, answer: v.GenericSchema = nothing): Call {
  return { args: v.tuple(args), answer };
}

export type Args<C extends Call> = Shape<C['args']>;
type Answer<C extends Call> = Shape<C['answer']>;

export type Remote<T extends Api> = {
  readonly [K in keyof T]: (...args: Args<T[K]> | [...Args<T[K]>, AbortSignal]) => Promise<Answer<T[K]>>;
};

export type Handlers<T extends Api> = {
  readonly [K in keyof T]: (...args: [...Args<T[K]>, AbortSignal]) => Answer<T[K]> | Promise<Answer<T[K]>>;
};

export type Served<TName extends PropertyKey = string> = Readonly<
  Record<TName, (args: unknown, signal: AbortSignal) => Promise<unknown>>
>;

/** Makes handlers validate their arguments. `onError` receives what a handler throws if the caller can't show it. */
export function serve<T extends Api>(
  api: T,
  handlers: Handlers<T> | Promise<Handlers<T>>,
  onError?: (call: string, error: unknown) => Promise<void>,
): Served<keyof T> {
  const entries = Object.entries(api).map(([name, { args }]) => [
    name,
    async (values: unknown, signal: AbortSignal): Promise<unknown> => {
      const checked = v.parse(args, values);
      const own = (handlers instanceof Promise ? await handlers : handlers) as AnyHandlers;
      try {
        return await own[name]?.(...checked, signal);
      } catch (error) {
        if (!onError) throw error;
        return onError(name, error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Served<keyof T>;
}

type AnyHandlers = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The other side threw an error with this message. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const inSession = { session: v.string() };
const id = v.pipe(v.number(), v.safeInteger());

/** The first message of every page. */
export const sessionMessage = v.object({ ...inSession, rpc: v.literal('open') });
export type SessionMessage = Shape<typeof sessionMessage>;

export const rpcMessage = v.variant('rpc', [
  v.object({
    ...inSession,
    rpc: v.literal('call'),
    id,
    // An unknown method is accepted here, so that the caller gets an answer that refuses it.
    method: v.optional(v.unknown()),
    args: v.optional(v.unknown()),
  }),
  v.object({ ...inSession, rpc: v.literal('reply'), id, ok: v.optional(v.unknown()), value: v.optional(v.unknown()) }),
  v.object({ ...inSession, rpc: v.literal('cancel'), id }),
]);
export type RpcMessage = v.InferOutput<typeof rpcMessage>;
