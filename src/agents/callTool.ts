/** Calls a tool by its name, for VS Code's language models and for the MCP server. */
import { hideSecrets } from '../base/secretText.ts';
import { untilAborted } from '../base/untilAborted.ts';
import { NotCountable } from '../datastore/statistics/valueTally.ts';
import { DatastoreError, type DatastoreErrorKind } from '../datastore/wire/errors.ts';
import { describeError } from '../datastore/wire/errorWords.ts';
import { HttpError } from '../http/errors.ts';
import { type AgentBudget, BudgetUsedUp } from './agentBudget.ts';
import { AgentCall } from './agentCall.ts';
import { AgentFault } from './agentFault.ts';
import { budgetText } from './agentAnswer.ts';
import { readToolInput, type ToolInput } from './agentInput.ts';
import type { AgentPlaces } from './agentPlaces.ts';
import { type AgentToolName, agentTools } from './agentTool.ts';
import { describeTool } from './describeTool.ts';
import { boundedText, fenced, safeJson } from './fencedText.ts';
import { findTool } from './findTool.ts';
import { searchTool } from './searchTool.ts';
import { showTool } from './showTool.ts';
import { sqlTool } from './sqlTool.ts';
import { summarizeTool } from './summarizeTool.ts';

export interface AgentAnswer {
  readonly text: string;
  readonly isError: boolean;
}

const TOOLS: Readonly<Record<AgentToolName, (input: ToolInput, call: AgentCall) => Promise<string>>> = {
  datastore_find: findTool,
  datastore_describe: describeTool,
  datastore_search: searchTool,
  datastore_summarize: summarizeTool,
  datastore_sql: sqlTool,
  datastore_show: showTool,
};

const LONGEST_WORDS = 1200;

/** Never throws for inputs and servers: errors are answers that name the next step. Throws the signal's reason. */
export async function callTool(
  name: string,
  input: unknown,
  places: AgentPlaces,
  budget: AgentBudget,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  signal.throwIfAborted();
  const limits = budget.begin(signal);
  const call = new AgentCall(places, limits);
  try {
    const tool = agentTools.find((each) => each.name === name);
    if (tool === undefined)
      throw new AgentFault('There is no such tool.', `Tools: ${agentTools.map((each) => each.name).join(', ')}.`, name);
    // A file that opens slowly, or a busy server, can't hold up an answer.
    const text = await untilAborted(TOOLS[tool.name](readToolInput(tool, input), call), limits.lastSignal);
    return { text: call.withoutTokens(text), isError: false };
  } catch (error) {
    signal.throwIfAborted();
    return { text: call.withoutTokens(faultText(error, call)), isError: true };
  } finally {
    limits.end();
  }
}

function faultText(error: unknown, call: AgentCall): string {
  const { message, next, words } = faultOf(error, call);
  const data = boundedText(hideSecrets(call.withoutTokens(words)), LONGEST_WORDS);
  const lines = words === '' ? [] : [fenced([safeJson({ words: data })])];
  return [`error: ${plain(message)}`, 'complete: false', `next: ${plain(next)}`, ...lines].join('\n');
}

/** A sentence outside of the marks can't have any, even if a name came into it. */
function plain(sentence: string): string {
  return safeJson(sentence).slice(1, -1).replaceAll('\\"', '"');
}

const NEXT: Readonly<Partial<Record<DatastoreErrorKind, string>>> = {
  notFound: 'Use datastore_find to see the names of resources with records.',
  datasetMissing: 'Use datastore_find to see the names of resources with records.',
  validation: 'Use datastore_describe to see the names and types of the fields, then change the question.',
  forbidden: 'Use another resource, or ask people to allow a token for this portal.',
  unsupportedFilter: 'Use q, or filters with equal values. This portal has no other operators.',
  sqlNotAllowed: 'Use q, or filters with equal values. SQL is not allowed for this portal.',
  noRanges: 'Use q, or filters with equal values. This portal has no ranges.',
  catalogMissing: 'This portal lists no datasets. Name a resource by its id in datastore_describe.',
};
const NEXT_OF_OTHERS = 'Call the tool again later, or ask for less.';

/** Unknown errors are said without their texts, which could have paths. */
function faultOf(error: unknown, { ownHosts }: AgentCall): Pick<AgentFault, 'message' | 'next' | 'words'> {
  if (error instanceof AgentFault) return error;
  if (error instanceof BudgetUsedUp)
    return new AgentFault(budgetText(error), 'Ask for less: fewer fields, or filters that match fewer records.');
  if (error instanceof NotCountable)
    return new AgentFault('There are too many groups or values to keep.', 'Use filters, or coarser groups.');
  if (error instanceof DatastoreError) {
    const words = describeError(error, undefined, (host) => (ownHosts.has(host) ? 'The file' : host)).message;
    const isOfFile = error.kind === 'forbidden' && ownHosts.has(error.host);
    const next = isOfFile ? 'Read only tables by the names of datastore_find.' : (NEXT[error.kind] ?? NEXT_OF_OTHERS);
    return { message: "The server didn't answer the question.", next, words };
  }
  if (error instanceof HttpError) {
    const message =
      error.kind === 'redirect'
        ? 'The portal redirects to another host, which is not asked.'
        : "The server couldn't be reached.";
    return { message, next: NEXT_OF_OTHERS, words: ownHosts.has(error.host) ? '' : describeError(error).message };
  }
  return { message: 'The tool failed.', next: NEXT_OF_OTHERS, words: '' };
}
