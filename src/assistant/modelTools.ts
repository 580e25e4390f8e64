/** Registers the tools for VS Code's models, whose code is loaded with the first call, and the server for MCP. */
import * as vscode from 'vscode';
import { Owner } from '../platform/disposables.ts';
import type { AgentToolName } from '../agents/agentTool.ts';
import type { ConfigValue } from '../platform/state/settings.ts';
import { AgentServer } from './agentServer.ts';
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
