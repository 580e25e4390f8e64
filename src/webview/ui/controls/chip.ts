import { html, nothing, type TemplateResult } from 'lit-html';
import { button, icon } from './buttons.ts';
import './chip.css';

export interface Chip {
  readonly icon?: string;
  readonly text: string;
  readonly kind?: string;
  /** Describes what a press does. */
  readonly label: string;
  readonly press: (chip: HTMLElement) => void;
  readonly removeLabel: string;
  /** Called for a click on the cross. `isByKey` is set for Delete or Backspace on the chip. */
  readonly remove: (isByKey: boolean) => void;
  /** Whether the chip is a tab stop. One of several is. */
  readonly isReachable: boolean;
}

/** A chip. A press changes what it stands for; its cross or Delete removes it. */
export function chip({ text, label, press, removeLabel, remove, isReachable, ...own }: Chip): TemplateResult {
  const pressMain = ({ currentTarget }: Event): void => {
    const { parentElement } = currentTarget as HTMLElement;
    if (parentElement) press(parentElement);
  };
  const pressKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(true);
  };
  return html`<span class="chip ${own.kind ?? ''}">
    <button
      class="chip-main"
      type="button"
      tabindex=${isReachable ? '0' : '-1'}
      title=${label}
      aria-label=${label}
      aria-keyshortcuts="Delete"
      @click=${pressMain}
      @keydown=${pressKey}
    >
      ${own.icon === undefined ? nothing : icon(own.icon)}<bdi class="chip-text">${text}</bdi>
    </button>
    ${button('chip-remove', icon('close'), () => remove(false), {
      ...{ isReachable: false, title: removeLabel, spoken: removeLabel },
    })}
  </span>`;
}
