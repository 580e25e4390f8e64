/** The tools for VS Code's models. With all that they use, they are a bundle of their own (dist/assistant.js). */
import * as vscode from 'vscode';
import { AgentBudget } from '../agents/agentBudget.ts';
import type { ShownQuestion } from '../agents/agentPlaces.ts';
import type { AgentToolName } from '../agents/agentTool.ts';
import { callTool } from '../agents/callTool.ts';
import { queryJson } from '../document/kept/queryObject.ts';
import { askToConfirm, plainMarkdown } from '../platform/messages.ts';
import { plain } from '../platform/plain.ts';
import { abortSignal } from '../platform/progress.ts';
import { translate } from '../platform/windowLanguage.ts';
import { AssistantPlaces, type GivenInput, type WindowPlaces } from './assistantPlaces.ts';
import type { AssistantPorts } from './assistantPorts.ts';
import { ASSISTANT_WORDS as WORDS } from './assistantWords.ts';
import { placesMeant, toolConfirmation } from './toolConfirmation.ts';

/** Answers in words, as the tools themselves do. Models read English. */
const UNTRUSTED =
  "error: This folder isn't trusted, so no tool is run.\ncomplete: false\n" +
  'next: Ask people to trust the folder (Workspaces: Manage Workspace Trust).';
const REFUSED =
  "error: People don't let this portal be asked.\ncomplete: false\n" +
  'next: Use the portals and files of datastore_find.';

export class AssistantTools {
  readonly #ports: AssistantPorts;
  readonly #places: AssistantPlaces;
  readonly #budget = new AgentBudget();
  /** Addresses of portals outside of the list that people let this window ask. */
  readonly #allowed = new Set<string>();

  constructor(ports: AssistantPorts) {
    this.#ports = ports;
    this.#places = new AssistantPlaces(ports);
  }

  async prepare(tool: AgentToolName, given: GivenInput): Promise<vscode.PreparedToolInvocation> {
    // Nothing runs, so there is nothing to confirm.
    if (!vscode.workspace.isTrusted) return {};
    const places = await this.#places.for(given);
    const { running, title, lines } = await toolConfirmation(tool, places, this.#ports);
    const confirmationMessages = { title: plain(title), message: plainMarkdown(lines) };
    return { invocationMessage: plainMarkdown([running]), confirmationMessages };
  }

  async invoke(
    tool: AgentToolName,
    given: GivenInput,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const text = await this.#answer(tool, given, abortSignal(token));
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  async #answer(tool: AgentToolName, given: GivenInput, signal: AbortSignal): Promise<string> {
    if (!vscode.workspace.isTrusted) return UNTRUSTED;
    const places = await this.#places.for(given);
    // VS Code's own question may have been answered for all calls.
    if (!(await this.#mayAsk(places))) return REFUSED;
    const show = (shown: ShownQuestion) => this.#show(shown, places);
    const { text } = await callTool(tool, places.input, { ...places, show }, this.#budget, signal);
    return text;
  }

  async #mayAsk({ other }: WindowPlaces): Promise<boolean> {
    if (other === undefined || this.#allowed.has(other.baseUrl)) return true;
    const { host } = new URL(other.baseUrl);
    const [question, detail] = [translate(WORDS.ask, { host }), translate(WORDS.askDetail)];
    const mayAsk = await askToConfirm('warning', question, [detail], translate(WORDS.askButton));
    if (mayAsk) this.#allowed.add(other.baseUrl);
    return mayAsk;
  }

  async #show(shown: ShownQuestion, places: WindowPlaces): Promise<string> {
    const { files, portals, open, openSql } = this.#ports;
    if ('sql' in shown) {
      const { resources } = placesMeant('datastore_sql', { ...places, input: shown }, files.portal.id);
      await openSql(
        shown.sql,
        resources.map(({ name, ref }) => ({ name, ref })),
      );
    } else {
      const { place, query } = shown;
      const portalId = place.kind === 'file' ? files.portal.id : portals.visit(place.baseUrl).id;
      await open({ portalId, resourceId: query.resourceId }, queryJson(shown));
    }
    return WORDS.opened;
  }
}
