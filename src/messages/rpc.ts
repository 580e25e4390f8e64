/**
 * Calls between the host and a page (what a webview has loaded), both ways, over any `postMessage`.
 *
 * An API is a table of calls, each with the schemas of its arguments and of its answer: callers and handlers are typed by
 * it, and each end checks by it what the other one sent. A caller may add an `AbortSignal`: it is not sent, aborting it
 * sends `cancel`, and every handler gets a signal of its own as its last argument.
 *
 * Each page load is a session with a random id, which every message carries: VS Code throws the page of a hidden
 * webview away and loads another one later, and what is on its way between must not reach the wrong one.
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

/** A call with these arguments and this answer; most answer nothing. */
export function call<const T extends v.TupleItems>(
  args: T,
): Call<v.TupleSchema<T, undefined>, typeof nothing>;
export function call<const T extends v.TupleItems, A extends v.GenericSchema>(
  args: T,
  answer: A,
): Call<v.TupleSchema<T, undefined>, A>;
export function call(args: v.TupleItems, answer: v.GenericSchema = nothing): Call {
  return { args: v.tuple(args), answer };
}

export type Args<C extends Call> = Shape<C['args']>;
type Answer<C extends Call> = Shape<C['answer']>;

/** An API as the far side calls it. */
export type Remote<T extends Api> = {
  readonly [K in keyof T]: (...args: Args<T[K]> | [...Args<T[K]>, AbortSignal]) => Promise<Answer<T[K]>>;
};

/** What answers the calls of an API. */
export type Handlers<T extends Api> = {
  readonly [K in keyof T]: (...args: [...Args<T[K]>, AbortSignal]) => Answer<T[K]> | Promise<Answer<T[K]>>;
};

/** Handlers that check what they are given. */
export type Served<TName extends PropertyKey = string> = Readonly<
  Record<TName, (args: unknown, signal: AbortSignal) => Promise<unknown>>
>;

/** `handlers` may still be on their way. `onError` takes what they throw, where the far side can't show it. */
export function serve<T extends Api>(
  api: T,
  handlers: Handlers<T> | Promise<Handlers<T>>,
  onError?: (call: string, error: unknown) => Promise<void>,
): Served<keyof T> {
  const entries = Object.entries(api).map(([name, { args }]) => [
    name,
    async (given: unknown, signal: AbortSignal): Promise<unknown> => {
      const checked = v.parse(args, given);
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

/** The far side threw; `message` is what it said. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** What a failed call says to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const inSession = { session: v.string() };
const id = v.pipe(v.number(), v.safeInteger());

/** A page's first message. */
export const sessionMessage = v.object({ ...inSession, rpc: v.literal('open') });
export type SessionMessage = Shape<typeof sessionMessage>;

export const rpcMessage = v.variant('rpc', [
  v.object({
    ...inSession,
    rpc: v.literal('call'),
    id,
    // Refused with an answer where there is no such call.
    method: v.optional(v.unknown()),
    args: v.optional(v.unknown()),
  }),
  v.object({
    ...inSession,
    rpc: v.literal('reply'),
    id,
    ok: v.optional(v.unknown()),
    value: v.optional(v.unknown()),
  }),
  v.object({ ...inSession, rpc: v.literal('cancel'), id }),
]);
export type RpcMessage = v.InferOutput<typeof rpcMessage>;
