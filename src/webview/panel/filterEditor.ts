import type { GridField } from '../../messages/gridProtocol.ts';
import type { FieldFilter, QueryChange } from '../../messages/queryChange.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { Floating } from '../ui/floating.ts';
import { iconButton } from '../ui/iconButton.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { NO_QUESTION } from './questionKeys.ts';
import { ValueList } from './valueList.ts';

/** The condition of one field: equals, one of, or a range. */
export class FilterEditor implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #floating: Floating;
  readonly #title = element('h2', 'filter-title', { id: 'filter-title' });
  readonly #values: ValueList;
  readonly #range: HTMLElement;
  readonly #from: HTMLInputElement;
  readonly #to: HTMLInputElement;
  readonly #problem = element('p', 'filter-problem', { role: 'alert' });
  readonly #body: HTMLElement;
  #field: GridField | undefined;
  /** What was touched last is what counts: values and a range exclude each other. */
  #isRange = false;
  #counting: AbortController | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    const { strings, language } = context;
    this.#values = new ValueList({ strings, language, onChange: () => this.#touched(false) });
    const end = (label: string) => {
      const input = element('input', 'find-input', {
        type: 'text',
        autocomplete: 'off',
        spellcheck: 'false',
      });
      input.addEventListener('input', () => this.#touched(true));
      return { input, label: element('label', 'filter-end', {}, label, input) };
    };
    const [from, to] = [end(strings.filterFrom), end(strings.filterTo)];
    [this.#from, this.#to] = [from.input, to.input];
    this.#range = element('div', 'filter-range', {}, from.label, to.label);
    this.#body = element('div', 'filter-body', {}, this.#values.element, this.#range);
    const apply = element('button', 'text-button primary', { type: 'button' }, strings.filterApply);
    apply.addEventListener('click', () => void this.#apply());
    const clear = element('button', 'text-button', { type: 'button' }, strings.filterClear);
    clear.addEventListener('click', () => this.#clear());
    const close = iconButton('close', strings.filterClose, () => this.#leave());
    this.element = element(
      'div',
      'filter-editor',
      { role: 'dialog', 'aria-labelledby': 'filter-title' },
      element('div', 'filter-head', {}, this.#title, close),
      this.#body,
      this.#problem,
      element('div', 'filter-buttons', {}, clear, apply),
    );
    this.#floating = new Floating(this.element, () => this.#close());
    this.element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** `field`: its place in the result. `anchor`: what it belongs to, where that is not the field's header. */
  edit(field: number, anchor?: DOMRect): void {
    const { strings } = this.#context;
    const result = this.#context.result();
    const shown = result?.fields[field];
    if (result === undefined || shown === undefined) return;
    this.#field = shown;
    const { filters, hasRanges } = result.question ?? NO_QUESTION;
    const own = filters?.find((filter) => filter.field === shown.id);
    const isPossible = shown.kind !== 'json';
    this.#title.textContent = fill(strings.filterOf, shown.id || strings.noName);
    this.#problem.textContent = isPossible ? '' : strings.filterImpossible;
    this.#body.hidden = !isPossible;
    this.#range.hidden = !hasRanges || !['number', 'date'].includes(shown.kind);
    this.#fill(own);
    if (isPossible) void this.#count(result.generation, shown);
    const grid = this.#context.grid();
    this.#floating.open(anchor ?? grid?.rectOf({ row: -1, field }) ?? this.#corner);
    if (!isPossible) this.element.querySelector('button')?.focus();
    else if (own?.kind === 'range') this.#from.focus();
    else this.#values.input.focus();
  }

  show(): void {
    if (this.#floating.isOpen) this.#leave();
  }

  /** Where the records begin, for a field that is out of view. */
  get #corner(): DOMRect {
    const { left, top } = this.element.parentElement?.getBoundingClientRect() ?? new DOMRect();
    return new DOMRect(left, top, 0, 0);
  }

  #fill(own: FieldFilter | undefined): void {
    this.#isRange = own?.kind === 'range';
    this.#values.reset(own?.kind === 'values' ? own.values : []);
    this.#from.value = own?.kind === 'range' ? (own.least ?? '') : '';
    this.#to.value = own?.kind === 'range' ? (own.greatest ?? '') : '';
  }

  async #count(generation: number, { id }: GridField): Promise<void> {
    this.#counting?.abort();
    const counting = (this.#counting = new AbortController());
    const { host } = this.#context;
    const values = await host.frequentValues(generation, id, counting.signal).catch(() => undefined);
    if (!counting.signal.aborted) this.#values.fill(values);
  }

  #touched(isRange: boolean): void {
    this.#isRange = isRange;
    this.#problem.textContent = '';
    if (isRange) this.#values.clear();
    else for (const input of [this.#from, this.#to]) input.value = '';
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key === 'Escape') this.#leave();
    else if (key === 'Enter' && !event.isComposing && !(target instanceof HTMLButtonElement))
      void this.#apply();
    else return;
    event.preventDefault();
  }

  get #filter(): FieldFilter | undefined {
    const field = this.#field?.id ?? '';
    if (!this.#isRange) return { kind: 'values', field, values: this.#values.chosen };
    const [least, greatest] = [this.#from.value.trim(), this.#to.value.trim()];
    return {
      kind: 'range',
      field,
      ...(least !== '' && { least }),
      ...(greatest !== '' && { greatest }),
    };
  }

  async #apply(): Promise<void> {
    const filter = this.#filter;
    if (filter && !this.#body.hidden) await this.#ask({ kind: 'filter', filter });
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
      this.#problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #leave(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#close();
    if (hadFocus) this.#context.grid()?.focus();
  }

  #close(): void {
    this.#counting?.abort();
    this.#floating.close();
  }
}
