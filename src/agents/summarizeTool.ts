/** Groups of records, for `datastore_summarize`: by the server, or of the records that a call can read. */
import { defined } from '../base/defined.ts';
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import { type DatastoreQuery, summarizedRecords } from '../datastore/query/query.ts';
import { groupName, type Summary, summaryColumns } from '../datastore/query/summary.ts';
import { namesText, summaryProblem } from '../datastore/query/summaryCheck.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { AgentFault } from './agentFault.ts';
import { aboutLine, rowsAnswer } from './agentAnswer.ts';
import type { AgentCall, AgentResource } from './agentCall.ts';
import { toolQuestion, inputText, type ToolInput } from './agentInput.ts';
import { MOST_TOOL_ROWS } from './agentTool.ts';
import { readWithin, shareOfRead } from './readWithin.ts';
import { RecordGroups } from './recordGroups.ts';

interface Groups {
  readonly fields: readonly Pick<Field, 'id'>[];
  readonly rows: readonly RecordRow[];
  /** Number of records that were summarized. */
  readonly records?: number;
  /** Number of groups in the last row. */
  readonly others: number;
  readonly cuts: readonly string[];
}

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function summarizeTool(input: ToolInput, call: AgentCall): Promise<string> {
  const resource = await call.resource(inputText(input, 'resource'));
  const query = await summaryQuery(input, resource, call);
  const groups = await groupsOf(resource, query, call);
  const about = aboutLine({ ...(await call.about(resource, query)), records: groups.records });
  const { fields, others, rows, cuts } = groups;
  return rowsAnswer('datastore_summarize', about, {
    ...{ fields, rows: call.plainRows(rows), isAll: true },
    total: others === 0 ? rows.length : rows.length - 1 + others,
    cuts: [...cuts, ...(others > 0 ? [`${String(others)} groups are together in the last row, (others).`] : [])],
    next: () => 'Narrow with filters, or group by fewer or coarser values. The total counts groups.',
  });
}

/** The question of an input, once the fields of the resource are there. Throws AgentFault, and what a server does. */
export async function summaryQuery(
  input: ToolInput,
  resource: AgentResource,
  call: AgentCall,
): Promise<DatastoreQuery> {
  const { summary, ...query } = toolQuestion(input, resource.resourceId, true);
  const fields = await resource.client.fields(resource.resourceId, call.signal);
  if (summary === undefined) return query;
  const whole = { ...summary, groups: summary.groups.map((group) => wholeField(group, fields)) };
  const names = summaryColumns(whole);
  const stranger = query.sort?.find(({ field }) => !names.includes(field));
  const problem =
    stranger === undefined
      ? summaryProblem(whole, fields)
      : `"sort": there is no column "${stranger.field}". Columns: ${namesText(names)}.`;
  if (problem !== undefined)
    throw new AgentFault(
      'These fields have no such summary.',
      'Use names of fields as datastore_describe gives them.',
      problem,
    );
  const [first] = whole.groups;
  // Parts of dates and bins stay in their own order, although a limit would sort them by size.
  const isOrdered = first !== undefined && (first.unit ?? first.width) !== undefined && input['top'] === undefined;
  const own = isOrdered ? whole.groups.map((group) => ({ field: groupName(group), descending: false })) : undefined;
  return { ...query, ...defined({ sort: query.sort ?? own }), summary: whole };
}

/** A text that is a field's whole name is that field, as on the command line. */
function wholeField(group: Summary['groups'][number], fields: readonly Field[]): Summary['groups'][number] {
  const name = groupName(group);
  return fields.some(({ id }) => id === name) ? { field: name } : group;
}

async function groupsOf(resource: AgentResource, query: DatastoreQuery, call: AgentCall): Promise<Groups> {
  try {
    // One more row is that of the others.
    const limited = { ...query, limit: MOST_TOOL_ROWS + 1 };
    const { fields, rows, summary } = await resource.client.search(limited, undefined, call.signal);
    const { others = 0, notFinite = 0, tooLong = [], records } = summary ?? {};
    const cuts = [
      ...(notFinite > 0 ? [`${String(notFinite)} values that are NaN or infinite.`] : []),
      ...(tooLong.length > 0 ? ['Sums with more than 38 digits are null.'] : []),
    ];
    return { fields, rows, others, cuts, ...defined({ records }) };
  } catch (error) {
    const isHere = error instanceof DatastoreError && (error.kind === 'noSummary' || error.kind === 'sqlNotAllowed');
    if (!isHere || query.summary === undefined) throw error;
    return groupsRead(resource, query, query.summary, call);
  }
}

async function groupsRead(
  resource: AgentResource,
  query: DatastoreQuery,
  summary: Summary,
  call: AgentCall,
): Promise<Groups> {
  const all = await resource.client.fields(resource.resourceId, call.signal);
  const used = new Set([...summary.groups, ...summary.measures].flatMap((each) => ('field' in each ? each.field : [])));
  const shown = all.map(({ id }) => id).filter((id) => id === '_id' || used.has(id));
  const groups = new RecordGroups(summary, all);
  const { resourceId: _id, ...records } = summarizedRecords(query);
  const read = await readWithin(
    resource,
    { ...records, ...(shown.length > 0 && { fields: shown }) },
    call,
    (fields, rows) => groups.take(fields, rows),
  );
  const { rows, others } = groups.result(query.sort);
  const fields = summaryColumns(summary).map((id) => ({ id }));
  return { fields, rows, others, records: read.records, cuts: read.isWhole ? [] : [shareOfRead(read)] };
}
