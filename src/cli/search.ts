/** `datastore-explorer search`: records of a resource, to standard output. */
import { parseResource } from '../datastore/client/address.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { Dialect } from '../datastore/dialect/dialect.ts';
import type { PortalAccess } from '../datastore/client/model.ts';
import { describeNotice, type ResultNotice } from '../datastore/client/notice.ts';
import { parseFilters } from '../datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { beginningsOf } from '../datastore/query/searchText.ts';
import { parseSort } from '../datastore/query/sortText.ts';
import { formatsFor } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { withExchange } from './connection.ts';
import { exitCodes, UsageError, write, writeLine, type CliIo } from './io.ts';
import { addressError, readBaseUrl, readFormat, readLimit, readOptions, readToken } from './options.ts';

/** Writes batch by batch. Throws UsageError, HttpError, DatastoreError, or the reason of the signal. */
export async function search(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, query, writer } = readSearchOptions(argv, io.env);
  await withExchange(io.env, async (exchange) => {
    const client = new DatastoreClient({
      exchange,
      access: () => Promise.resolve(access),
      // Whoever types such filters means them.
      dialect: new Dialect({ allowsSql: () => true }),
    });
    let notices: readonly ResultNotice[] = [];
    let hasBegun = false;
    const onProgress = (progress: ExportProgress) => (notices = progress.notices);
    for await (const { fields, rows } of allRecords(client, query, io.signal, { onProgress })) {
      await write(io.stdout, (hasBegun ? '' : writer.begin(fields)) + writer.rows(rows));
      hasBegun = true;
      io.signal.throwIfAborted();
    }
    await write(io.stdout, writer.end());
    for (const notice of notices) await writeLine(io.stderr, describeNotice(notice));
  });
  return exitCodes.ok;
}

export interface SearchOptions {
  readonly access: PortalAccess;
  readonly query: DatastoreQuery;
  readonly writer: RecordWriter;
}

const OPTIONS = [
  ...(['base-url', 'resource', 'q', 'q-mode', 'q-field'] as const),
  ...(['filters', 'fields', 'sort', 'limit', 'format'] as const),
];

/** Throws UsageError. */
export function readSearchOptions(argv: readonly string[], env: CliIo['env']): SearchOptions {
  const values = readOptions(argv, OPTIONS);
  const place = readPlace(values['base-url'], values.resource);
  const token = readToken(env);
  const { filters, fields, sort, limit } = values;
  const query: DatastoreQuery = {
    resourceId: place.resourceId,
    ...readSearch(values),
    ...readFilters(filters),
    ...(fields !== undefined && { fields: fields.split(',').map((name) => name.trim()) }),
    ...(sort !== undefined && { sort: readSort(sort) }),
    ...(limit !== undefined && { limit: readLimit(limit) }),
  };
  return {
    access: { baseUrl: place.baseUrl, ...(token !== undefined && { token }) },
    query,
    writer: readFormat(formatsFor('search'), values.format),
  };
}

function readPlace(base = '', resource = ''): { baseUrl: string; resourceId: string } {
  if (resource.trim() === '') throw new UsageError('--resource is missing.');
  const pasted = parseResource(resource);
  if ('problem' in pasted) throw addressError('--resource', pasted.problem, resource);
  const { resourceId, candidates } = pasted;
  const [named = ''] = candidates;
  return { baseUrl: readBaseUrl(base === '' ? named : base), resourceId };
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;

const MODES: ReadonlyMap<string, Search['qMode']> = new Map([
  ['words', undefined],
  ['starts-with', 'startsWith'],
  ['expression', 'expression'],
]);

function readSearch(values: Readonly<Partial<Record<(typeof OPTIONS)[number], string>>>): Search {
  const { q = '', 'q-mode': mode = 'words', 'q-field': qField } = values;
  if (!MODES.has(mode))
    throw new UsageError(`--q-mode: "${mode}" isn't one of ${[...MODES.keys()].join(', ')}.`);
  const qMode = MODES.get(mode);
  if (q === '') return {};
  if (qMode === 'startsWith' && beginningsOf(q) === undefined)
    throw new UsageError(`--q: ${DRAFT_WORDS.noWord}`);
  return { q, ...(qMode && { qMode }), ...(qField !== undefined && qField !== '' && { qField }) };
}

function readFilters(text = '{}'): Pick<DatastoreQuery, 'filters'> {
  const filters = parseFilters(text);
  if (!('problem' in filters)) return filters.length === 0 ? {} : { filters };
  if (filters.problem === 'notObject') throw new UsageError(`--filters: ${DRAFT_WORDS.notObject}`);
  throw new UsageError(`--filters: invalid JSON at line ${filters.line}, column ${filters.column}.`);
}

function readSort(text: string): NonNullable<DatastoreQuery['sort']> {
  const sort = parseSort(text);
  if (sort === undefined)
    throw new UsageError(`--sort: invalid sort "${text}". Use a form like "year desc, name".`);
  return sort;
}
