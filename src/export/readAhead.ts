/** One answer more than is needed yet: while the records of one page are read and written, the server makes the next. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { readStep, type Step, type StretchWindow } from '../datastore/result/stretch.ts';

export interface PageRequest {
  readonly query: DatastoreQuery;
  readonly window: StretchWindow;
}

export class ReadAhead {
  readonly #client: DatastoreClient;
  #begun:
    { readonly question: string; readonly answer: Promise<Step>; readonly drop: () => void } | undefined;

  constructor(client: DatastoreClient) {
    this.#client = client;
  }

  /** The answer that was begun, if it is of this very question. Throws like `readStep`. */
  read(request: PageRequest, signal: AbortSignal): Promise<Step> {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun?.question === questionOf(request)) return begun.answer;
    begun?.drop();
    return readStep(this.#client, request.query, request.window, signal);
  }

  /** Asks what is likely to be asked next. */
  begin(request: PageRequest, signal: AbortSignal): void {
    const stop = new AbortController();
    const drop = () => stop.abort();
    const whileNeeded = AbortSignal.any([signal, stop.signal]);
    const answer = readStep(this.#client, request.query, request.window, whileNeeded);
    // Whoever doesn't need it doesn't hear of its failure.
    answer.catch(() => undefined);
    this.#begun = { question: questionOf(request), answer, drop };
  }
}

/** Of what a run may ask differently from one page to the next. */
function questionOf({
  query: { filters = [] },
  window: { offset, limit, counts, total },
}: PageRequest): string {
  return JSON.stringify([filtersJson(filters), offset, limit, counts, total]);
}
