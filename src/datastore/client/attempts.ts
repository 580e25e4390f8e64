/** The ways of sending a query to a portal, tried in order until one isn't refused. */
import { apiQuestion, asksForRange } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';
import { isForSearch, searchBySql, type SqlServer } from './sqlSearch.ts';

/** `search` uses only `datastore_search`, and makes up for parameters that the server lacks. */
type Server = SqlServer & { readonly host: (signal: AbortSignal) => Promise<string> };

interface Attempt {
  readonly fits: (query: DatastoreQuery, dialect: Dialect) => boolean;
  readonly ask: (
    server: Server,
    query: DatastoreQuery,
    window: PageWindow | undefined,
    signal: AbortSignal,
  ) => Promise<Page>;
  /** Whether the error only refuses this way, so that the next attempt follows. */
  readonly refusedBy: (error: DatastoreError, query: DatastoreQuery) => boolean;
}

const SEARCH: Attempt = {
  fits: (query, dialect) => canSearch(query, dialect) && !isTrial(query, dialect),
  ask: ({ search }, query, window, signal) => search(query, window, signal),
  refusedBy: () => false,
};

/**
 * CKAN before 2.12 refuses a range, or compares its JSON as a value, and look-alikes ignore it (docs/ckan.md 19). The
 * answer to any search tells them apart, so a range is tried once.
 */
const RANGE_TRIAL: Attempt = {
  fits: (query, dialect) => canSearch(query, dialect) && isTrial(query, dialect) && dialect.facts.ranges !== false,
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
  ask: async (server, query, window, signal) => {
    // The first answer of a server shows whether it takes the conditions as filters. SQL needs the fields anyway.
    if (server.dialect.usesSql) await server.fields(query.resourceId, signal);
    if (SEARCH.fits(query, server.dialect)) return server.search(query, window, signal);
    return searchBySql(server, await server.host(signal), query, window, signal);
  },
  refusedBy: ({ kind }, query) => kind === 'unsupportedFilter' && apiQuestion(query) !== undefined,
};

/** Used if SQL isn't available. Filters then return what they can, which is no record for a NULL (docs/ckan.md 14). */
const LAST_SEARCH: Attempt = {
  fits: () => true,
  ask: async (server, query, window, signal) => {
    const { dialect } = server;
    if (isTrial(query, dialect) && dialect.facts.ranges === false) throw await noRanges(server, signal);
    return server.search(query, window, signal);
  },
  refusedBy: () => false,
};

const ATTEMPTS = [SEARCH, RANGE_TRIAL, SQL];

/** Makes the attempts that fit until one isn't refused. Throws an error that isn't a refusal, or the last one. */
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

function canSearch(query: DatastoreQuery, { usesSql, takesConditions }: Dialect): boolean {
  return isForSearch(query, { usesSql, takesConditions, mayHaveRanges: true });
}

function isTrial(query: DatastoreQuery, dialect: Dialect): boolean {
  return asksForRange(query) && !dialect.hasRanges;
}

async function noRanges({ host }: Server, signal: AbortSignal): Promise<DatastoreError> {
  return new DatastoreError('noRanges', await host(signal), { part: 'filters' });
}

/** CKAN answers with such errors if its database can't use a value. */
function mayBeOfRange(error: unknown): boolean {
  return error instanceof DatastoreError && error.isCkan && (error.kind === 'validation' || error.kind === 'server');
}
