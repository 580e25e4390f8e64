/** The action `datastore_search`. */
import { stringifyExact } from '../../datastore/exactJson.ts';
import type { ExactValue } from '../../shared/cells.ts';
import type { ActionContext } from './action.ts';
import { blocksWith } from './blockSearch.ts';
import { notFound } from './actionError.ts';
import type { ActionInput } from './parameterReader.ts';
import { RecordsText } from './recordsText.ts';
import { planSearch, type SearchPlan } from './searchPlan.ts';
import { searchParameters } from './searchParameters.ts';

/** So many records are read in no time. */
const FEW_RECORDS = 50_000;

/** `result` as JSON text. Throws ActionError. */
export async function search(input: ActionInput, { folder, ranks, signal }: ActionContext): Promise<string> {
  const parameters = searchParameters(input);
  const resource = await folder.open(parameters.resourceId);
  if (resource === undefined) throw notFound(`Resource "${parameters.resourceId}" was not found.`);
  const { fields, resource: shown } = resource.description;
  const blocks = await blocksWith(parameters.texts, resource, folder.engine, signal);
  const plan = planSearch(parameters, resource, ranks, blocks);
  const records = new RecordsText(plan.columns, parameters.recordsFormat);
  let counted = 0;
  let last: number | undefined;
  let isCut = false;
  const cost = isPage(plan) || shown.records <= FEW_RECORDS ? 'page' : 'scan';
  for await (const rows of folder.engine.rows(plan.sql, plan.bindings, signal, cost)) {
    for (const [total, id, ...values] of rows) {
      counted = Number(total);
      if (id === null) continue;
      isCut = !records.add(values);
      if (isCut) break;
      last = Number(id);
    }
    if (isCut) break;
  }
  const info = new Map(fields.map((field) => [field.id, field.info]));
  const head: Record<string, ExactValue> = {
    ...parameters.echo,
    resource_id: shown.id,
    // A page that would be too large ends early, in the way that clients know from too high a limit.
    ...(isCut && { limit: records.count }),
    fields: plan.named.map(({ id, type }) => ({
      id,
      type,
      ...(info.get(id) !== undefined && { info: info.get(id) as ExactValue }),
    })),
  };
  if (parameters.includeTotal) head['total'] = plan.isWhole ? shown.records : counted;
  if (parameters.includeNextPage && plan.next !== undefined && last !== undefined)
    head['next_page'] = { _id: { [plan.next]: last } };
  return `${stringifyExact(head).slice(0, -1)},"records":${records.toString()}}`;
}

/** Nothing to look for, nothing to sort: the records lie where they are known to be. */
function isPage({ isWhole, next }: SearchPlan): boolean {
  return isWhole && next === 'gt';
}
