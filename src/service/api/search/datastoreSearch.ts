import { defined } from '../../../base/defined.ts';
import { stringifyExact } from '../../../base/exactJson.ts';
import type { ExactValue } from '../../../base/cells.ts';
import type { ActionContext, ResultText } from '../action.ts';
import { invalidQuery, notFound } from '../../ckan/actionError.ts';
import type { FoundRecord, OutputField, Table } from '../../question/datastore.ts';
import { RecordTooLarge } from '../../question/answerErrors.ts';
import type { ActionInput } from '../parameterReader.ts';
import { searchQuestion } from './searchQuestion.ts';
import { recordWriter, RecordsText } from './recordsText.ts';
import { searchParameters, type SearchParameters } from './searchParameters.ts';

const TABLE_METADATA = '_table_metadata';

/** Returns the `result` as JSON text. Throws ActionError. */
export async function datastoreSearch(input: ActionInput, context: ActionContext): Promise<ResultText> {
  const parameters = searchParameters(input);
  const { recordsFormat } = parameters;
  const table = await find(parameters, context);
  const { question, columns, named, filter, next } = searchQuestion(parameters, table, context.ranks);
  const write = recordWriter(columns, recordsFormat);
  const records = new RecordsText(recordsFormat);
  let total: number | undefined;
  let isEstimate = false;
  let mayRepeat = false;
  let isUnsorted = false;
  let last: FoundRecord['id'] = null;
  let isCut = false;
  try {
    for await (const batch of table.page(question, context.signal)) {
      ({ total, isEstimate = false, mayRepeat = false, isUnsorted = false } = batch);
      const before = records.count;
      for (const { id, content } of batch.records) {
        isCut = !records.add(typeof content === 'string' ? content : write(content));
        if (isCut) break;
        last = id;
      }
      if (!isCut) continue;
      batch.onCut?.(records.count - before);
      break;
    }
  } catch (error) {
    if (!(error instanceof RecordTooLarge) || records.count === 0) throw error;
    // The next page begins with the record that is too large, and is refused.
    isCut = true;
  }
  const head: Record<string, ExactValue> = {
    ...parameters.echo,
    ...defined({ filterops: filter }),
    resource_id: table.id,
    // A page that would be too large ends early, with a lower limit as after a request of too many records.
    ...(isCut && { limit: records.count }),
    fields: describedFields(named, table, parameters.fileTexts),
  };
  if (total !== undefined) head['total'] = total;
  if (parameters.fileTexts !== undefined && table.edition !== undefined) head['x_edition'] = table.edition;
  if (isEstimate) head['total_was_estimated'] = true;
  if (mayRepeat) head['x_pages_may_repeat'] = true;
  if (isUnsorted) head['x_page_is_unsorted'] = true;
  if (parameters.includeNextPage && next !== undefined && last !== null) head['next_page'] = { _id: { [next]: last } };
  return [`${stringifyExact(head).slice(0, -1)},"records":`, ...records.pieces(), '}'];
}

export function describedFields(
  named: readonly OutputField[],
  table: Table,
  fileTexts: SearchParameters['fileTexts'],
): ExactValue {
  const fields = new Map(table.fields.map((field) => [field.id, field]));
  return named.map(({ id, type }) => {
    const { info, hasFileTexts } = fields.get(id) ?? {};
    return {
      ...{ id, type },
      ...(info !== undefined && { info: info as ExactValue }),
      ...(fileTexts !== undefined && hasFileTexts === true && { x_file_texts: true }),
    };
  });
}

/** Throws ActionError if there is no such resource. */
async function find({ resourceId, texts }: SearchParameters, { datastore, signal }: ActionContext): Promise<Table> {
  const table = await (resourceId === TABLE_METADATA ? datastore.names?.() : datastore.open(resourceId, signal));
  if (table === undefined) throw notFound(`Resource "${resourceId}" was not found.`);
  if (!table.isSearchable && texts.anywhere.length + texts.byField.length > 0)
    throw invalidQuery('column "_full_text" does not exist');
  return table;
}
