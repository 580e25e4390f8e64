import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { numberText } from '../../base/numberText.ts';
import type { FilterValueDraft } from '../../messages/draft.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FrequentValue, FrequentValues } from '../../messages/queryChange.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { listBox, type ListOption } from '../ui/listBox.ts';
import { placeByKey } from '../ui/listKeys.ts';
import { textField } from '../ui/textField.ts';

export interface ValueListOptions {
  readonly strings: GridStrings;
  readonly language: string;
  readonly onChange: () => void;
}

const NONE: FrequentValues = { values: [], counted: 0, isAll: false, isCut: false };

/** A text to type or to search with, and a list to pick values from. */
export class ValueList {
  readonly element = element('div', 'filter-values');
  readonly #options: ValueListOptions;
  readonly #input: Ref<HTMLInputElement> = createRef();
  readonly #list: Ref<HTMLElement> = createRef();
  #known = NONE;
  #note = '';
  #typed = '';
  #choices: readonly Choice[] = [];
  #chosen: readonly FilterValueDraft[] = [];
  #active = 0;

  constructor(options: ValueListOptions) {
    this.#options = options;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.#draw();
  }

  /** Begins anew. */
  reset(chosen: readonly FilterValueDraft[]): void {
    this.#known = NONE;
    this.#chosen = chosen;
    this.#active = 0;
    this.#typed = '';
    this.#note = this.#options.strings.filterCounting;
    this.#draw();
  }

  /** The most frequent values are there; `undefined` when they can't be had. */
  fill(values: FrequentValues | undefined): void {
    const { strings, language } = this.#options;
    this.#known = values ?? NONE;
    const counted = numberText(this.#known.counted, language);
    const words = this.#known.isAll ? strings.filterCounted : strings.filterCountedLoaded;
    const more = this.#known.isCut || !this.#known.isAll ? strings.filterMore : '';
    this.#note =
      values === undefined
        ? strings.filterNotCounted
        : [fill(words, counted), more].filter(Boolean).join(' ');
    this.#draw();
  }

  /** With what is typed, which need not be picked. */
  get chosen(): readonly FilterValueDraft[] {
    const [first] = this.#choices;
    if (this.#typed === '' || first === undefined || isChosen(this.#chosen, first.value)) return this.#chosen;
    return [...this.#chosen, first.value];
  }

  clear(): void {
    this.#chosen = [];
    this.#typed = '';
    this.#draw();
  }

  focus(): void {
    this.#input.value?.focus();
  }

  #type(typed: string): void {
    this.#typed = typed;
    this.#active = 0;
    this.#draw();
    this.#options.onChange();
  }

  #toggle(place: number): void {
    const choice = this.#choices[place];
    if (choice === undefined) return;
    this.#active = place;
    this.#chosen = toggled(this.#chosen, choice.value);
    // What was typed is chosen now; it would be chosen again by Apply.
    if (this.#typed !== '' && document.activeElement !== this.#input.value) {
      this.#typed = '';
      this.#draw();
      const at = this.#choices.findIndex(({ label }) => label === choice.label);
      this.#active = Math.max(0, at);
    }
    this.#draw();
    this.#options.onChange();
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    const isInList = target === this.#list.value;
    const next = isInList
      ? placeByKey(key, this.#active, this.#choices.length)
      : key === 'ArrowDown' && this.#choices.length > 0
        ? 0
        : undefined;
    if (next !== undefined) {
      // Up from the first value leads back to the text.
      if (key === 'ArrowUp' && this.#active === 0) this.focus();
      else this.#list.value?.focus();
      this.#active = next;
      this.#draw();
    } else if (isInList && key === ' ') this.#toggle(this.#active);
    else return;
    event.preventDefault();
  }

  #draw(): void {
    const { strings } = this.#options;
    const { values, isAll, isCut } = this.#known;
    const isComplete = isAll && !isCut;
    this.#choices = choicesOf({ known: values, chosen: this.#chosen, typed: this.#typed, isComplete });
    render(
      html`${textField({
          ...{ label: strings.filterValue, hint: strings.filterValueHint, value: this.#typed },
          element: this.#input,
          onType: (typed) => this.#type(typed),
        })}
        ${listBox({
          ...{ id: 'values', label: strings.filterList, isMultiple: true, element: this.#list },
          options: this.#choices.map((choice) => this.#option(choice)),
          active: this.#active,
          onPick: (place) => this.#toggle(place),
        })} <p class="filter-note" role="status">${this.#note}</p>`,
      this.element,
    );
    this.#list.value?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }

  #option({ value, label, records, isTyped = false }: Choice): ListOption {
    const { strings, language } = this.#options;
    const shown = value.type === 'null' ? strings.null : label === '' ? strings.emptyText : label;
    return {
      label: isTyped ? fill(strings.filterTyped, shown) : shown,
      title: shown,
      isSelected: isChosen(this.#chosen, value),
      isDim: label === '',
      ...(records !== undefined && { detail: numberText(records, language) }),
    };
  }
}

interface Choice {
  readonly value: FilterValueDraft;
  readonly label: string;
  /** How many records have it; absent where nobody counted. */
  readonly records?: number;
  /** It is what was typed, not one of the list. */
  readonly isTyped?: boolean;
}

interface ChoiceList {
  readonly known: readonly FrequentValue[];
  /** Chosen before the list was opened, or in it. */
  readonly chosen: readonly FilterValueDraft[];
  readonly typed: string;
  /** There are no other values than the known ones. */
  readonly isComplete: boolean;
}

/** Chosen values that nobody counted, the typed value, then the known ones that contain what is typed. */
export function choicesOf({ known, chosen, typed, isComplete }: ChoiceList): readonly Choice[] {
  const wanted = typed.toLowerCase();
  const matches = ({ label }: Choice): boolean => label.toLowerCase().includes(wanted);
  const others = chosen
    .filter((value) => !known.some((each) => isSameValue(each.value, value)))
    .map((value): Choice => ({ value, label: value.text }));
  const listed = [...others, ...known].filter(matches);
  const isListed = listed.some(({ label }) => label === typed);
  if (typed === '' || isListed || (isComplete && listed.length > 0)) return sortedBy(listed, typed);
  return [{ value: { type: 'auto', text: typed }, label: typed, isTyped: true }, ...listed];
}

/** The very text that was typed comes first. */
function sortedBy(choices: readonly Choice[], typed: string): readonly Choice[] {
  if (typed === '') return choices;
  return [
    ...choices.filter(({ label }) => label === typed),
    ...choices.filter(({ label }) => label !== typed),
  ];
}

export function isChosen(chosen: readonly FilterValueDraft[], value: FilterValueDraft): boolean {
  return chosen.some((each) => isSameValue(each, value));
}

export function toggled(
  chosen: readonly FilterValueDraft[],
  value: FilterValueDraft,
): readonly FilterValueDraft[] {
  return isChosen(chosen, value) ? chosen.filter((each) => !isSameValue(each, value)) : [...chosen, value];
}

/** `5` and `5.0` are the same number; a type that follows the field fits any. */
function isSameValue(one: FilterValueDraft, other: FilterValueDraft): boolean {
  if ((one.type === 'null') !== (other.type === 'null')) return false;
  if (one.text === other.text) return one.type === other.type || [one.type, other.type].includes('auto');
  const areNumbers = [one, other].every(
    ({ type, text }) => type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text),
  );
  return areNumbers && withoutZeros(one.text) === withoutZeros(other.text);
}

function withoutZeros(number: string): string {
  return number.includes('.') ? number.replace(/\.?0{1,400}$/, '') : number;
}
