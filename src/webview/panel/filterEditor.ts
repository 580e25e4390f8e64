import { html, render } from 'lit-html';
import { createRef, type Ref } from 'lit-html/directives/ref.js';
import { fill } from '../../base/words.ts';
import {
  type Bound,
  endOf,
  type FieldCondition,
  type FilterValue,
  readValue,
  type ValueProblem,
} from '../../messages/condition.ts';
import type { FilterValueDraft } from '../../messages/draft.ts';
import type { GridField } from '../../messages/gridProtocol.ts';
import type { QueryChange } from '../../messages/queryChange.ts';
import { messageOf } from '../../messages/rpc.ts';
import { iconButton, textButton } from '../ui/buttons.ts';
import { element } from '../ui/element.ts';
import { Floating } from '../ui/floating.ts';
import { textField } from '../ui/textField.ts';
import './filterEditor.css';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { NO_QUESTION } from './questionKeys.ts';
import { ValueList } from './valueList.ts';

interface RangeEnds {
  readonly least: string;
  readonly greatest: string;
}

/** The condition of one field: equals, one of, or a range. */
export class FilterEditor implements PanelPart {
  readonly element = element('div', 'filter-editor', { role: 'dialog', 'aria-labelledby': 'filter-title' });
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #floating: Floating;
  readonly #values: ValueList;
  readonly #least: Ref<HTMLInputElement> = createRef();
  #field: GridField | undefined;
  /** Values and a range exclude each other: the one that was touched last counts. */
  #range: RangeEnds | undefined;
  #hasRange = false;
  #problem = '';
  #counting: AbortController | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    const { strings, language } = context;
    this.#values = new ValueList({ strings, language, onChange: () => this.#setRange(undefined) });
    this.#floating = new Floating(this.element, () => this.#close());
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** `place` of the field in the result. `anchor`: what it belongs to, where that is not the field's header. */
  edit(place: number, anchor?: DOMRect): void {
    const { strings, result: shown, grid } = this.#context;
    const result = shown();
    const field = result?.fields[place];
    if (result === undefined || field === undefined) return;
    this.#field = field;
    const { filters, hasRanges } = result.question ?? NO_QUESTION;
    const own = filters?.find((filter) => filter.field === field.id);
    this.#range = own?.kind === 'range' ? endsOf(own) : undefined;
    this.#hasRange = hasRanges && ['number', 'date'].includes(field.kind);
    this.#problem = this.#isPossible ? '' : strings.filterImpossible;
    this.#values.reset(own?.kind === 'values' ? own.values : [], field.type);
    this.#draw();
    if (this.#isPossible) void this.#count(result.generation, field);
    this.#floating.open(anchor ?? grid()?.rectOf({ row: -1, field: place }) ?? this.#corner);
    if (!this.#isPossible) this.element.querySelector('button')?.focus();
    else if (this.#range) this.#least.value?.focus();
    else this.#values.focus();
  }

  show(): void {
    if (this.#floating.isOpen) this.#leave();
  }

  /** JSON can't be filtered by. */
  get #isPossible(): boolean {
    return this.#field?.kind !== 'json';
  }

  /** Where the records begin, for a field that is out of view. */
  get #corner(): DOMRect {
    const { left, top } = this.element.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return new DOMRect(left, top, 0, 0);
  }

  #draw(): void {
    const { strings } = this.#context;
    const { least = '', greatest = '' } = this.#range ?? {};
    const title = fill(strings.filterOf, (this.#field?.id ?? '') || strings.noName);
    const end = (
      label: string,
      value: string,
      onType: (text: string) => void,
      input?: Ref<HTMLInputElement>,
    ) =>
      html`<label class="filter-end"
        >${label}${textField({ value, onType, ...(input && { element: input }) })}</label
      >`;
    const range = html`<div class="filter-range" ?hidden=${!this.#hasRange}>
      ${end(strings.filterFrom, least, (text) => this.#setRange({ least: text, greatest }), this.#least)}
      ${end(strings.filterTo, greatest, (text) => this.#setRange({ least, greatest: text }))}
    </div>`;
    render(
      html`<div class="filter-head"
          ><h2 class="filter-title" id="filter-title">${title}</h2
          >${iconButton('close', strings.filterClose, () => this.#leave())}</div
        >
        <div class="filter-body" ?hidden=${!this.#isPossible}> ${this.#values.element}${range} </div>
        <p class="filter-problem" role="alert" .textContent=${this.#problem}></p>
        <div class="filter-buttons">
          ${textButton({ label: strings.filterClear, press: () => this.#clear() })}
          ${textButton({ label: strings.filterApply, press: () => void this.#apply(), isPrimary: true })}
        </div>`,
      this.element,
    );
  }

  async #count(generation: number, { id }: GridField): Promise<void> {
    this.#counting?.abort();
    const { signal } = (this.#counting = new AbortController());
    const values = await this.#context.host.frequentValues(generation, id, signal).catch(() => undefined);
    if (!signal.aborted) this.#values.fill(values);
  }

  #setRange(range: RangeEnds | undefined): void {
    this.#range = range;
    this.#problem = '';
    if (range) this.#values.clear();
    this.#draw();
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key === 'Escape') this.#leave();
    else if (key === 'Enter' && !event.isComposing && !(target instanceof HTMLButtonElement))
      void this.#apply();
    else return;
    event.preventDefault();
  }

  async #apply(): Promise<void> {
    const { strings } = this.#context;
    if (!this.#isPossible || !this.#field) return;
    const filter = this.#range
      ? rangeOf(this.#field, this.#range)
      : valuesOf(this.#field, this.#values.chosen);
    if ('problem' in filter) this.#refuse(fill(strings[filter.problem], filter.text));
    else await this.#ask({ kind: 'filter', filter });
  }

  #clear(): void {
    const field = this.#field?.id;
    if (field !== undefined) void this.#ask({ kind: 'unfilter', field });
  }

  /** Stays open, and says why, where it can't be asked. */
  async #ask(change: QueryChange): Promise<void> {
    const generation = this.#context.result()?.generation ?? 0;
    try {
      await this.#context.host.change(generation, change);
      this.#leave();
    } catch (error) {
      this.#refuse(messageOf(error));
    }
  }

  #refuse(problem: string): void {
    this.#problem = problem;
    this.#draw();
  }

