/** Registers the tools for VS Code's models, whose code is loaded with the first call, and the server for MCP. */
import * as vscode from 'vscode';
import { Owner } from '../platform/disposables.ts';
import type { AgentToolName } from '../agents/agentTool.ts';
import type { ConfigValue } from '../platform/state/settings.ts';
import type { AssistantPorts } from './assistantPorts.ts';
import type { AssistantTools } from './assistantTools.ts';

/** The part of package.json that names the tools. */
interface ToolManifest {
  readonly version: string;
  readonly contributes: { readonly languageModelTools: readonly { readonly name: AgentToolName }[] };
}

export class ModelTools extends Owner {
  readonly #ports: AssistantPorts;
  #tools: Promise<AssistantTools> | undefined;

  /** @param manifest package.json. @param path The bundle of the command line. */
  constructor(manifest: unknown, path: string, isByMcp: ConfigValue<boolean>, ports: AssistantPorts) {
    super();
    this.#ports = ports;
    const { contributes, version } = manifest as ToolManifest;
    this.owned.add(new AgentServer({ path, version }, isByMcp, ports));
    for (const { name } of contributes.languageModelTools)
      this.owned.add(
        vscode.lm.registerTool<Readonly<Record<string, unknown>>>(name, {
          prepareInvocation: async ({ input }) => (await this.#loaded()).prepare(name, input),
          invoke: async ({ input }, token) => (await this.#loaded()).invoke(name, input, token),
        }),
      );
  }

  #loaded(): Promise<AssistantTools> {
    this.#tools ??= import('./assistantTools.ts').then(({ AssistantTools: Tools }) => new Tools(this.#ports));
    return this.#tools;
  }
}

/** The bundle of the command line. */
interface ServerProgram {
  readonly path: string;
  readonly version: string;
}

const ID = 'datastoreExplorer.agents';

export class AgentServer extends Owner implements vscode.McpServerDefinitionProvider {
  readonly #ports: Pick<AssistantPorts, 'listed' | 'files'>;
  readonly #isEnabled: ConfigValue<boolean>;
  readonly #server: ServerProgram;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(
    server: ServerProgram,
    isEnabled: ConfigValue<boolean>,
    ports: Pick<AssistantPorts, 'listed' | 'files' | 'portals'>,
  ) {
    super();
    this.#ports = ports;
    this.#isEnabled = isEnabled;
    this.#server = server;
    const changes = [ports.portals.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust];
    for (const event of changes) this.owned.add(event(() => isEnabled.value && this.#changed.fire()));
    this.owned.add(isEnabled.onDidChange(() => this.#changed.fire()));
    this.owned.add(vscode.lm.registerMcpServerDefinitionProvider(ID, this));
  }

  /** The server gets no token, and no way to one. */
  async provideMcpServerDefinitions(): Promise<vscode.McpStdioServerDefinition[]> {
    if (!this.#isEnabled.value || !vscode.workspace.isTrusted) return [];
    const portals = this.#ports.listed().flatMap(({ baseUrl }) => ['--portal', baseUrl]);
    const listed = await this.#ports.files.list();
    const files = [...new Set(listed.flatMap(({ file }) => (file === '' ? [] : [file])))];
    if (portals.length === 0 && files.length === 0) return [];
    const { path, version } = this.#server;
    const args = [path, 'mcp', ...portals, '--', ...files];
    const environment = { ELECTRON_RUN_AS_NODE: '1' };
    return [new vscode.McpStdioServerDefinition('Datastore Explorer', process.execPath, args, environment, version)];
  }
}
