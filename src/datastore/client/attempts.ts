/** The ways in which a portal can be asked a question, tried in order until one isn't refused. */
import { apiQuestion, asksForRange } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { Dialect, PageWindow } from '../dialect/dialect.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';
import { isForSearch, searchBySql, type SqlServer } from './sqlSearch.ts';

/** `search` asks `datastore_search` alone, and makes up for parameters that the server lacks. */
type Server = SqlServer & { readonly host: (signal: AbortSignal) => Promise<string> };

interface Attempt {
  /** Whether the server may answer the question so, by what it has shown until now. */
  readonly fits: (query: DatastoreQuery, dialect: Dialect) => boolean;
  readonly ask: (
    server: Server,
    query: DatastoreQuery,
    window: PageWindow | undefined,
    signal: AbortSignal,
  ) => Promise<Page>;
  /** Whether the error says only that the server can't be asked so. The next attempt follows then. */
  readonly refusedBy: (error: DatastoreError, query: DatastoreQuery) => boolean;
}

const SEARCH: Attempt = {
  fits: (query, dialect) => canSearch(query, dialect) && !isTrial(query, dialect),
  ask: ({ search }, query, window, signal) => search(query, window, signal),
  refusedBy: () => false,
};

/**
 * CKAN before 2.12 refuses a range, or looks for its JSON as a value, and look-alikes ignore it (docs/ckan.md 19). What the
 * server answers to any search says which it is, so the range is asked once.
 */
const RANGE_TRIAL: Attempt = {
  fits: (query, dialect) => canSearch(query, dialect) && isTrial(query, dialect) && dialect.mayHaveRanges,
  ask: async (server, query, window, signal) => {
    const { dialect } = server;
    try {
      const page = await server.search(query, window, signal);
      if (dialect.hasRanges) return page;
    } catch (error) {
      if (!mayBeOfRange(error)) throw error;
      await server.fields(query.resourceId, signal).catch(() => signal.throwIfAborted());
      if (dialect.facts.ranges !== false) throw error;
    }
    throw await noRanges(server, signal);
  },
  refusedBy: ({ kind }) => kind === 'noRanges',
};

const SQL: Attempt = {
  fits: () => true,
  ask: async (server, query, window, signal) =>
    searchBySql(server, await server.host(signal), query, window, signal),
  refusedBy: ({ kind }, query) => kind === 'unsayable' && apiQuestion(query) !== undefined,
};

/** Reached where SQL can't be asked: filters then find what they find, which is no record by a NULL (docs/ckan.md 14). */
const LAST_SEARCH: Attempt = {
  fits: () => true,
  ask: async (server, query, window, signal) => {
    const { dialect } = server;
    if (isTrial(query, dialect) && !dialect.mayHaveRanges) throw await noRanges(server, signal);
    return server.search(query, window, signal);
  },
  refusedBy: () => false,
};

const ATTEMPTS = [SEARCH, RANGE_TRIAL, SQL];

export async function searchByAttempts(
  server: Server,
  query: DatastoreQuery,
  window: PageWindow | undefined,
  signal: AbortSignal,
): Promise<Page> {
  for (const { fits, ask, refusedBy } of ATTEMPTS) {
    if (!fits(query, server.dialect)) continue;
    try {
      return await ask(server, query, window, signal);
    } catch (error) {
      if (!(error instanceof DatastoreError) || !refusedBy(error, query)) throw error;
    }
  }
  return LAST_SEARCH.ask(server, query, window, signal);
}

function canSearch(query: DatastoreQuery, { answersSql, takesConditions }: Dialect): boolean {
  return isForSearch(query, { answersSql, takesConditions, mayHaveRanges: true });
}

/** Whether the question has a range of which the server hasn't shown that it understands it. */
function isTrial(query: DatastoreQuery, dialect: Dialect): boolean {
  return asksForRange(query) && !dialect.hasRanges;
}

async function noRanges({ host }: Server, signal: AbortSignal): Promise<DatastoreError> {
  return new DatastoreError('noRanges', await host(signal), { part: 'filters' });
}

/** CKAN fails at what its database can't be given. */
function mayBeOfRange(error: unknown): boolean {
  return (
    error instanceof DatastoreError &&
    error.isCkan &&
    (error.kind === 'validation' || error.kind === 'server')
  );
}
