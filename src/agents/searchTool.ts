/** Records that match, for `datastore_search`. */
import { defined } from '../base/defined.ts';
import { MOST_ROWS } from './agentTool.ts';
import { aboutLine, answerText, roomFor, rowCuts, rowLines } from './agentAnswer.ts';
import type { AgentCall } from './agentCall.ts';
import { readQuestion, textOf, type ToolInput } from './agentInput.ts';

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function searchTool(input: ToolInput, call: AgentCall): Promise<string> {
  const resource = await call.resource(textOf(input, 'resource'));
  const query = readQuestion(input, resource.resourceId, false);
  const page = await resource.client.search(query, undefined, call.signal);
  const about = aboutLine(await call.about(resource, query));
  const rows = page.rows.slice(0, query.limit);
  const shown = rowLines(page.fields, call.plainRows(rows), roomFor('datastore_search', about));
  const { total } = page;
  const isAll = !page.totalIsEstimate && total === shown.rows;
  const facts = {
    ...defined({ total }),
    isEstimate: page.totalIsEstimate,
    returned: shown.rows,
    isComplete: isAll && shown.leftOutFields + shown.cutCells === 0,
    cuts: [...rowCuts(shown, rows.length), ...(page.mayNotMatch ? ['The server may have ignored filters.'] : [])],
    ...(!isAll && { next: moreOf(shown.rows < rows.length, query.limit) }),
  };
  return answerText(facts, [about, ...shown.lines]);
}

function moreOf(isFull: boolean, limit = MOST_ROWS): string {
  const more = isFull
    ? 'name fewer fields'
    : limit < MOST_ROWS
      ? `raise limit to ${String(MOST_ROWS)}`
      : 'sort otherwise';
  return `Narrow with filters or q, or ${more}. To count or calculate over all records, use datastore_summarize. datastore_show opens all of them for people.`;
}
