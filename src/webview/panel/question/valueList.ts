import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill, numberText } from '../../../base/words.ts';
import type { FilterValueDraft } from '../../../datastore/query/draft.ts';
import type { GridStrings } from '../../../messages/gridStrings.ts';
import type { FrequentValue, FrequentValues } from '../../../datastore/query/queryChange.ts';
import { conditionEditor } from '../../conditions/conditionEditor.ts';
import {
  type ConditionEntry,
  isWorthAdding,
  needsNoText,
  NOTHING_PENDING,
  type PendingValue,
  reduceValues,
  valueOf,
} from '../../conditions/conditionEntry.ts';
import { element } from '../../ui/element.ts';
import { listBox, type ListOption } from '../../ui/controls/listBox.ts';
import { placeByKey } from '../../ui/controls/listKeys.ts';
import { scrollToShow } from '../../ui/scrollToShow.ts';

export interface ValueListOptions {
  readonly strings: GridStrings;
  readonly language: string;
  readonly onChange: () => void;
  /** Loads the values that contain a text, if the loaded ones aren't all. */
  readonly onSearch: (part: string) => void;
}

const NONE: FrequentValues = { values: [], counted: 0, isAll: false, isCut: false };
const ID = 'filter';
const NO_VALUES: ConditionEntry = { values: [], pending: NOTHING_PENDING };

export class ValueList {
  readonly element = element('div', 'filter-values');
  readonly #options: ValueListOptions;
  readonly #list: Ref<HTMLElement> = createRef();
  #frequent = NONE;
  #note = '';
  #entry = NO_VALUES;
  #fieldType: string | undefined;
  #choices: readonly Choice[] = [];
  #active = 0;
  #part = '';

  constructor(options: ValueListOptions) {
    this.#options = options;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.#draw();
  }

  reset(chosen: readonly FilterValueDraft[], fieldType: string): void {
    this.#frequent = NONE;
    this.#part = '';
    this.#entry = { values: chosen, pending: NOTHING_PENDING };
    this.#fieldType = fieldType;
    this.#active = 0;
    this.#note = this.#options.strings.filterCounting;
    this.#draw();
  }

