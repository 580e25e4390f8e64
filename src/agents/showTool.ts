/** Opens a question in the grid for people, or says its link, for `datastore_show`. */
import type { KeptPlace } from '../document/kept/keptQuery.ts';
import { linkText } from '../document/code/queryLink.ts';
import { AgentFault } from './agentFault.ts';
import { type AgentCall, type AgentResource, placeOf } from './agentCall.ts';
import { toolQuestion, inputText, type ToolInput } from './agentInput.ts';
import { MOST_CHARACTERS } from './agentAnswer.ts';
import { summaryQuery } from './summarizeTool.ts';

/** Throws AgentFault, BudgetUsedUp, HttpError or DatastoreError. */
export async function showTool(input: ToolInput, call: AgentCall): Promise<string> {
  const sql = inputText(input, 'sql');
  if (sql !== '') return showSql(sql, call);
  const name = inputText(input, 'resource');
  if (name === '') throw new AgentFault('"resource" or "sql" is missing.', 'Use the input of the tool that answered.');
  const resource = await call.resource(name);
  const isSummary = 'by' in input || 'measures' in input || 'top' in input;
  const { limit, ...query } = isSummary
    ? await summaryQuery(input, resource, call)
    : toolQuestion(input, resource.resourceId, false);
  // People get all records in the grid, unless the agent named a limit.
  const whole = 'limit' in input && limit !== undefined ? { ...query, limit } : query;
  const { show } = call.places;
  if (show !== undefined) return oneLineOf(await show({ place: placeOf(resource), query: whole }, call.signal));
  const link = linkText({ kind: 'query', place: linkPlace(resource), query: whole }, 'vscode');
  if (typeof link !== 'string')
    throw new AgentFault(
      'This question has no link.',
      'Say the question in words, or use fewer filters.',
      link.problem,
    );
  if (link.length > MOST_CHARACTERS.datastore_show - 200)
    throw new AgentFault('The link of this question is too long.', 'Use fewer or shorter filters.');
  return `Opens the grid in VS Code: ${link}`;
}

async function showSql(sql: string, { places: { show }, signal }: AgentCall): Promise<string> {
  if (show !== undefined) return oneLineOf(await show({ sql }, signal));
  throw new AgentFault(
    'A statement has no link.',
    'Show people the statement, or use the input of datastore_search or datastore_summarize.',
  );
}

function linkPlace(resource: AgentResource): KeptPlace {
  const { file } = resource;
  if (file === undefined) return placeOf(resource);
  if (file.linkPath !== undefined) return { kind: 'file', path: file.linkPath };
  throw new AgentFault('A link can only name files in the folder of a window.', 'Say the question in words.');
}

function oneLineOf(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS.datastore_show);
}
