import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { GridNotice, GridTask } from '../../messages/gridProtocol.ts';
import { linkButton, icon } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import type { PanelContext } from './panelPart.ts';
import { StatusTasks } from './statusTasks.ts';
import './statusLine.css';

export interface StatusFacts {
  /** The notice about a file that is loading while its first records are shown. */
  readonly loading: GridNotice | undefined;
  readonly status: string;
  readonly server: string;
  readonly notice: string | undefined;
  readonly summary: string;
  /** Whether the summary covers only the loaded part of the selection. */
  readonly canSumAll: boolean;
  /** The number of hidden fields in words. Empty if none is hidden. */
  readonly hidden: string;
}

export class StatusLine {
  readonly element = element('footer', 'status');
  readonly #context: PanelContext;
  readonly #tasks: StatusTasks;
  #facts: Partial<StatusFacts> = {};

  constructor(context: PanelContext) {
    this.#context = context;
    this.#tasks = new StatusTasks(context, () => this.show({}));
    this.show({});
  }

  showTasks(tasks: readonly GridTask[]): string {
    return this.#tasks.show(tasks);
  }

  dispose(): void {
    this.#tasks.dispose();
  }

  show(facts: Partial<StatusFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    const { loading, status, server = '', notice, summary = '', canSumAll, hidden } = this.#facts;
    const { host, send, perform, strings } = this.#context;
    render(
      html`${this.#tasks.drawn}${loading === undefined ? nothing : this.#loading(loading)}<span class="status-text"
          >${status}</span
        >
        <span class="status-server" title=${server}>${server}</span>
        ${hidden ? linkButton(hidden, () => perform('showFields'), undefined, 'status-hidden') : nothing}
        ${notice ? html`<span class="status-notice" title=${notice}>${icon('info')}<span>${notice}</span></span>` : nothing}
        <span class="status-summary" title=${summary} .textContent=${summary}></span>
        ${canSumAll ? linkButton(strings.sumAll, () => send(host.sumAll())) : nothing}`,
      this.element,
    );
  }

  #loading({ text, offers }: GridNotice): TemplateResult {
    const { host, send } = this.#context;
    return html`<span class="status-loading" title=${text}>${icon('loading', true)}<span>${text}</span></span
      >${offers.map(({ id, label }) => linkButton(label, () => send(host.act(id))))}`;
  }
}