  /** Lists the most frequent values that contain `part`. Undefined means that they can't be loaded. */
  fill(values: FrequentValues | undefined, part = ''): void {
    const { strings, language } = this.#options;
    this.#frequent = values ?? NONE;
    this.#part = part;
    const counted = numberText(this.#frequent.counted, language);
    const words = this.#frequent.isAll ? strings.filterCounted : strings.filterCountedLoaded;
    const isSearched = part !== '' && this.#frequent.isAll;
    const more = this.#frequent.isCut || !this.#frequent.isAll ? strings.filterMore : '';
    this.#note =
      values === undefined
        ? strings.filterNotCounted
        : [isSearched ? strings.filterSearched : fill(words, counted), more].filter(Boolean).join(' ');
    this.#draw();
  }

  get chosen(): readonly FilterValueDraft[] {
    const { values, pending } = this.#entry;
    if (!isWorthAdding(pending)) return values;
    const typed = (pending.type === 'auto' ? this.#choices[0]?.value : undefined) ?? valueOf(pending);
    return isChosen(values, typed) ? values : values.toSpliced(pending.at ?? values.length, 0, typed);
  }

  clear(): void {
    this.#entry = NO_VALUES;
    this.#draw();
  }

  focus(): void {
    document.getElementById(`${ID}-value`)?.focus();
  }

  #change(entry: ConditionEntry): void {
    this.#entry = entry;
    this.#draw();
    this.#options.onChange();
    const { type, text } = entry.pending;
    const part = needsNoText(type) ? '' : text;
    if (part !== this.#part && !(this.#isComplete && part.includes(this.#part))) this.#options.onSearch(part);
  }

  get #isComplete(): boolean {
    return this.#frequent.isAll && !this.#frequent.isCut;
  }

  #toggle(place: number): void {
    const choice = this.#choices[place];
    if (choice === undefined) return;
    this.#entry = { values: toggled(this.#entry.values, choice.value), pending: NOTHING_PENDING };
    this.#draw();
    this.#active = Math.max(
      0,
      this.#choices.findIndex(({ value }) => isSameValue(value, choice.value)),
    );
    this.#change(this.#entry);
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    const isInList = target === this.#list.value;
    const next = isInList
      ? placeByKey(key, this.#active, this.#choices.length)
      : key === 'ArrowDown' && target instanceof HTMLInputElement && this.#choices.length > 0
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
    const { pending } = this.#entry;
    const isComplete = this.#isComplete && pending.text.includes(this.#part);
    this.#choices = choicesOf({ frequent: this.#frequent.values, chosen: this.#entry.values, pending, isComplete });
    render(
      html`${conditionEditor({
          ...{ id: ID, entry: this.#entry, fieldType: this.#fieldType, words: strings },
          ...{ label: strings.filterValue, placeholder: strings.filterValueHint },
          addsByEnter: false,
          send: (action, focus) => {
            this.#active = 0;
            this.#change(reduceValues(this.#entry, action));
            if (focus !== undefined) document.getElementById(focus)?.focus();
          },
        })}
        ${listBox({
          ...{ id: 'values', label: strings.filterList, isMultiple: true, element: this.#list },
          options: this.#choices.map((choice) => this.#option(choice)),
          active: this.#active,
          onPick: (place) => this.#toggle(place),
        })} <p class="filter-note" role="status">${this.#note}</p>`,
      this.element,
    );
    scrollToShow(this.#list.value?.querySelector('.active'), this.#list.value);
  }

  #option({ value, label, records, isTyped = false }: Choice): ListOption {
    const { strings, language } = this.#options;
    const shown = value.type === 'null' ? strings.null : label === '' ? strings.emptyText : label;
    return {
      label: isTyped ? fill(strings.filterTyped, shown) : shown,
      title: shown,
      isSelected: isChosen(this.#entry.values, value),
      isDim: label === '',
      ...(records !== undefined && { detail: numberText(records, language) }),
    };
  }
}

interface Choice {
  readonly value: FilterValueDraft;
  readonly label: string;
  /** Number of records with the value. Undefined if it wasn't counted. */
  readonly records?: number;
  readonly isTyped?: boolean;
}

interface ChoiceList {
  readonly frequent: readonly FrequentValue[];
  readonly chosen: readonly FilterValueDraft[];
  readonly pending: PendingValue;
  /** Whether there are no other values than the frequent ones. */
  readonly isComplete: boolean;
}

/** The choices: chosen values that weren't counted, the typed value, then frequent ones that contain the typed text. */
export function choicesOf({ frequent, chosen, pending, isComplete }: ChoiceList): readonly Choice[] {
  const typed = needsNoText(pending.type) ? '' : pending.text;
  const searchText = typed.toLowerCase();
  const others = chosen
    .filter((value) => !frequent.some((each) => isSameValue(each.value, value)))
    .map((value): Choice => ({ value, label: value.text }));
  const listed = [...others, ...frequent].filter(({ label }) => label.toLowerCase().includes(searchText));
  if (typed === '') return listed;
  const value = valueOf(pending);
  const isTyped = (choice: Choice): boolean =>
    choice.label === typed && (pending.type === 'auto' || isSameValue(choice.value, value));
  // A value that equals the typed text comes first.
  const sorted = [...listed.filter(isTyped), ...listed.filter((choice) => !isTyped(choice))];
  const isFound = listed.some(isTyped) || (isComplete && pending.type === 'auto' && listed.length > 0);
  return isFound ? sorted : [{ value, label: typed, isTyped: true }, ...sorted];
}

export function isChosen(chosen: readonly FilterValueDraft[], value: FilterValueDraft): boolean {
  return chosen.some((each) => isSameValue(each, value));
}

export function toggled(chosen: readonly FilterValueDraft[], value: FilterValueDraft): readonly FilterValueDraft[] {
  return isChosen(chosen, value) ? chosen.filter((each) => !isSameValue(each, value)) : [...chosen, value];
}

/** Whether two values are the same, like `5` and `5.0`. A value whose type follows the field equals one of any type. */
function isSameValue(one: FilterValueDraft, other: FilterValueDraft): boolean {
  if ((one.type === 'null') !== (other.type === 'null')) return false;
  if (one.text === other.text) return one.type === other.type || [one.type, other.type].includes('auto');
  const areNumbers = [one, other].every(({ type, text }) => type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text));
  return areNumbers && withoutZeros(one.text) === withoutZeros(other.text);
}

function withoutZeros(number: string): string {
  return number.includes('.') ? number.replace(/\.?0{1,400}$/, '') : number;
}
