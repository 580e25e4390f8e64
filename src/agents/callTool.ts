/** Calls a tool by its name, for VS Code's language models and for the MCP server. */
import type { AgentBudget } from './agentBudget.ts';
import type { AgentPlaces } from './agentPlaces.ts';

export interface AgentAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Never throws for inputs and servers: errors are answers that name the next step. Throws the signal's reason. */
export async function callTool(
  name: string,
  input: unknown,
  places: AgentPlaces,
  budget: AgentBudget,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  signal.throwIfAborted();
  return Promise.resolve({ text: `${name} isn't ready.`, isError: true });
}
