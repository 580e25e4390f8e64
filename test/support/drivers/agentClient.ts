/** The official client of the Model Context Protocol, connected to `datastore-explorer mcp` as a process of its own. */
import assert from 'node:assert/strict';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cliPath } from './builtProgram.ts';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface AgentClient {
  readonly client: Client;
  /** The id of the server's process. */
  readonly pid: number;
  readonly call: (name: string, input?: object) => Promise<ToolAnswer>;
}

interface AgentSettings {
  /** Variables of the server's environment, which has few others. */
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: ClientOptions;
  readonly nodeArgs?: readonly string[];
}

/** `folder` is the working directory of the server, which has its temporary folders there, too. */
export async function startAgent(
  args: readonly string[],
  folder: string,
  { env = {}, options = {}, nodeArgs = [] }: AgentSettings = {},
): Promise<AgentClient> {
  const client = new Client({ name: 'tests', version: '1' }, options);
  const child = { command: process.execPath, args: [...nodeArgs, cliPath, 'mcp', ...args], stderr: 'ignore' as const };
  const transport = new StdioClientTransport({ ...child, cwd: folder, env: { TMPDIR: folder, ...env } });
  await client.connect(transport);
  const call = async (name: string, input: object = {}): Promise<ToolAnswer> => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    const [answer, another] = content;
    assert.ok(answer?.type === 'text' && another === undefined);
    return { text: answer.text, isError };
  };
  return { client, pid: transport.pid ?? 0, call };
}
