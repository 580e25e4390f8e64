import type { GridQuestion, GridResult } from '../../messages/gridProtocol.ts';
import type { FieldFilter, GridSortKey, QueryChange } from '../../messages/queryChange.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { codicon } from '../ui/iconButton.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { conditionText, sortText } from './questionWords.ts';
import { withoutSort, withSort } from './sortKeys.ts';

interface Chip {
  readonly icon: string;
  readonly text: string;
  readonly label: string;
  readonly press: (chip: HTMLElement) => void;
  readonly removal: QueryChange;
}

/** The question in force: a chip for the search, each field's condition and each key of the order. */
export class ChipsBar implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'top';
  readonly #context: PanelContext;
  readonly #filter: (field: number, anchor: DOMRect) => void;

  /** `filter`: opens the filter of a field. */
  constructor(context: PanelContext, filter: (field: number, anchor: DOMRect) => void) {
    this.#context = context;
    this.#filter = filter;
    this.element = element('div', 'chips', { role: 'toolbar', 'aria-label': context.strings.question });
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('focusin', ({ target }) => this.#focused(target));
  }

  show(result: GridResult): void {
    const { question } = result;
    const place = this.#stops.indexOf(document.activeElement as HTMLElement);
    const chips = question === undefined ? [] : this.#chips(question, result);
    const { strings } = this.#context;
    const clear = element('button', 'chip-clear', { type: 'button' }, strings.clearAll);
    clear.addEventListener('click', () => this.#context.ask({ kind: 'clear' }));
    this.element.replaceChildren(
      ...chips.map((chip) => this.#chip(chip)),
      ...(chips.length > 1 ? [clear] : []),
    );
    this.element.hidden = chips.length === 0;
    this.#focused(this.#stops[0] ?? null);
    // The focus must not fall out of the panel with the chip that had it.
    if (place >= 0) (this.#stops[Math.min(place, this.#stops.length - 1)] ?? this.#context.grid())?.focus();
  }

  /** One stop of Tab; arrows go on from there. */
  get #stops(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.chip-main, .chip-clear')];
  }

  #chips({ q, filters, sort }: GridQuestion, { fields }: GridResult): readonly Chip[] {
    const { strings, host, send } = this.#context;
    const edit = (): void => send(host.editQuery());
    const search: Chip = {
      ...{ icon: 'search', text: q, label: fill(strings.searchChip, q), press: edit },
      removal: { kind: 'search', q: '' },
    };
    const raw: Chip = {
      ...{ icon: 'filter', text: strings.rawFilters, label: strings.rawFilters, press: edit },
      removal: { kind: 'clearFilters' },
    };
    const conditions = filters?.map((filter) => this.#condition(filter, fields)) ?? [raw];
    return [...(q === '' ? [] : [search]), ...conditions, ...sort.map((key) => this.#sortKey(key, sort))];
  }

  #condition(filter: FieldFilter, fields: GridResult['fields']): Chip {
    const { strings, host, send } = this.#context;
    const name = filter.field || strings.noName;
    const condition = conditionText(filter, strings);
    const place = fields.findIndex(({ id }) => id === filter.field);
    return {
      icon: 'filter',
      text: `${name}: ${condition}`,
      label: fill(strings.filterChip, name, condition),
      press: (chip) => {
        if (place < 0) send(host.editQuery());
        else this.#filter(place, chip.getBoundingClientRect());
      },
      removal: { kind: 'unfilter', field: filter.field },
    };
  }

  #sortKey(key: GridSortKey, sort: readonly GridSortKey[]): Chip {
    const { strings } = this.#context;
    const { field, descending } = key;
    const text = field || strings.noName;
    return {
      icon: descending ? 'arrow-down' : 'arrow-up',
      text,
      label: fill(strings.turnSort, sortText(key, strings)),
      press: () => this.#context.ask({ kind: 'sort', keys: withSort(sort, field, !descending) }),
      removal: { kind: 'sort', keys: withoutSort(sort, field) },
    };
  }

  #chip({ icon, text, label, press, removal }: Chip): HTMLElement {
    const main = element(
      'button',
      'chip-main',
      { type: 'button', 'aria-label': label, title: label, 'aria-keyshortcuts': 'Delete' },
      codicon(icon),
      element('bdi', 'chip-text', {}, text),
    );
    const name = fill(this.#context.strings.removeChip, text);
    const remove = element(
      'button',
      'chip-remove',
      { type: 'button', tabindex: '-1', 'aria-label': name, title: name },
      codicon('close'),
    );
    const chip = element('span', 'chip', {}, main, remove);
    main.addEventListener('click', () => press(chip));
    remove.addEventListener('click', () => this.#context.ask(removal));
    return chip;
  }

  #press(event: KeyboardEvent): void {
    const stops = this.#stops;
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const moves: Readonly<Partial<Record<string, number>>> = {
      ArrowRight: Math.min(stops.length - 1, at + 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: stops.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) stops[next]?.focus();
    else if (event.key === 'Delete' || event.key === 'Backspace')
      stops[at]?.parentElement?.querySelector<HTMLElement>('.chip-remove')?.click();
    else if (event.key === 'Escape') this.#context.grid()?.focus();
    else return;
    event.preventDefault();
  }

  #focused(target: EventTarget | null): void {
    const stops = this.#stops;
    if (!stops.some((stop) => stop === target)) return;
    for (const stop of stops) stop.tabIndex = stop === target ? 0 : -1;
  }
}
