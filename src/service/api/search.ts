/** The action `datastore_search`. */
import { stringifyExact } from '../../datastore/exactJson.ts';
import type { ExactValue } from '../../shared/cells.ts';
import { notFound } from './actionError.ts';
import { columnsOf } from '../store/columns.ts';
import type { ActionInput } from './parameterReader.ts';
import { RecordsText } from './recordsText.ts';
import { planSearch } from './searchPlan.ts';
import { searchParameters } from './searchParameters.ts';
import type { ServedFolder } from '../store/servedFolder.ts';

/** `result` as JSON text. Throws ActionError. */
export async function search(folder: ServedFolder, input: ActionInput, signal: AbortSignal): Promise<string> {
  const parameters = searchParameters(input);
  const resource = await folder.open(parameters.resourceId);
  if (resource === undefined) throw notFound(`Resource "${parameters.resourceId}" was not found.`);
  const plan = planSearch(
    parameters,
    columnsOf(resource.description.fields, resource.description.ids),
    resource.database,
  );
  const records = new RecordsText(plan.columns, parameters.recordsFormat);
  let counted = 0;
  let last: number | undefined;
  let isCut = false;
  for await (const rows of folder.engine.rows(plan.sql, plan.bindings, signal)) {
    for (const [total, id, ...values] of rows) {
      counted = Number(total);
      if (id === null) continue;
      isCut = !records.add(values);
      if (isCut) break;
      last = Number(id);
    }
    if (isCut) break;
  }
  const fields = plan.columns.map(({ id, type }): ExactValue => ({ id, type }));
  const head: Record<string, ExactValue> = {
    ...parameters.echo,
    // A page that would be too large ends early, in the way that clients know from too high a limit.
    ...(isCut && { limit: records.count }),
    fields: parameters.fields?.length === 0 ? [] : fields,
  };
  if (parameters.includeTotal) head['total'] = plan.isWhole ? resource.description.resource.records : counted;
  if (parameters.includeNextPage && plan.next !== undefined && last !== undefined)
    head['next_page'] = { _id: { [plan.next]: last } };
  return `${stringifyExact(head).slice(0, -1)},"records":${records.toString()}}`;
}
