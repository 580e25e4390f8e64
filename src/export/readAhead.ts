/** Reads one page ahead: the server makes the next page while the records of this one are written. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { readStep, type Step, type StretchWindow } from '../datastore/result/stretch.ts';

export interface PageRequest {
  readonly query: DatastoreQuery;
  readonly window: StretchWindow;
}

/** Holds at most one answer that was requested early. */
export class ReadAhead {
  readonly #client: DatastoreClient;
  #begun: { readonly question: string; readonly answer: Promise<Step>; readonly drop: () => void } | undefined;

  constructor(client: DatastoreClient) {
    this.#client = client;
  }

  /** The answer begun ahead if it fits this request, or else a new one. Throws like `readStep`. */
  read(request: PageRequest, signal: AbortSignal): Promise<Step> {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun?.question === questionOf(request)) return begun.answer;
    begun?.drop();
    return readStep(this.#client, request.query, request.window, signal);
  }

  begin(request: PageRequest, signal: AbortSignal): void {
    const stop = new AbortController();
    const drop = () => stop.abort();
    const whileNeeded = AbortSignal.any([signal, stop.signal]);
    const answer = readStep(this.#client, request.query, request.window, whileNeeded);
    // A failed request that isn't needed must not become an unhandled rejection.
    answer.catch(() => undefined);
    this.#begun = { question: questionOf(request), answer, drop };
  }
}

function questionOf({ query: { filters = [] }, window: { offset, limit, counts, total } }: PageRequest): string {
  return JSON.stringify([filtersJson(filters), offset, limit, counts, total]);
}
