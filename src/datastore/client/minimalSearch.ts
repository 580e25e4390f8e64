/**
 * Searches for servers that support little more than the API document. Look-alikes refuse `offset`, `sort` and
 * `fields`, or ignore an offset and return the first records again (docs/ckan.md 54). What a server lacks is tried
 * once. After that, later records are cut from a longer answer, fields are selected from complete records, and `_id`
 * order is assumed to be the server's own.
 */
import { defined, filled } from '../../base/defined.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { blamesSort } from '../dialect/learning.ts';
import type { DatastoreQuery, SortKey } from '../query/query.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';
import { selectColumns } from '../wire/pageColumns.ts';
import { selectFields } from '../wire/searchPage.ts';

interface Server {
  readonly dialect: Dialect;
  readonly host: () => Promise<string>;
  readonly search: (query: DatastoreQuery, window: PageWindow | undefined) => Promise<Page>;
}

type Lack = 'sort' | 'fields' | 'offset';

/** Throws what `search` throws, and DatastoreError `noSort` or `noOffsets` if there is no other way. */
export async function searchMinimal(
  server: Server,
  query: DatastoreQuery,
  window: PageWindow | undefined,
): Promise<Page> {
  const lacks = lacksOf(server.dialect, query, window);
  try {
    const page = await searchWithout(lacks, server, query, window);
    if (window === undefined || !(await isFirstAgain(page, server, query, window))) return page;
  } catch (error) {
    // The refusal revealed another missing parameter.
    if (lacksOf(server.dialect, query, window).length <= lacks.length) throw error;
  }
  return searchMinimal(server, query, window);
}

function lacksOf(dialect: Dialect, query: DatastoreQuery, window: PageWindow | undefined): readonly Lack[] {
  const { sort, fields, distinct } = query;
  const lacks: Readonly<Record<Lack, boolean>> = {
    sort: sort !== undefined && dialect.facts.sorts === false,
    // Distinct records of some fields differ from those of all fields.
    fields: fields !== undefined && distinct !== true && dialect.facts.fields === false,
    offset: window !== undefined && dialect.facts.offsets === false,
  };
  return (['sort', 'fields', 'offset'] as const).filter((lack) => lacks[lack]);
}

/** Whether the server ignored the offset. If its answer doesn't repeat the offset, the first records decide. */
async function isFirstAgain(
  { rows }: Page,
  server: Server,
  query: DatastoreQuery,
  window: PageWindow,
): Promise<boolean> {
  const { dialect } = server;
  if (dialect.facts.offsets !== undefined || window.offset === 0 || rows.length === 0) return false;
  const lacks = lacksOf(dialect, query, window);
  const first = await searchWithout(lacks, server, query, { ...window, offset: 0 });
  const isIgnored = stringifyExact(first.rows) === stringifyExact(rows);
  dialect.learn({ offsets: !isIgnored });
  return isIgnored;
}

async function searchWithout(
  lacks: readonly Lack[],
  { host, search }: Server,
  query: DatastoreQuery,
  window: PageWindow | undefined,
): Promise<Page> {
  const { sort, fields = [], ...others } = query;
  const noSort = async () => new DatastoreError('noSort', await host());
  if (lacks.includes('sort') && sort?.every(isId) !== true) throw await noSort();
  const asked = {
    ...others,
    ...(!lacks.includes('sort') && sort !== undefined && { sort }),
    ...(!lacks.includes('fields') && query.fields !== undefined && { fields }),
  };
  const isCut = lacks.includes('offset') && window !== undefined && window.offset > 0;
  const part = isCut ? { ...window, offset: 0, limit: window.offset + window.limit } : window;
  const given = await search(asked, part && lacks.length > 0 ? { ...part, inSlices: false } : part);
  if (lacks.includes('sort') && !risesById(given)) throw await noSort();
  const page = isCut ? behind(given, window) : given;
  return lacks.includes('fields') ? withOnly(page, fields) : page;
}

function behind(page: Page, { offset, total }: PageWindow): Page {
  const found = page.rows.length;
  // A server that returns no more records, without reporting the end, may have a lower cap.
  if (found > 0 && found <= offset && (page.total ?? total) !== found)
    throw new DatastoreError('noOffsets', page.host, { details: { found } });
  const limit = page.limit === undefined ? {} : { limit: Math.max(0, page.limit - offset) };
  return { ...page, rows: page.rows.slice(offset), ...limit };
}

function withOnly(page: Page, ids: readonly string[]): Page {
  const { rest } = page;
  const selected = { fields: selectFields(page.fields, ids), rows: selectColumns(page, ids) };
  return { ...page, ...selected, ...(rest && { rest: async () => withOnly(await rest(), ids) }) };
}

function isId({ field, descending }: SortKey): boolean {
  return field === '_id' && !descending;
}

function risesById({ fields, rows }: Page): boolean {
  const column = fields.findIndex(({ id }) => id === '_id');
  const ids = rows.map((row) => Number(row[column]));
  return column >= 0 && ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));
}

/**
 * Queries for the same records that servers accept which refuse to sort by an `_id` that isn't selected
 * (docs/ckan.md 50, 53), best first: with `_id` selected, or not sorted by it.
 */
export function withoutHiddenId(query: DatastoreQuery): readonly DatastoreQuery[] {
  const { sort = [], fields, ...others } = query;
  const last = sort.at(-1);
  if (fields === undefined || fields.includes('_id') || last === undefined || !isId(last)) return [];
  const rest = sort.slice(0, -1);
  return [{ ...query, fields: [...fields, '_id'] }, defined({ ...others, fields, sort: filled(rest) })];
}

export function isSortRefusal(error: unknown): boolean {
  return error instanceof DatastoreError && blamesSort(error);
}

/** Removes the columns that were added to the selected ones. */
export function withFields(page: Page, { fields }: DatastoreQuery): Page {
  return fields === undefined || page.fields.length <= fields.length ? page : withOnly(page, fields);
}
