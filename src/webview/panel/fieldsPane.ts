import type { FieldStatistics } from '../../messages/fieldStatistics.ts';
import { type FieldLayout, PLAIN_LAYOUT } from '../../messages/fieldLayout.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridResult, GridView } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { iconButton } from '../ui/iconButton.ts';
import { numberText } from '../../base/numberText.ts';
import { FieldEntry } from './fieldEntry.ts';
import { FieldFacts } from './fieldFacts.ts';
import { fieldOrder, withMoved, withShown } from './fieldPlaces.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';

/** Beyond, a box to find a field is there. */
const MANY_FIELDS = 20;
/** The grid's cursor is followed, and newly loaded records are counted, after it has rested this long. */
const FOLLOW_MS = 150;

/** All fields of the result, shown or hidden, beside the grid: what they are, and what values they have. */
export class FieldsPane implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'side';
  readonly button: HTMLButtonElement;
  readonly #context: PanelContext;
  readonly #count = element('span', 'dim');
  readonly #find: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #none: HTMLElement;
  /** By place in the result. */
  #entries: readonly FieldEntry[] = [];
  /** Places of fields in the order of the list. */
  #order: readonly number[] = [];
  #known = new Map<number, FieldStatistics>();
  #open: { readonly field: number; readonly facts: FieldFacts } | undefined;
  #reachable = 0;
  #current: number | undefined;
  #drawn: GridResult['fields'] = [];
  #following: ReturnType<typeof setTimeout> | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    const { strings } = context;
    this.button = iconButton('list-selection', strings.fields, () => this.#toggle());
    this.button.ariaExpanded = 'false';
    const close = iconButton('close', strings.closeFields, () => this.#leave());
    this.#find = element('input', 'field-find', {
      ...{ type: 'search', dir: 'auto', placeholder: strings.findField, 'aria-label': strings.findField },
    });
    this.#find.addEventListener('input', () => this.#filter());
    this.#list = element('ul', 'field-list', { role: 'list', 'aria-label': strings.fields });
    this.#none = element('p', 'dim', { role: 'status' });
    const title = element('h2', 'fields-title', {}, strings.fields);
    const head = element('div', 'fields-head', {}, title, this.#count, close);
    this.element = element('aside', 'fields', { 'aria-label': strings.fields }, head, this.#find);
    this.element.append(this.#none, this.#list);
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => this.#giveWay(relatedTarget));
    this.#list.addEventListener('focusin', ({ target }) => this.#reach(this.#entryOf(target)));
  }

  get #isOpen(): boolean {
    return !this.element.hidden;
  }

  get #ids(): readonly string[] {
    return this.#drawn.map(({ id }) => id);
  }

  get #layout(): FieldLayout {
    return this.#context.grid()?.layout ?? PLAIN_LAYOUT;
  }

  show(_result: GridResult, view?: GridView): void {
    this.#known.clear();
    if (view?.fields ?? this.#isOpen) this.#draw();
    else this.#close();
  }

  view(): Pick<GridView, 'fields'> {
    return this.#isOpen ? { fields: true } : {};
  }

  /** Opens it, goes to it, or closes it when the focus is there already. */
  perform(action: GridAction): boolean {
    if (action !== 'showFields') return false;
    if (this.element.contains(document.activeElement)) this.#leave();
    else this.#enter();
    return true;
  }

  escape(): boolean {
    if (!this.#isOpen) return false;
    this.#leave();
    return true;
  }

  moved(): void {
    if (this.#isOpen) this.#following ??= setTimeout(() => this.#follow(), FOLLOW_MS);
  }

  counted(field: number, records: number): void {
    if (this.#open?.field === field) this.#open.facts.counted(records);
  }

  #toggle(): void {
    if (this.#isOpen) this.#leave();
    else this.#enter();
  }

  #enter(): void {
    if (!this.#isOpen) {
      this.#draw();
      this.#follow();
      this.#context.changed();
    }
    this.#entries[this.#reachable]?.focus();
  }

  #leave(): void {
    this.#close();
    this.#context.grid()?.focus();
    this.#context.changed();
  }

  /** Where it lies over the records (fields.css: a narrow panel), it goes when something beside it gets the focus. */
  #giveWay(to: EventTarget | null): void {
    if (!this.#isOpen || !(to instanceof Element) || this.element.contains(to)) return;
    const isOver = getComputedStyle(this.element).position === 'absolute';
    if (!isOver || to.closest('.content') === null) return;
    this.#close();
    this.#context.changed();
  }

  #close(): void {
    clearTimeout(this.#following);
    this.#following = undefined;
    this.element.hidden = true;
    this.button.ariaExpanded = 'false';
    this.#setOpen(undefined);
    this.#drawn = [];
    this.#entries = [];
    this.#order = [];
    this.#list.replaceChildren();
  }

  /** The list of this result; the field that was open stays so, and is counted anew. */
  #draw(): void {
    const { result, strings } = this.#context;
    const hadFocus = this.#list.contains(document.activeElement);
    const opened = this.#drawn[this.#open?.field ?? -1]?.id;
    const reached = this.#drawn[this.#reachable]?.id;
    this.#setOpen(undefined);
    this.#drawn = result()?.fields ?? [];
    this.#entries = this.#drawn.map(
      (field, place) =>
        new FieldEntry(field, {
          strings,
          onOpen: () => this.#setOpen(this.#open?.field === place ? undefined : place),
          onShow: (isShown) => this.#setShown(place, isShown),
        }),
    );
    this.#order = [];
    this.#current = undefined;
    this.element.hidden = false;
    this.button.ariaExpanded = 'true';
    this.#find.hidden = this.#drawn.length <= MANY_FIELDS;
    if (this.#find.hidden) this.#find.value = '';
    this.#arrange();
    this.#filter();
    const ids = this.#ids;
    this.#reach(reached === undefined ? this.#order[0] : Math.max(0, ids.indexOf(reached)));
    if (opened !== undefined && ids.includes(opened)) this.#setOpen(ids.indexOf(opened));
    if (hadFocus) this.#entries[this.#reachable]?.focus();
  }

  /** Lays the entries as the grid lays the fields. */
  #arrange(): void {
    const places = fieldOrder(this.#ids, this.#layout);
    const shown = places.filter(({ isHidden }) => !isHidden).length;
    for (const { field, isHidden } of places) this.#entries[field]?.setShown(!isHidden, shown > 1);
    const order = places.map(({ field }) => field);
    if (order.join() !== this.#order.join()) {
      const focused = this.#list.contains(document.activeElement) ? document.activeElement : undefined;
      this.#order = order;
      this.#list.replaceChildren(...order.flatMap((field) => this.#entries[field]?.element ?? []));
      if (focused instanceof HTMLElement) focused.focus();
    }
    const { strings, language } = this.#context;
    this.#count.textContent = fill(
      strings.fieldsShown,
      numberText(shown, language),
      numberText(order.length, language),
    );
  }

  #filter(): void {
    const text = this.#find.value;
    let found = 0;
    for (const entry of this.#entries) {
      entry.element.hidden = !entry.matches(text);
      if (!entry.element.hidden) found += 1;
    }
    this.#none.textContent = found === 0 && text !== '' ? this.#context.strings.noFieldFound : '';
    if (this.#entries[this.#reachable]?.element.hidden === true) this.#reach(this.#visible[0]);
  }

  get #visible(): readonly number[] {
    return this.#order.filter((field) => this.#entries[field]?.element.hidden === false);
  }

  /** The grid's field is opened, unless somebody is at work here. */
  #follow(): void {
    this.#following = undefined;
    if (!this.#isOpen) return;
    this.#arrange();
    const current = this.#context.grid()?.current?.field;
    if (current === this.#current) {
      this.#open?.facts.refresh();
      return;
    }
    if (this.#current !== undefined) this.#entries[this.#current]?.setCurrent(false);
    this.#current = current;
    if (current === undefined) return;
    const entry = this.#entries[current];
    entry?.setCurrent(true);
    if (this.element.contains(document.activeElement)) return;
    this.#reach(current);
    this.#setOpen(current);
    entry?.element.scrollIntoView({ block: 'nearest' });
  }

  #setOpen(field: number | undefined): void {
    this.#open?.facts.dispose();
    if (this.#open) this.#entries[this.#open.field]?.setFacts(undefined);
    this.#open = undefined;
    const about = field === undefined ? undefined : this.#drawn[field];
    const shown = this.#context.result();
    if (field === undefined || !about || !shown) return;
    const facts = new FieldFacts({
      ...{ context: this.#context, generation: shown.generation, field, about },
      known: this.#known.get(field),
      onKnown: (found) => {
        // Of the loaded records there may be more the next time.
        if (found.isAll) this.#known.set(field, found);
      },
      onFocusLost: () => this.#entries[field]?.focus(),
    });
    this.#entries[field]?.setFacts(facts.element);
    this.#open = { field, facts };
  }

  #setShown(field: number, isShown: boolean): void {
    const grid = this.#context.grid();
    const shown = fieldOrder(this.#ids, this.#layout).filter(({ isHidden }) => !isHidden).length;
    if (!grid || (!isShown && shown <= 1)) return;
    grid.setLayout(withShown(this.#ids, grid.layout, field, isShown));
    this.#arrange();
  }

  #move(field: number, by: -1 | 1): void {
    const { grid, say, strings } = this.#context;
    const shown = grid();
    if (!shown) return;
    shown.setLayout(withMoved(this.#ids, shown.layout, field, by));
    this.#arrange();
    const entry = this.#entries[field];
    entry?.element.scrollIntoView({ block: 'nearest' });
    const place = this.#order.indexOf(field) + 1;
    say(fill(strings.fieldMoved, entry?.name ?? '', place, this.#order.length));
  }

  #press(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.#leave();
      event.preventDefault();
      return;
    }
    const field = this.#entryOf(event.target);
    const visible = this.#visible;
    const at = field === undefined ? -1 : visible.indexOf(field);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isInside = event.target instanceof Element && event.target.closest('.field-facts') !== null;
    if (event.target === this.#find && ['ArrowDown', 'Enter'].includes(event.key)) this.#focus(visible[0]);
    else if (field === undefined || isInside) return;
    else if (event.altKey && (by === 1 || by === -1)) this.#move(field, by);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (by !== undefined) this.#focus(visible[at + by]);
    else if (event.key === 'Home') this.#focus(visible[0]);
    else if (event.key === 'End') this.#focus(visible.at(-1));
    else return;
    event.preventDefault();
  }

  #focus(field: number | undefined): void {
    if (field !== undefined) this.#entries[field]?.focus();
  }

  #reach(field: number | undefined): void {
    if (field === undefined) return;
    this.#entries[this.#reachable]?.setReachable(false);
    this.#reachable = field;
    this.#entries[field]?.setReachable(true);
  }

  #entryOf(target: EventTarget | null): number | undefined {
    const place = this.#entries.findIndex(
      (entry) => target instanceof Node && entry.element.contains(target),
    );
    return place < 0 ? undefined : place;
  }
}
