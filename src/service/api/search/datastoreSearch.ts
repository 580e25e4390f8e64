/** The action `datastore_search`. */
import { DuckDBListValue } from '@duckdb/node-api';
import { stringifyExact } from '../../../base/exactJson.ts';
import type { ExactValue } from '../../../base/cells.ts';
import type { ActionContext, ResultText } from '../action.ts';
import { blocksWith } from '../../engine/duckdb/search/searchTexts.ts';
import { hasFileText } from '../../engine/duckdb/columns.ts';
import type { EngineRow } from '../../engine/duckdb/engine.ts';
import type { RecordsFormat } from '../../engine/duckdb/search/recordLines.ts';
import { notFound } from '../../ckan/actionError.ts';
import type { ActionInput } from '../parameterReader.ts';
import { recordWriter, RecordsText } from './recordsText.ts';
import {
  planSearch,
  searchedResource,
  type Searched,
  type SearchPlan,
} from '../../engine/duckdb/search/searchPlan.ts';
import { searchParameters, type SearchParameters } from './searchParameters.ts';
import { TABLE_METADATA, tableMetadata } from '../../engine/duckdb/search/tableMetadata.ts';

/** So many records are read in no time. */
const FEW_RECORDS = 50_000;
/** A page of more is not read and written in no time. */
const FEW_VALUES = 20_000;

/** `result` as JSON text. Throws ActionError. */
export async function datastoreSearch(input: ActionInput, context: ActionContext): Promise<ResultText> {
  const parameters = searchParameters(input);
  const { folder, ranks, signal } = context;
  const { recordsFormat } = parameters;
  const { searched, blocks } = await find(parameters, context);
  const isBulk = isBulkPage(parameters, searched);
  const lines = isBulk ? recordsFormat : undefined;
  const plan = planSearch(parameters, searched, ranks, { blocks, lines });
  const textOf = recordReader(plan, recordsFormat);
  const records = new RecordsText(recordsFormat);
  let counted = 0;
  let last: number | string | undefined;
  let isCut = false;
  const cost = !isBulk && (isPage(plan) || searched.records <= FEW_RECORDS) ? 'page' : 'scan';
  for await (const rows of folder.engine.rows(plan.sql, plan.bindings, signal, cost)) {
    for (const [total, id, ...values] of rows) {
      counted = Number(total);
      if (id === null) continue;
      isCut = !records.add(textOf(values));
      if (isCut) break;
      last = typeof id === 'string' ? id : Number(id);
    }
    if (isCut) break;
  }
  const info = new Map(searched.fields.map((field) => [field.id, field.info]));
  const head: Record<string, ExactValue> = {
    ...parameters.echo,
    ...(plan.filter !== undefined && { filterops: plan.filter }),
    resource_id: searched.id,
    // A page that would be too large ends early, in the way that clients know from too high a limit.
    ...(isCut && { limit: records.count }),
    fields: plan.named.map((column) => ({
      id: column.id,
      type: column.type,
      ...(info.get(column.id) !== undefined && { info: info.get(column.id) as ExactValue }),
      ...(parameters.fileTexts !== undefined && hasFileText(column) && { x_file_texts: true }),
    })),
  };
  if (parameters.includeTotal) head['total'] = plan.isWhole ? searched.records : counted;
  if (parameters.includeNextPage && plan.next !== undefined && last !== undefined)
    head['next_page'] = { _id: { [plan.next]: last } };
  return [`${stringifyExact(head).slice(0, -1)},"records":`, ...records.pieces(), '}'];
}

/** Throws ActionError. */
async function find(
  { resourceId, texts }: SearchParameters,
  { folder, signal }: ActionContext,
): Promise<{ readonly searched: Searched; readonly blocks?: string }> {
  if (resourceId === TABLE_METADATA) return { searched: tableMetadata(await folder.catalogue.list(), texts) };
  const resource = await folder.open(resourceId, signal);
  if (resource === undefined) throw notFound(`Resource "${resourceId}" was not found.`);
  const blocks = await blocksWith(texts, resource, folder.engine, signal);
  return { searched: searchedResource(resource), ...(blocks !== undefined && { blocks }) };
}

/** Texts of records out of the engine's rows. */
function recordReader(
  { columns, givesLines }: SearchPlan,
  format: RecordsFormat,
): (values: EngineRow) => string {
  const write = recordWriter(columns, format);
  if (!givesLines) return write;
  // The engine gives the values too where it can't spell them (recordLines.ts).
  return ([line, values]) => (values instanceof DuckDBListValue ? write(values.items) : String(line));
}

/** Nothing to look for, nothing to sort: the records lie where they are known to be. */
function isPage({ isWhole, next }: SearchPlan): boolean {
  return isWhole && next === 'gt';
}

function isBulkPage({ limit, fields }: SearchParameters, { columns, records }: Searched): boolean {
  return Math.min(limit, records) * (fields?.length ?? columns.size) > FEW_VALUES;
}