  #leave(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#close();
    if (hadFocus) this.#context.grid()?.focus();
  }

  #close(): void {
    this.#counting?.abort();
    this.#values.clear();
    this.#floating.close();
  }
}

interface Unreadable {
  readonly problem: ValueProblem;
  readonly text: string;
}

function endsOf({ bounds }: Extract<FieldCondition, { readonly kind: 'range' }>): RangeEnds {
  return { least: endOf(bounds, 'gte') ?? '', greatest: endOf(bounds, 'lte') ?? '' };
}

function valuesOf(field: GridField, drafts: readonly FilterValueDraft[]): FieldCondition | Unreadable {
  const values: FilterValue[] = [];
  for (const draft of drafts) {
    const value = readValue(draft, field.type);
    if ('problem' in value) return { ...value, text: draft.text };
    values.push(value);
  }
  return { kind: 'values', field: field.id, values, list: false };
}

function rangeOf(field: GridField, { least, greatest }: RangeEnds): FieldCondition | Unreadable {
  const bounds: Bound[] = [];
  for (const [comparison, typed] of [
    ['gte', least],
    ['lte', greatest],
  ] as const) {
    const text = typed.trim();
    const value = readValue({ type: 'auto', text }, field.type);
    if (text === '') continue;
    if ('problem' in value) return { ...value, text };
    bounds.push({ comparison, value });
  }
  return { kind: 'range', field: field.id, bounds };
}
