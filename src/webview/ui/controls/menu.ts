import { html, nothing, render, type TemplateResult } from 'lit-html';
import { icon } from './buttons.ts';
import { element } from '../element.ts';
import { Floating } from './floating.ts';
import { placeByKey } from './listKeys.ts';
import './menu.css';

export interface MenuItem {
  readonly label: string;
  readonly isChecked?: boolean;
  readonly run: () => void;
}

/** Letters typed within this time are searched as one text. */
const TYPE_MS = 700;

/** A popup menu (WAI-ARIA menu). Arrow keys wrap around, and letters find an item. */
export class Menu {
  readonly element = element('div', 'popup-menu', { role: 'menu' });
  readonly #floating = new Floating(this.element, () => this.close());
  readonly #onDismiss: () => void;
  #typed = '';
  #typing: ReturnType<typeof setTimeout> | undefined;

  /** `onDismiss` is called when an item was chosen or a key closed the menu. It has to move the focus. */
  constructor(onDismiss: () => void) {
    this.#onDismiss = onDismiss;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  get isOpen(): boolean {
    return this.#floating.isOpen;
  }

  open(anchor: DOMRect, label: string, groups: readonly (readonly MenuItem[])[]): void {
    this.element.ariaLabel = label;
    const line = html`<div class="menu-line" role="separator"></div>`;
    render(
      groups
        .filter((items) => items.length > 0)
        .map((items, index) => [index === 0 ? nothing : line, items.map((item) => this.#item(item))]),
      this.element,
    );
    this.#floating.open(anchor);
    this.#items[0]?.focus();
  }

  close(): void {
    this.#floating.close();
  }

  dismiss(): void {
    this.close();
    this.#onDismiss();
  }

  get #items(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.menu-item')];
  }

  #item({ label, isChecked, run }: MenuItem): TemplateResult {
    const choose = (): void => {
      this.dismiss();
      run();
    };
    return html`<div
      class="menu-item"
      role=${isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabindex="-1"
      aria-checked=${isChecked ?? nothing}
      @click=${choose}
      @pointermove=${({ currentTarget }: PointerEvent) => (currentTarget as HTMLElement).focus()}
      >${isChecked === true ? icon('check') : html`<i class="menu-gap"></i>`}${label}</div
    >`;
  }

  #press(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(document.activeElement as HTMLElement);
    const { key, ctrlKey, metaKey, altKey } = event;
    const next = placeByKey(key, at, items.length, { isRound: true });
    if (next !== undefined) items[next]?.focus();
    else if (key === 'Enter' || key === ' ') items[at]?.click();
    else if (key === 'Escape' || key === 'Tab') this.dismiss();
    else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#find(key, items, at);
    else return;
    event.preventDefault();
  }

  #find(letter: string, items: readonly HTMLElement[], at: number): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => (this.#typed = ''), TYPE_MS);
    this.#typed += letter.toLowerCase();
    const from = this.#typed.length === 1 ? at + 1 : at;
    const order = [...items.slice(from), ...items.slice(0, from)];
    order.find((item) => item.textContent.trim().toLowerCase().startsWith(this.#typed))?.focus();
  }
}
