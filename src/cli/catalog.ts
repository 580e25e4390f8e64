/** `datastore-explorer catalog`: the resources of a portal's datasets, to standard output. */
import type { RecordRow } from '../base/cells.ts';
import { defined } from '../base/defined.ts';
import type { Field } from '../base/field.ts';
import { Catalog } from '../datastore/catalog/catalog.ts';
import type { Dataset } from '../datastore/catalog/dataset.ts';
import type { DatasetQuery } from '../datastore/catalog/datasetQuery.ts';
import type { PortalAccess } from '../datastore/wire/model.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import { formatsFor } from '../export/formats.ts';
import type { RecordWriter } from '../export/recordWriter.ts';
import { withExchange } from './connection.ts';
import { exitCodes, write, writeLine, type CliIo } from './io.ts';
import { parsedOptions, readBaseUrl, readFormat, readToken, readWhole, STRING, TOKEN_OPTION } from './options.ts';

const FIELDS: readonly Field[] = [
  { id: 'dataset', type: 'text' },
  { id: 'title', type: 'text' },
  { id: 'organization', type: 'text' },
  { id: 'resource', type: 'text' },
  { id: 'name', type: 'text' },
  { id: 'format', type: 'text' },
  { id: 'datastore', type: 'bool' },
  { id: 'updated', type: 'timestamp' },
];

const PAGE = 100;

const OPTIONS = {
  ...({ 'base-url': STRING, q: STRING, organization: STRING, limit: STRING, format: STRING } as const),
  ...TOKEN_OPTION,
};

/** Writes the resources page by page. Throws UsageError, HttpError, DatastoreError, or the signal's reason. */
export async function catalog(argv: readonly string[], io: CliIo): Promise<number> {
  const { access, query, limit, writer, remarks } = readCatalogOptions(argv, io.env);
  for (const remark of remarks) await writeLine(io.stderr, remark);
  await withExchange(io, async (exchange) => {
    const portal = new Catalog({ exchange, access: () => Promise.resolve(access), dialect: new LearnedDialect() });
    // The header is written only after the portal has answered.
    let beginning = writer.begin(FIELDS);
    let left = limit;
    for await (const datasets of portal.datasets(query, Math.min(limit, PAGE), io.signal)) {
      const rows = datasets.flatMap(rowsOf).slice(0, left);
      left -= rows.length;
      await write(io.stdout, beginning + (rows.length === 0 ? '' : writer.rows(rows)));
      beginning = '';
      for (const { name } of datasets.filter(({ hasMore }) => hasMore))
        await writeLine(io.stderr, `${name} has more resources than are listed here.`);
      io.signal.throwIfAborted();
      if (left === 0) break;
    }
    await write(io.stdout, beginning + writer.end());
  });
  return exitCodes.ok;
}

export interface CatalogCommandOptions {
  readonly remarks: readonly string[];
  readonly access: PortalAccess;
  readonly query: DatasetQuery;
  readonly limit: number;
  readonly writer: RecordWriter;
}

/** Throws UsageError for invalid options. */
export function readCatalogOptions(argv: readonly string[], env: CliIo['env']): CatalogCommandOptions {
  const { values } = parsedOptions(argv, OPTIONS, false);
  const { q: words = '', organization, limit = String(Number.MAX_SAFE_INTEGER) } = values;
  const baseUrl = readBaseUrl(values['base-url'] ?? '');
  const { token, remarks } = readToken(baseUrl, values, env);
  return {
    remarks,
    access: defined({ baseUrl, token }),
    query: {
      words,
      ...(organization !== undefined && { within: { organization } }),
      // Sorting by title keeps the pages consistent. A search is sorted by relevance.
      ...(words.trim() === '' && { sort: 'title' as const }),
    },
    limit: readWhole('limit', limit),
    writer: readFormat(formatsFor('catalog'), values.format),
  };
}

function rowsOf({ name, title, organization, updated, resources }: Dataset): readonly RecordRow[] {
  return resources.map((resource) => [
    name,
    title,
    organization?.name ?? null,
    resource.id,
    resource.name,
    resource.format,
    resource.hasRecords,
    resource.updated ?? updated ?? null,
  ]);
}
