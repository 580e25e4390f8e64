import { html, render } from 'lit-html';
import type { GridResult } from '../../messages/gridProtocol.ts';
import { linkButton } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import './computedLine.css';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** The line below a summary that says how it was computed. Its button shows the request or the statement. */
export class ComputedLine implements PanelPart {
  readonly element = element('div', 'computed');
  readonly place = 'under';
  readonly #context: PanelContext;

  constructor(context: PanelContext) {
    this.#context = context;
    this.element.hidden = true;
  }

  show({ generation, computed }: GridResult): void {
    const { strings, send, host } = this.#context;
    this.element.hidden = computed === undefined;
    render(
      html`<span class="computed-text">${computed}</span>
        ${linkButton(strings.howComputed, () => send(host.showComputation(generation)))}`,
      this.element,
    );
  }
}
