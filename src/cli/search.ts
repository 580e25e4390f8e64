/** `datastore-explorer search`: records of a resource, to standard output. */
import { parseArgs } from 'node:util';
import { parseAddress, parseResource, type ResourceProblem } from '../datastore/client/address.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import type { PortalAccess } from '../datastore/client/model.ts';
import { describeNotice, type ResultNotice } from '../datastore/client/notice.ts';
import { parseFilters } from '../datastore/query/conditions.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { parseSort } from '../datastore/query/sortText.ts';
import { FORMATS, formatsFor } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { allRecords } from '../export/records.ts';
import type { ExportProgress } from '../export/runLog.ts';
import { Exchange } from '../http/exchange.ts';
import { checkToken } from '../http/origin.ts';
import { UndiciTransport } from '../http/undiciTransport.ts';
import { exitCodes, UsageError, write, type CliIo } from './io.ts';

const TIMEOUT_MS = 120_000;

/** Writes batch by batch. Throws UsageError, HttpError, DatastoreError, or the reason of the signal. */
export async function search(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, query, writer } = readSearchOptions(argv, io.env);
  const transport = new UndiciTransport({
    noProxy: [],
    proxySupport: 'on',
    strictSsl: true,
    systemCertificates: true,
    environment: io.env,
  });
  const exchange = new Exchange({ transport, timeoutMs: () => TIMEOUT_MS });
  const client = new DatastoreClient({ exchange, access: () => Promise.resolve(access) });
  let notices: readonly ResultNotice[] = [];
  let hasBegun = false;
  try {
    const onProgress = (progress: ExportProgress) => (notices = progress.notices);
    for await (const { fields, rows } of allRecords(client, query, io.signal, { onProgress })) {
      await write(io.stdout, (hasBegun ? '' : writer.begin(fields)) + writer.rows(rows));
      hasBegun = true;
      io.signal.throwIfAborted();
    }
    await write(io.stdout, writer.end());
    for (const notice of notices) await write(io.stderr, `${describeNotice(notice)}\n`);
    return exitCodes.ok;
  } finally {
    await transport.dispose();
  }
}

export interface SearchOptions {
  readonly access: PortalAccess;
  readonly query: DatastoreQuery;
  readonly writer: RecordWriter;
}

/** Throws UsageError. */
export function readSearchOptions(argv: readonly string[], env: CliIo['env']): SearchOptions {
  const values = parse(argv);
  const place = readPlace(values['base-url'], values.resource);
  const token = readToken(env['DATASTORE_TOKEN']);
  const { q, filters, fields, sort, limit } = values;
  const query: DatastoreQuery = {
    resourceId: place.resourceId,
    ...(q !== undefined && q !== '' && { q }),
    ...readFilters(filters),
    ...(fields !== undefined && { fields: fields.split(',').map((name) => name.trim()) }),
    ...(sort !== undefined && { sort: readSort(sort) }),
    ...(limit !== undefined && { limit: readLimit(limit) }),
  };
  return {
    access: { baseUrl: place.baseUrl, ...(token !== undefined && { token }) },
    query,
    writer: readFormat(values.format),
  };
}

function parse(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    'base-url': text,
    resource: text,
    q: text,
    filters: text,
    fields: text,
    sort: text,
    limit: text,
  };
  try {
    return parseArgs({ args: [...argv], options: { ...options, format: text } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPlace(base = '', resource = ''): { baseUrl: string; resourceId: string } {
  if (resource.trim() === '') throw new UsageError('--resource is missing.');
  const pasted = parseResource(resource);
  if ('problem' in pasted) throw placeError('--resource', pasted.problem, resource);
  const { resourceId, candidates } = pasted;
  const [named = ''] = candidates;
  const address = parseAddress(base === '' ? named : base);
  if ('problem' in address) throw placeError('--base-url', address.problem, base);
  if (address.baseUrl === undefined) throw placeError('--base-url', 'notUrl', base);
  return { baseUrl: address.baseUrl, resourceId };
}

function placeError(option: string, problem: ResourceProblem['problem'], text: string): UsageError {
  if (problem === 'empty') return new UsageError(`${option} is missing.`);
  // What holds a secret is not repeated.
  return new UsageError(`${option}: ${DRAFT_WORDS[problem].replace('{text}', () => text.trim())}`);
}

/** The value is never repeated, not even when it is wrong. */
function readToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  const problem = checkToken(token);
  if (problem === undefined) return token;
  const what = {
    empty: 'is blank',
    lineBreak: 'has a line break',
    character: "has a character that can't be sent",
  };
  throw new UsageError(`DATASTORE_TOKEN ${what[problem]}. Copy the token again, without the text around it.`);
}

function readFormat(text = 'table'): RecordWriter {
  const known = formatsFor('search');
  const format = known.find((id) => id === text);
  if (format === undefined)
    throw new UsageError(`--format: unknown format "${text}". Use one of ${known.join(', ')}.`);
  return new FORMATS[format].Writer();
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

function readLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(limit)) throw new UsageError(`--limit: "${text}" isn't a whole number.`);
  return limit;
}
