/**
 * The tools for agents as a server of the Model Context Protocol. With its SDK it is a bundle of its own
 * (dist/mcp.js), which only the command `mcp` loads.
 */
import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { AgentTool } from '../agentTool.ts';
import type { AgentAnswer } from '../callTool.ts';

export interface McpParts {
  readonly version: string;
  /** What clients tell the model of all tools together. */
  readonly instructions: string;
  readonly tools: readonly AgentTool[];
  /** Never rejects, except when the signal aborts, because then no answer is sent. */
  readonly call: (name: string, input: unknown, signal: AbortSignal) => Promise<AgentAnswer>;
  /** Gets what goes wrong outside of a call, such as a message that isn't JSON. */
  readonly onProblem: (message: string) => void;
}

/** A message has one call, whose longest part is a statement. */
const MOST_MESSAGE_BYTES = 1 << 20;

/** What every client may assume of each tool: it changes nothing, here or at a portal. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true } as const;

/** Serves until the client closes its end, a stream breaks, or the signal aborts. Running calls are then aborted. */
export async function serveMcp(
  parts: McpParts,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  signal: AbortSignal,
): Promise<void> {
  const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MOST_MESSAGE_BYTES });
  const serving = serveStdio(() => serverOf(parts), { transport, onerror: ({ message }) => parts.onProblem(message) });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    close(undefined);
  };
  const stop = (): void => void serving.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await closed;
  signal.removeEventListener('abort', stop);
}

function serverOf({ version, instructions, tools, call }: McpParts): McpServer {
  const facts = { name: 'datastore-explorer', title: 'Datastore Explorer', version };
  const server = new McpServer(facts, { instructions, capabilities: { tools: { listChanged: false } } });
  // The SDK's own registration would check inputs against a schema first, with errors that name no next step.
  server.server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema }) => ({
      ...{ name, title, description, annotations: ANNOTATIONS },
      inputSchema: { type: 'object', ...(inputSchema as object) },
    })),
  }));
  server.server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, { mcpReq }) => {
    const { text, isError } = await call(name, input, mcpReq.signal);
    return { content: [{ type: 'text', text }], isError };
  });
  return server;
}
