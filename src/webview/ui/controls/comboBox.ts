/** A text input with a list of choices (WAI-ARIA combobox, list autocomplete). The input may hold any text. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { AsyncDirective } from 'lit-html/async-directive.js';
import { directive } from 'lit-html/directive.js';
import { live } from 'lit-html/directives/live.js';
import { when } from 'lit-html/directives/when.js';
import './textField.css';
import './comboBox.css';
import { fill } from '../../../base/words.ts';
import { icon } from './buttons.ts';
import { listBox, type ListOption, optionId } from './listBox.ts';
import { placeByKey } from './listKeys.ts';
import type { AboutField } from './textField.ts';
import { scrollToShow } from '../scrollToShow.ts';

export interface ComboOption {
  readonly key: string;
  readonly label: string;
  /** A dim text after the label, which typing finds, too. */
  readonly detail?: string;
  readonly icon?: string;
  /** An action instead of a value. Such options come last. */
  readonly act?: () => void;
}

export interface ComboBoxProps {
  readonly id: string;
  /** Text of the input: the label of the picked option, or what was typed. */
  readonly text: string;
  readonly picked?: string;
  readonly options: readonly ComboOption[];
  /** Accessible name of the list, and of the input unless a `<label for>` names it. */
  readonly label: string;
  readonly isLabelled: boolean;
  readonly placeholder: string;
  readonly about?: AboutField;
  /** A text in the list, alone or below the choices: loading, a failure, nothing found. */
  readonly status?: string;
  readonly isBusy?: boolean;
  readonly words: { readonly showChoices: string; readonly useTyped: string; readonly moreChoices: string };
  readonly onOpen?: () => void;
  readonly onType: (text: string, isPasted: boolean) => void;
  readonly onPick: (key: string) => void;
  /** Called when the list has closed, and the text is final. */
  readonly onDone?: () => void;
}

/** Most options that are drawn, because each costs layout time. */
const SHOWN_OPTIONS = 200;

class ComboBox extends AsyncDirective {
  #props: ComboBoxProps | undefined;
  #isOpen = false;
  /** Typed text that filters the list. Undefined while all choices are shown. */
  #typed: string | undefined;
  #active = -1;

  override render(props: ComboBoxProps): TemplateResult {
    this.#props = props;
    return this.#template(props);
  }

  #template(props: ComboBoxProps): TemplateResult {
    const { id, label, words, status = '' } = props;
    const options = this.#options(props);
    const shown = options.slice(0, SHOWN_OPTIONS);
    const hasPopup = this.#isOpen && (shown.length > 0 || status !== '');
    const more = options.length > shown.length ? fill(words.moreChoices, options.length - shown.length) : '';
    const statuses = [status, more].filter((text) => text !== '');
    const active = hasPopup ? shown[this.#active] : undefined;
    return html`<div
      class="combo"
      @focusout=${(event: FocusEvent) => this.#leave(event)}
      @keydown=${(event: KeyboardEvent) => this.#press(event)}
    >
      <input
        id=${id}
        class="text-field combo-input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-autocomplete="list"
        aria-expanded=${hasPopup}
        aria-controls="${id}-list"
        aria-activedescendant=${active ? optionId(id, this.#active) : nothing}
        aria-label=${props.isLabelled ? nothing : label}
        aria-invalid=${props.about?.isWrong ? 'true' : nothing}
        aria-describedby=${props.about?.id ?? nothing}
        placeholder=${props.placeholder}
        .value=${live(props.text)}
        @input=${(event: InputEvent) => this.#type(event)}
        @click=${(event: MouseEvent) => this.#click(event)}
      />
      <button
        class="combo-button"
        type="button"
        tabindex="-1"
        aria-label=${words.showChoices}
        aria-expanded=${hasPopup}
        aria-controls="${id}-list"
        @mousedown=${keepFocus}
        @click=${() => this.#toggle()}
      >
        ${icon('chevron-down')}
      </button>
      <div class="unseen" role="status" aria-live="polite">${hasPopup ? statuses.join(' ') : ''}</div>
      <div class="combo-popup" ?hidden=${!hasPopup} @mousedown=${keepFocus}>
        ${listBox({
          ...{ id, label, active: this.#active },
          options: hasPopup ? shown.map((option) => listOptionOf(option, props.picked)) : [],
          onPick: (place) => this.#pick(shown[place]),
        })}
        ${when(
          status,
          (text) =>
            html`<div class="combo-status"
              >${when(props.isBusy, () => icon('loading', true))}<span>${text}</span></div
            >`,
        )}
        ${more ? html`<div class="combo-status">${more}</div>` : nothing}
      </div>
    </div>`;
  }

