import type { FilterValueDraft } from '../../messages/draft.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FrequentValues } from '../../messages/queryChange.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { codicon } from '../ui/iconButton.ts';
import { numberText } from '../../base/numberText.ts';
import { type Choice, choicesOf, isChosen, toggled } from './valueChoices.ts';

export interface ValueListOptions {
  readonly strings: GridStrings;
  readonly language: string;
  readonly onChange: () => void;
}

const NONE: FrequentValues = { values: [], counted: 0, isAll: false, isCut: false };

/** A text to type or to search with, and a list to pick values from. */
export class ValueList {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #options: ValueListOptions;
  readonly #list: HTMLElement;
  readonly #note = element('p', 'filter-note', { role: 'status' });
  #known = NONE;
  #choices: readonly Choice[] = [];
  #chosen: readonly FilterValueDraft[] = [];
  #active = 0;

  constructor(options: ValueListOptions) {
    this.#options = options;
    const { strings } = options;
    this.input = element('input', 'find-input', {
      ...{ type: 'text', autocomplete: 'off', spellcheck: 'false', dir: 'auto' },
      ...{ placeholder: strings.filterValueHint, 'aria-label': strings.filterValue },
    });
    this.#list = element('div', 'value-list', {
      ...{ role: 'listbox', tabindex: '0', 'aria-multiselectable': 'true' },
      ...{ 'aria-label': strings.filterList },
    });
    this.element = element('div', 'filter-values', {}, this.input, this.#list, this.#note);
    this.input.addEventListener('input', () => {
      this.#active = 0;
      this.#draw();
      options.onChange();
    });
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option) this.#toggle([...this.#list.children].indexOf(option));
    });
  }

  /** Begins anew. */
  reset(chosen: readonly FilterValueDraft[]): void {
    this.#known = NONE;
    this.#chosen = chosen;
    this.#active = 0;
    this.input.value = '';
    this.#note.textContent = this.#options.strings.filterCounting;
    this.#draw();
  }

  /** The most frequent values are there; `undefined` when they can't be had. */
  fill(values: FrequentValues | undefined): void {
    const { strings, language } = this.#options;
    this.#known = values ?? NONE;
    const counted = numberText(this.#known.counted, language);
    const words = this.#known.isAll ? strings.filterCounted : strings.filterCountedLoaded;
    const more = this.#known.isCut || !this.#known.isAll ? strings.filterMore : '';
    this.#note.textContent =
      values === undefined
        ? strings.filterNotCounted
        : [fill(words, counted), more].filter(Boolean).join(' ');
    this.#draw();
  }

  /** With what is typed, which need not be picked. */
  get chosen(): readonly FilterValueDraft[] {
    const [first] = this.#choices;
    if (this.input.value === '' || first === undefined || isChosen(this.#chosen, first.value))
      return this.#chosen;
    return [...this.#chosen, first.value];
  }

  clear(): void {
    this.#chosen = [];
    this.input.value = '';
    this.#draw();
  }

  #toggle(place: number): void {
    const choice = this.#choices[place];
    if (choice === undefined) return;
    this.#active = place;
    this.#chosen = toggled(this.#chosen, choice.value);
    // What was typed is chosen now; it would be chosen again by Apply.
    if (this.input.value !== '' && document.activeElement !== this.input) {
      this.input.value = '';
      this.#draw();
      this.#active = Math.max(
        0,
        this.#choices.findIndex(({ label }) => label === choice.label),
      );
    }
    this.#draw();
    this.#options.onChange();
  }

  #press(event: KeyboardEvent): void {
    const isInList = event.target === this.#list;
    const last = this.#choices.length - 1;
    const moves: Readonly<Partial<Record<string, number>>> = isInList
      ? { ArrowDown: Math.min(last, this.#active + 1), ArrowUp: this.#active - 1, Home: 0, End: last }
      : { ArrowDown: 0 };
    const next = moves[event.key];
    if (next !== undefined && last >= 0) {
      if (next < 0) this.input.focus();
      else this.#list.focus();
      this.#active = Math.max(0, next);
      this.#draw();
    } else if (isInList && event.key === ' ') this.#toggle(this.#active);
    else return;
    event.preventDefault();
  }

  #draw(): void {
    const { strings, language } = this.#options;
    const { values, isAll, isCut } = this.#known;
    const isComplete = isAll && !isCut;
    this.#choices = choicesOf({ known: values, chosen: this.#chosen, typed: this.input.value, isComplete });
    this.#list.replaceChildren(
      ...this.#choices.map((choice, index) => this.#option(choice, index, strings, language)),
    );
    this.#list.hidden = this.#choices.length === 0;
    const active = this.#list.children[this.#active];
    this.#list.setAttribute('aria-activedescendant', active?.id ?? '');
    active?.scrollIntoView({ block: 'nearest' });
  }

  #option(
    { value, label, records, isTyped = false }: Choice,
    index: number,
    strings: GridStrings,
    language: string,
  ): HTMLElement {
    const isOn = isChosen(this.#chosen, value);
    const shown = value.type === 'null' ? strings.null : label === '' ? strings.emptyText : label;
    const count =
      records === undefined ? [] : [element('span', 'value-count', {}, numberText(records, language))];
    return element(
      'div',
      `value ${index === this.#active ? 'active' : ''} ${label === '' ? 'dim' : ''}`,
      { id: `value-${String(index)}`, role: 'option', 'aria-selected': String(isOn), title: shown },
      element('span', 'value-box', { 'aria-hidden': 'true' }, ...(isOn ? [codicon('check')] : [])),
      element('bdi', 'value-label', {}, isTyped ? fill(strings.filterTyped, shown) : shown),
      ...count,
    );
  }
}
