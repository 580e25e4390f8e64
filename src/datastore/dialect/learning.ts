/** What answers and refusals teach about the server that gave them. Each gives the facts that it shows, and no others. */
import { type ExactValue, isObject, type RecordRow } from '../../base/cells.ts';
import type { DatastoreErrorKind } from '../client/errors.ts';
import type { Page } from '../client/model.ts';
import type { Asked } from '../client/searchPage.ts';
import type { DialectFacts, Learned } from './facts.ts';

/** `result` of CKAN holds every parameter that it knows and has a default for (docs/ckan.md 4). */
const ECHOES = {
  totals: 'include_total',
  lists: 'records_format',
  ranges: 'include_next_page',
} as const satisfies Partial<Record<keyof DialectFacts, string>>;

export interface SearchAnswer {
  readonly result: ExactValue;
  readonly asked: Asked;
  /** The limit that was sent. */
  readonly limit: number | undefined;
  readonly page: Pick<Page, 'limit' | 'rank' | 'rows'>;
}

export function factsOfSearch({ result, asked, limit, page }: SearchAnswer, known: DialectFacts): Learned {
  const searchesAll = asked.searches && asked.fields === undefined && page.rows.length > 0;
  return {
    ...(isObject(result) && echoed(result)),
    ...limitOf(limit, page.limit, known.maxLimit),
    ...(searchesAll && { ranks: page.rank !== undefined }),
  };
}

function echoed(result: object): Learned {
  return Object.fromEntries(Object.entries(ECHOES).map(([fact, key]) => [fact, Object.hasOwn(result, key)]));
}

/** A server may also lower a limit because the records are large: then a higher one is taken again another time. */
function limitOf(asked: number | undefined, used: number | undefined, known: number | undefined): Learned {
  if (used === undefined) return {};
  if (asked !== undefined && used < asked) return { maxLimit: used };
  return used > (known ?? Infinity) ? { maxLimit: undefined } : {};
}

/** A page of lists with a null in it proves that such records aren't left out. */
export function factsOfLists(rows: readonly RecordRow[], { listsLoseNulls }: DialectFacts): Learned {
  return listsLoseNulls === undefined && rows.some((row) => row.includes(null))
    ? { listsLoseNulls: false }
    : {};
}

export function factsOfRefusal(action: string, kind: DatastoreErrorKind): Learned {
  return action === 'datastore_search_sql' && kind === 'actionUnknown' ? { sql: false } : {};
}

/** Asked for by people who want to know what there is now: all is learned anew but the way by which it was answered. */
export function factsOfStatus(
  version: string | undefined,
  { path, method, ...others }: DialectFacts,
): Learned {
  const forgotten = Object.fromEntries(Object.keys(others).map((fact) => [fact, undefined]));
  return { ...forgotten, path, method, version };
}
