/** What Node and browsers both have and `shared` may use; the other projects take these names from their own library. */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: new () => AbortSignal;

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
