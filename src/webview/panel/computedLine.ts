import { html, render } from 'lit-html';
import type { GridResult } from '../../messages/gridProtocol.ts';
import { linkButton } from '../ui/controls/buttons.ts';
import { element } from '../ui/element.ts';
import { visibleText } from '../ui/visibleText.ts';
import './computedLine.css';
import { Part } from './pane.ts';
import type { PanelContext } from './panelPart.ts';

/** The line below a summary that says how it was computed. Its button shows the request or the statement. */
export class ComputedLine extends Part {
  readonly place = 'under';

  constructor(context: PanelContext) {
    super(context, element('div', 'computed'));
  }

  show({ generation, computed }: GridResult): void {
    const { strings, send, host } = this.context;
    this.element.hidden = computed === undefined;
    render(
      html`<span class="computed-text">${visibleText(computed ?? '')}</span>
        ${linkButton(strings.howComputed, () => send(host.showComputation(generation)))}`,
      this.element,
    );
  }
}
