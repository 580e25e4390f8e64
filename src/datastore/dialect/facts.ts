/** Facts about one portal's server, learned from its answers and stored between sessions. */
import * as v from 'valibot';
import { actionMethod, actionPath } from '../wire/apiRoute.ts';
import { optionalMember, readStored, storedObject } from '../../base/stored.ts';

const flag = optionalMember(v.boolean());

/** Limit for one portal, which bounds what is stored. */
export const MOST_EXTENSIONS = 200;

/** The limit that CKAN applies to a request without one, and its usual highest one (docs/ckan.md 9). */
export const DEFAULT_LIMIT = 100;
export const USUAL_MAX_LIMIT = 32_000;

const schema = storedObject({
  /** The version from `status_show`, which portals can hide. */
  version: optionalMember(v.pipe(v.string(), v.maxLength(100))),
  /** The server answers like CKAN, but lacks `status_show`, which every CKAN has. */
  isLookAlike: flag,
  /** The server is this program (`serve`), whose filters support every condition. */
  isOurs: flag,
  title: optionalMember(v.pipe(v.string(), v.maxLength(200))),
  extensions: optionalMember(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MOST_EXTENSIONS), v.readonly()),
  ),
  path: optionalMember(actionPath),
  method: optionalMember(actionMethod),
  /** Supports `include_total`, so that the total can be requested once (CKAN 2.7+). */
  totals: flag,
  /** Supports `records_format` for pages of lists (CKAN 2.7+). */
  lists: flag,
  /** Pages of lists lack every record with a NULL (CKAN before 2.9.10 and 2.10.2). */
  listsLoseNulls: flag,
  /** Totals may be marked as estimates (CKAN 2.9 to 2.11). */
  estimates: flag,
  /** Filters have ranges, and `distinct` applies before `limit` (CKAN 2.12+). */
  ranges: flag,
  /** Supports `distinct` in searches (CKAN 2.3+). */
  distinct: flag,
  /** `distinct` applies to a page, which is then short (CKAN 2.10.8+ and 2.11.3+, until 2.12). */
  distinctByPage: flag,
  /** Supports `offset`. Otherwise records are requested from the first one on. */
  offsets: flag,
  sorts: flag,
  /** Supports `fields`. Otherwise they're selected from complete records. */
  fields: flag,
  /** Supports `nulls last` in `sort` (CKAN 2.9.10+ and 2.10.2+). */
  sortsNulls: flag,
  /** Values of `numeric` fields are texts (CKAN up to 2.6). */
  numbersAsTexts: flag,
  /** Fields with a # in their names can be read, which CKAN 2.10 and 2.11 refuse. */
  hashInNames: flag,
  /** Searches are sorted by rank, which leaves ties unsorted. */
  ranks: flag,
  /** Supports `plain: false`, which makes `q` an expression. */
  expressions: flag,
  /** Supports `datastore_search_sql`, which is on by default up to CKAN 2.9. */
  sql: flag,
  prefixes: flag,
  privateDatasets: flag,
  titleSort: flag,
  /** The server's highest limit. CKAN 2.9+ lowers a higher one silently. */
  maxLimit: optionalMember(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});

/** An absent fact is unknown, because it wasn't needed yet. */
export type DialectFacts = v.InferOutput<typeof schema>;

/** New facts. Undefined removes a fact. */
export type Learned = { readonly [K in keyof DialectFacts]?: DialectFacts[K] | undefined };

/** Reads stored facts and drops those that no longer exist. */
export function readFacts(saved: unknown): DialectFacts {
  return readStored(schema, saved) ?? {};
}

/**
 * Options that not every catalog supports. `prefixes`: beginnings of words. `privateDatasets`: datasets that need the
 * token. `titleSort`: sorting by title, by a field of CKAN's index; otherwise the catalog's own order is used.
 */
export type CatalogOption = 'prefixes' | 'privateDatasets' | 'titleSort';