  /** The matching choices, with the typed text itself as one of them. */
  #options({ options, words }: ComboBoxProps): readonly ComboOption[] {
    if (this.#typed === undefined) return options;
    const text = this.#typed.trim();
    const matches = matchingOptions(options, text);
    if (text === '' || matches.length === 0 || matches.some(({ label }) => label === text)) return matches;
    const typed: ComboOption = { key: '', label: fill(words.useTyped, text), act: () => undefined };
    return [...matches.filter(({ act }) => !act), typed, ...matches.filter(({ act }) => act)];
  }

  #type({ target, inputType }: InputEvent): void {
    const { value } = target as HTMLInputElement;
    this.#isOpen = true;
    this.#typed = value;
    this.#active = value.trim() === '' ? -1 : 0;
    this.#props?.onOpen?.();
    this.#props?.onType(value, /^insertFrom(?:Paste|Drop|Yank)/.test(inputType));
    this.#refresh();
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    if (isPlain && (this.#isOpen ? this.#pressOpen(event) : this.#pressClosed(event))) event.preventDefault();
    else if (event.key === 'Enter') this.#close();
  }

  #pressClosed({ key }: KeyboardEvent): boolean {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
    this.#open();
    if (this.#active < 0) this.#move(key);
    return true;
  }

  #pressOpen({ key }: KeyboardEvent): boolean {
    if (key === 'Escape') {
      this.#close();
      return true;
    }
    const option = this.#shown()[this.#active];
    if (key === 'Enter' && option) {
      this.#pick(option);
      return true;
    }
    return this.#move(key);
  }

  #move(key: string): boolean {
    const place = placeByKey(key, this.#active, this.#shown().length, { isRound: true, isTyping: true });
    if (place === undefined) return false;
    this.#active = place;
    this.#refresh();
    return true;
  }

  #click({ target }: MouseEvent): void {
    if (this.#isOpen) return;
    (target as HTMLInputElement).select();
    this.#open();
  }

  #toggle(): void {
    this.#input()?.focus();
    if (this.#isOpen) this.#close();
    else this.#open();
  }

  #open(): void {
    this.#isOpen = true;
    this.#typed = undefined;
    this.#active = this.#shown().findIndex(({ key, act }) => !act && key === this.#props?.picked);
    this.#props?.onOpen?.();
    this.#refresh();
  }

  #close(): void {
    this.#isOpen = false;
    this.#typed = undefined;
    this.#active = -1;
    this.#props?.onDone?.();
    this.#refresh();
  }

  #pick(option: ComboOption | undefined): void {
    if (!option) return;
    this.#close();
    if (option.act) option.act();
    else this.#props?.onPick(option.key);
  }

  #leave(event: FocusEvent): void {
    const inside = event.currentTarget as HTMLElement;
    if (event.relatedTarget instanceof Node && inside.contains(event.relatedTarget)) return;
    this.#close();
  }

  #shown(): readonly ComboOption[] {
    return this.#props ? this.#options(this.#props).slice(0, SHOWN_OPTIONS) : [];
  }

  #refresh(): void {
    if (!this.#props || !this.isConnected) return;
    this.setValue(this.#template(this.#props));
    if (this.#isOpen) this.#reveal();
  }

  /** Opens upwards if there is more room, and keeps the active choice in view. */
  #reveal(): void {
    const input = this.#input();
    const popup = input?.parentElement?.querySelector('.combo-popup');
    if (!input || !popup) return;
    const { top, bottom } = input.getBoundingClientRect();
    const roomBelow = window.innerHeight - bottom;
    popup.classList.toggle('above', roomBelow < popup.clientHeight && top > roomBelow);
    scrollToShow(popup);
    scrollToShow(popup.querySelector('.active'), popup);
  }

  #input(): HTMLElement | null {
    return this.#props ? document.getElementById(this.#props.id) : null;
  }
}

function listOptionOf({ key, label, detail, icon: own, act }: ComboOption, picked: string | undefined): ListOption {
  const name = own ?? (!act && key === picked ? 'check' : undefined);
  return { label, isAction: act !== undefined, ...(detail && { detail }), ...(name && { icon: name }) };
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

export const comboBox = directive(ComboBox);

/** Options that contain `text`: equal labels first, then labels that begin with it. Any match keeps the actions. */
export function matchingOptions(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const searchText = text.trim().toLocaleLowerCase();
  if (searchText === '') return options;
  const ranked = options
    .filter(({ act }) => !act)
    .map((option) => ({ option, rank: rankOf(option, searchText) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
  return ranked.length === 0 ? [] : [...ranked, ...options.filter(({ act }) => act)];
}

const NO_MATCH = 4;

function rankOf({ label, detail = '' }: ComboOption, searchText: string): number {
  const name = label.toLocaleLowerCase();
  if (name === searchText) return 0;
  if (name.startsWith(searchText)) return 1;
  if (name.includes(searchText)) return 2;
  return detail.toLocaleLowerCase().includes(searchText) ? 3 : NO_MATCH;
}
