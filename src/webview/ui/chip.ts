import { html, nothing, type TemplateResult } from 'lit-html';
import { icon } from './buttons.ts';
import './chip.css';

export interface Chip {
  readonly icon?: string;
  readonly text: string;
  /** A class, where kinds of chips look different. */
  readonly kind?: string;
  /** What pressing it does. */
  readonly label: string;
  readonly press: (chip: HTMLElement) => void;
  readonly removeLabel: string;
  /** By the cross, or `isByKey` by Delete or Backspace on the chip. */
  readonly remove: (isByKey: boolean) => void;
  /** Of several chips, one can be reached by Tab. */
  readonly isReachable: boolean;
}

/** A thing in force: a press changes it, its cross or Delete takes it away. */
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
    <button
      class="chip-remove"
      type="button"
      tabindex="-1"
      title=${removeLabel}
      aria-label=${removeLabel}
      @click=${() => remove(false)}
    >
      ${icon('close')}
    </button>
  </span>`;
}
