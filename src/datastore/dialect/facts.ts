/** What is known about one portal's server, as data: learned from its answers, kept between sessions. */
import * as v from 'valibot';
import { actionMethod, actionPath } from '../wire/way.ts';
import { optionalMember, readStored, storedObject } from '../../base/stored.ts';

const flag = optionalMember(v.boolean());

/** Of one portal; more say no more. */
export const MOST_EXTENSIONS = 200;

const schema = storedObject({
  /** As `status_show` says it; portals can hide it. */
  version: optionalMember(v.pipe(v.string(), v.maxLength(100))),
  /** Answers as CKAN does, but has no `status_show`, as every CKAN has. */
  isLookAlike: flag,
  /** The portal is served by this program (`serve`): its filters have every condition. */
  isOurs: flag,
  title: optionalMember(v.pipe(v.string(), v.maxLength(200))),
  /** Names of the plugins that the portal runs. */
  extensions: optionalMember(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MOST_EXTENSIONS), v.readonly()),
  ),
  /** The way by which actions were answered. */
  path: optionalMember(actionPath),
  method: optionalMember(actionMethod),
  /** Takes `include_total`, so that a total can be asked for once (CKAN 2.7+). */
  totals: flag,
  /** Takes `records_format` (CKAN 2.7+). */
  lists: flag,
  /** Leaves out of a list page every record with a null (CKAN before 2.9.10 and 2.10.2). */
  listsLoseNulls: flag,
  /** Totals may be estimates, and say so (CKAN 2.9 to 2.11). */
  estimates: flag,
  /** Ranges in filters, and `distinct` taken before `limit` (CKAN 2.12+). */
  ranges: flag,
  /** Takes `distinct` (CKAN 2.3+). */
  distinct: flag,
  /** `distinct` is taken of a page, which is short then (CKAN 2.10.8+ and 2.11.3+, until 2.12). */
  distinctByPage: flag,
  /** Takes `offset`; where it doesn't, records are asked for from the first one on. */
  offsets: flag,
  /** Takes `sort`. */
  sorts: flag,
  /** Takes `fields`; where it doesn't, they are chosen from whole records. */
  fields: flag,
  /** `nulls last` in `sort` (CKAN 2.9.10+ and 2.10.2+). */
  sortsNulls: flag,
  /** Values of `numeric` fields are texts (CKAN up to 2.6). */
  numbersAsTexts: flag,
  /** Fields whose name has a # can be read; CKAN 2.10 and 2.11 refuse them. */
  hashInNames: flag,
  /** A search comes by rank, which leaves ties in no order. */
  ranks: flag,
  /** `plain: false`, by which `q` is an expression. */
  expressions: flag,
  /** `datastore_search_sql`: on by default up to CKAN 2.9, off from 2.10. */
  sql: flag,
  /** A search of datasets finds beginnings of words (`defType: edismax`). */
  prefixes: flag,
  /** A search of datasets takes `include_private`. */
  privateDatasets: flag,
  /** A search of datasets can be sorted by their titles. */
  titleSort: flag,
  /** The server's own highest limit; CKAN 2.9+ lowers a higher one silently. */
  maxLimit: optionalMember(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});

/** A fact that is absent is unknown: nobody has needed it yet. */
export type DialectFacts = v.InferOutput<typeof schema>;

/** Undefined takes a fact back. */
export type Learned = { readonly [K in keyof DialectFacts]?: DialectFacts[K] | undefined };

/** Reads what storage gave back, without what is no longer a fact. */
export function readFacts(saved: unknown): DialectFacts {
  return readStored(schema, saved) ?? {};
}

/**
 * What not every catalog takes. `prefixes`: beginnings of words. `privateDatasets`: those that the token may see. `titleSort`: by
 * title, for which CKAN's index has a field of its own; without it, datasets come in the catalog's own order.
 */
export type CatalogOption = 'prefixes' | 'privateDatasets' | 'titleSort';
