/** Tells VS Code how to start our server for the Model Context Protocol, on the portals and files that people added. */
import * as vscode from 'vscode';
import { Owner } from '../platform/disposables.ts';
import type { ConfigValue } from '../platform/state/settings.ts';
import type { AssistantPorts } from './assistantPorts.ts';

/** The bundle of the command line. */
export interface ServerProgram {
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
