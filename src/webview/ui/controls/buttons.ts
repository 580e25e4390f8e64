import { html, nothing, type TemplateResult } from 'lit-html';
import { ref, type RefOrCallback } from 'lit-html/directives/ref.js';
import './buttons.css';

/** The state of a button and its attributes, of which absent ones aren't set. */
export interface ButtonState {
  readonly id?: string;
  readonly isDisabled?: boolean;
  readonly isHidden?: boolean;
  readonly isExpanded?: boolean;
  readonly isPressed?: boolean;
  /** Whether the button is a tab stop, if it is one of several that arrow keys move through. */
  readonly isReachable?: boolean;
  readonly title?: string;
  /** The accessible name, if the content doesn't say it. */
  readonly spoken?: string;
  /** The page's key for `aria-keyshortcuts`. The caller handles the key. */
  readonly key?: string;
  readonly element?: RefOrCallback;
}

export function button(
  className: string,
  content: unknown,
  press: () => void,
  state: ButtonState = {},
): TemplateResult {
  const { id, isDisabled = false, isHidden = false, isReachable, element } = state;
  return html`<button
    id=${id ?? nothing}
    class=${className}
    type="button"
    tabindex=${isReachable === undefined ? nothing : isReachable ? '0' : '-1'}
    title=${state.title ?? nothing}
    aria-label=${state.spoken ?? nothing}
    aria-expanded=${state.isExpanded ?? nothing}
    aria-pressed=${state.isPressed ?? nothing}
    aria-keyshortcuts=${state.key ?? nothing}
    ?disabled=${isDisabled}
    ?hidden=${isHidden}
    @click=${press}
    ${ref(element)}
    >${content}</button
  >`;
}

/** A codicon as a button. `title` is its tooltip and accessible name. */
export function iconButton(name: string, title: string, press: () => void, state?: ButtonState): TemplateResult {
  return button('icon-button', icon(name), press, { ...state, title, spoken: title });
}

export interface TextButton extends ButtonState {
  readonly label: unknown;
  readonly press: () => void;
  readonly isPrimary?: boolean;
}

export function textButton({ label, press, isPrimary = false, ...state }: TextButton): TemplateResult {
  return button(`text-button ${isPrimary ? 'primary' : ''}`, label, press, state);
}

export function linkButton(label: unknown, press: () => void, id?: string, className = ''): TemplateResult {
  return button(`link-button ${className}`, label, press, { ...(id !== undefined && { id }) });
}

/** A codicon. Hidden from assistive technology, because a text beside it or a title says the same. */
export function icon(name: string, isSpinning = false): TemplateResult {
  const shape = isSpinning ? `${name} codicon-modifier-spin` : name;
  return html`<i class="codicon codicon-${shape}" aria-hidden="true"></i>`;
}
