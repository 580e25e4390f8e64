import { html, nothing, type TemplateResult } from 'lit-html';
import { ref, type RefOrCallback } from 'lit-html/directives/ref.js';
import './buttons.css';

export interface ButtonState {
  readonly id?: string;
  readonly isDisabled?: boolean;
  readonly isHidden?: boolean;
  readonly isExpanded?: boolean;
  readonly element?: RefOrCallback;
}

/** A codicon as a button. `title` is its tooltip and accessible name. */
export function iconButton(
  name: string,
  title: string,
  press: () => void,
  { id, isDisabled = false, isHidden = false, isExpanded, element }: ButtonState = {},
): TemplateResult {
  return html`<button
    id=${id ?? nothing}
    class="icon-button"
    type="button"
    title=${title}
    aria-label=${title}
    aria-expanded=${isExpanded ?? nothing}
    ?disabled=${isDisabled}
    ?hidden=${isHidden}
    @click=${press}
    ${ref(element)}
    >${icon(name)}</button
  >`;
}

export interface TextButton extends ButtonState {
  readonly label: unknown;
  readonly press: () => void;
  readonly isPrimary?: boolean;
  readonly title?: string;
  /** The page's key for `aria-keyshortcuts`. The caller handles the key. */
  readonly key?: string;
}

export function textButton({ label, press, title, key, ...state }: TextButton): TemplateResult {
  const { id, isPrimary = false, isDisabled = false, isHidden = false, element } = state;
  return html`<button
    id=${id ?? nothing}
    class="text-button ${isPrimary ? 'primary' : ''}"
    type="button"
    title=${title ?? nothing}
    aria-keyshortcuts=${key ?? nothing}
    ?disabled=${isDisabled}
    ?hidden=${isHidden}
    @click=${press}
    ${ref(element)}
    >${label}</button
  >`;
}

export function linkButton(
  label: unknown,
  press: () => void,
  { id, className = '' }: { readonly id?: string; readonly className?: string } = {},
): TemplateResult {
  return html`<button id=${id ?? nothing} class="link-button ${className}" type="button" @click=${press}
    >${label}</button
  >`;
}

/** A codicon. Hidden from assistive technology, because a text beside it or a title says the same. */
export function icon(name: string, isSpinning = false): TemplateResult {
  const shape = isSpinning ? `${name} codicon-modifier-spin` : name;
  return html`<i class="codicon codicon-${shape}" aria-hidden="true"></i>`;
}
