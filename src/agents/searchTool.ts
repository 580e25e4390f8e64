/** Records that match, for `datastore_search`. */
import { defined } from '../base/defined.ts';
import { MOST_TOOL_ROWS } from './agentTool.ts';
import { aboutLine, rowsAnswer } from './agentAnswer.ts';
import type { AgentCall } from './agentCall.ts';
import { toolQuestion, inputText, type ToolInput } from './agentInput.ts';

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function searchTool(input: ToolInput, call: AgentCall): Promise<string> {
  const resource = await call.resource(inputText(input, 'resource'));
  const query = toolQuestion(input, resource.resourceId, false);
  const page = await resource.client.search(query, undefined, call.signal);
  const about = aboutLine(await call.about(resource, query));
  const { fields, total, totalIsEstimate: isEstimate, mayNotMatch } = page;
  const rows = call.plainRows(page.rows.slice(0, query.limit));
  return rowsAnswer('datastore_search', about, {
    ...{ fields, rows, isEstimate, ...defined({ total }) },
    isAll: !isEstimate && total === rows.length,
    cuts: mayNotMatch ? ['Filters, which the server may have ignored.'] : [],
    next: (isFull) => moreOf(isFull, query.limit),
  });
}

function moreOf(isFull: boolean, limit = MOST_TOOL_ROWS): string {
  const more = isFull
    ? 'name fewer fields'
    : limit < MOST_TOOL_ROWS
      ? `raise limit to ${String(MOST_TOOL_ROWS)}`
      : 'sort otherwise';
  return `Narrow with filters or q, or ${more}. To count or calculate over all records, use datastore_summarize. datastore_show opens all of them for people.`;
}
