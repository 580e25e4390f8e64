/** Reads pages ahead: the server makes the next ones while the records of this one are written. */
import type { DatastoreClient } from '../datastore/client/client.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { readStep, type Step, type StretchWindow } from '../datastore/result/stretch.ts';

export interface PageRequest {
  readonly query: DatastoreQuery;
  readonly window: StretchWindow;
  /** The part of the result that the page should have, without the repeated record. */
  readonly part: Pick<StretchWindow, 'offset' | 'limit'>;
}

interface BegunPage extends Pick<PageRequest, 'part'> {
  readonly question: string;
  readonly answer: Promise<Step>;
  readonly drop: () => void;
}

/** Holds the answers that were requested early, in their order. */
export class ReadAhead {
  readonly #client: DatastoreClient;
  #begun: readonly BegunPage[] = [];

  constructor(client: DatastoreClient) {
    this.#client = client;
  }

  /** The limit of the page that was begun for this offset of the result. */
  limitAt(offset: number): number | undefined {
    return this.#begun.find(({ part }) => part.offset === offset)?.part.limit;
  }

  /** The answer begun ahead if it fits this request, or else a new one. Throws like `readStep`. */
  read(request: PageRequest, signal: AbortSignal): Promise<Step> {
    const [next, ...later] = this.#begun;
    if (next?.question === questionOf(request)) {
      this.#begun = later;
      return next.answer;
    }
    for (const { drop } of this.#begun) drop();
    this.#begun = [];
    return readStep(this.#client, request.query, request.window, signal);
  }

  /** Begins those of the next pages that aren't under way yet. */
  begin(requests: readonly PageRequest[], signal: AbortSignal): void {
    const begun = requests.slice(this.#begun.length).map((request) => this.#begin(request, signal));
    this.#begun = [...this.#begun, ...begun];
  }

  #begin(request: PageRequest, signal: AbortSignal): BegunPage {
    const stop = new AbortController();
    const drop = () => stop.abort();
    const whileNeeded = AbortSignal.any([signal, stop.signal]);
    const answer = readStep(this.#client, request.query, request.window, whileNeeded);
    // A failed request that isn't needed must not become an unhandled rejection.
    answer.catch(() => undefined);
    return { question: questionOf(request), part: request.part, answer, drop };
  }
}

function questionOf({ query: { filters = [] }, window: { offset, limit, counts, total } }: PageRequest): string {
  return JSON.stringify([filtersJson(filters), offset, limit, counts, total]);
}
