import { html, nothing, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { fill, numberText } from '../../../base/words.ts';
import type { FieldStatistics } from '../../../messages/fieldStatistics.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridField, GridResult, PanelView } from '../../../messages/gridProtocol.ts';
import { KIND_ICONS } from '../../grid/headerRow.ts';
import type { VisibleFields } from '../../grid/visibleFields.ts';
import { iconButton, icon } from '../../ui/controls/buttons.ts';
import { element } from '../../ui/element.ts';
import { holdsFocus } from '../../ui/focus.ts';
import { placeByKey } from '../../ui/controls/listKeys.ts';
import { scrollToShow } from '../../ui/scrollToShow.ts';
import { textField } from '../../ui/controls/textField.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { ColumnSummaries } from './columnSummaries.ts';
import { FieldDetails } from './fieldDetails.ts';
import { type FieldOrder, fieldOrderChoice, fieldsInOrder } from './fieldOrder.ts';
import './fieldsPane.css';
import { Pane } from '../pane.ts';
import type { PanelContext } from '../panelPart.ts';
import { emptyCount, shareInPercent } from './statisticsView.ts';

/** Number of fields above which the list can be searched and ordered. */
const MANY_FIELDS = 5;
/** Pause before the pane follows the grid's cursor and counts newly loaded records. */
const FOLLOW_MS = 150;

/** A pane beside the grid with all fields of the result, including hidden ones, their descriptions and statistics. */
export class FieldsPane extends Pane {
  readonly place = 'side';
  readonly button = element('span');
  readonly #summaries: ColumnSummaries;
  #fields: readonly GridField[] = [];
  #searchText = '';
  #order: FieldOrder = 'table';
  #counted = new Map<number, FieldStatistics>();
  #expanded: { readonly place: number; readonly details: FieldDetails } | undefined;
  /** The only entry that is a tab stop. Fields are identified by their index in the result. */
  #reachable = 0;
  #current: number | undefined;
  #followTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: PanelContext, summaries: ColumnSummaries) {
    super(context, element('aside', 'fields', { 'aria-label': context.strings.fields }));
    this.#summaries = summaries;
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('focusout', ({ relatedTarget }) => this.#closeIfCovering(relatedTarget));
    this.element.addEventListener('focusin', ({ target }) => {
      this.#setReachable(this.#placeOf(target));
      // The headers may have counted missing values since.
      if (target instanceof HTMLSelectElement) this.#draw();
    });
    this.#draw();
  }

  show(_result: GridResult, view?: PanelView): void {
    this.#counted.clear();
    if (view !== undefined) {
      this.#order = view.fieldOrder ?? 'table';
      this.#searchText = view.fieldSearch ?? '';
    }
    if (view?.fields ?? this.isOpen) this.#load();
    else this.close();
  }

  view(): Pick<PanelView, 'fields' | 'fieldOrder' | 'fieldSearch'> {
    return {
      ...(this.isOpen && { fields: true }),
      ...(this.#order !== 'table' && { fieldOrder: this.#order }),
      ...(this.#searchText !== '' && { fieldSearch: this.#searchText }),
    };
  }

  laidOut(): void {
    if (this.isOpen) this.#draw();
  }

  /** Opens or focuses the pane, or closes it if it has the focus. */
  perform(action: GridAction): boolean {
    if (action !== 'showFields') return false;
    if (this.element.contains(document.activeElement)) this.dismiss();
    else this.#openAndFocus();
    return true;
  }

  moved(): void {
    if (this.isOpen) this.#followTimer ??= setTimeout(() => this.#follow(), FOLLOW_MS);
  }

  counted(place: number, records: number): void {
    if (this.#expanded?.place === place) this.#expanded.details.counted(records);
  }

  get #all(): VisibleFields['all'] {
    return (this.isOpen ? this.grid?.fields.all : undefined) ?? [];
  }

  get #inOrder(): VisibleFields['all'] {
    const missing = (place: number): number | undefined => this.#missing(place);
    return fieldsInOrder(this.#all, this.#order, this.#fields, missing, this.context.language);
  }

  /** The share of records without a value. Undefined if the values aren't counted. */
  #missing(place: number): number | undefined {
    const statistics = this.#counted.get(place) ?? this.#summaries.of(place);
    return statistics?.nulls === undefined ? undefined : emptyCount(statistics) / Math.max(1, statistics.records);
  }

  get #matches(): readonly number[] {
    const searchText = this.#searchText.toLowerCase();
    return this.#inOrder.flatMap(({ field: place }) => {
      const { id = '', label = '' } = this.#fields[place] ?? {};
      return `${id}\n${label}`.toLowerCase().includes(searchText) ? [place] : [];
    });
  }

  #openAndFocus(): void {
    if (!this.isOpen) {
      this.#load();
      this.#follow();
      this.context.saveSoon();
    }
    this.#focus(this.#reachable);
  }

  /** Closes the pane when something outside gets the focus, if it covers the records (narrow panel, fieldsPane.css). */
  #closeIfCovering(to: EventTarget | null): void {
    if (!this.isOpen || !(to instanceof Element) || this.element.contains(to)) return;
    const isOver = getComputedStyle(this.element).position === 'absolute';
    if (!isOver || to.closest('.content, .bar-question') === null) return;
    this.close();
    this.context.saveSoon();
  }

  protected override close(): void {
    super.close();
    clearTimeout(this.#followTimer);
    this.#followTimer = undefined;
    this.#expand(undefined);
    this.#fields = [];
    this.#draw();
  }

  /** Shows the fields of the current result. The expanded field stays expanded and is counted again. */
  #load(): void {
    const hadFocus = document.hasFocus() && this.#placeOf(document.activeElement) !== undefined;
    const opened = this.#fields[this.#expanded?.place ?? -1]?.id;
    const reached = this.#fields[this.#reachable]?.id;
    this.#expand(undefined);
    this.#fields = this.context.result()?.fields ?? [];
    this.#current = undefined;
    this.element.hidden = false;
    if (this.#fields.length <= MANY_FIELDS) this.#searchText = '';
    const ids = this.#fields.map(({ id }) => id);
    const first = this.#all[0]?.field ?? 0;
    this.#reachable = reached === undefined ? first : Math.max(0, ids.indexOf(reached));
    this.#draw();
    if (opened !== undefined && ids.includes(opened)) this.#expand(ids.indexOf(opened));
    if (hadFocus) this.#focus(this.#reachable);
  }

  /** Expands the field of the grid's cursor, unless the pane has the focus. */
  #follow(): void {
    this.#followTimer = undefined;
    if (!this.isOpen) return;
    const current = this.grid?.current?.field;
    const isSame = current === this.#current;
    this.#current = current;
    this.#draw();
    if (isSame) this.#expanded?.details.refresh();
    if (isSame || current === undefined || this.element.contains(document.activeElement)) return;
    this.#setReachable(current);
    this.#expand(current);
    this.#show(current);
  }

  #expand(place: number | undefined): void {
    this.#expanded?.details.dispose();
    this.#expanded = undefined;
    const field = place === undefined ? undefined : this.#fields[place];
    const shown = this.context.result();
    if (place !== undefined && field && shown)
      this.#expanded = {
        place,
        details: new FieldDetails({
          ...{ context: this.context, generation: shown.generation, place, field },
          statistics: this.#counted.get(place),
          onStatistics: (statistics) => {
            // A sample isn't kept, because more records may be loaded later.
            if (!statistics.isAll) return;
            this.#counted.set(place, statistics);
            this.#summaries.take(place, statistics);
            this.#draw();
          },
          onFocusLost: () => this.#focus(place),
        }),
      };
    this.#draw();
  }

  #setShown(place: number, isShown: boolean): void {
    if (!this.grid) return;
    const { fields } = this.grid;
    const changed = isShown ? fields.show(place) : fields.hide(fields.columnOf(place));
    if (changed === fields) return;
    const { showField, hideThis } = this.context.strings;
    this.grid.setFields(changed, fill(isShown ? showField : hideThis, this.#nameOf(place)));
    this.#draw();
  }

  #move(place: number, by: -1 | 1): void {
    const { announce, strings } = this.context;
    this.grid?.setFields(this.grid.fields.moveBy(place, by), fill(strings.moveField, this.#nameOf(place)));
    this.#draw();
    this.#show(place);
    const to = this.#all.findIndex(({ field }) => field === place) + 1;
    announce(fill(strings.fieldMoved, this.#nameOf(place), to, this.#fields.length));
  }

  #find(text: string): void {
    this.#searchText = text;
    const matches = this.#matches;
    if (!matches.includes(this.#reachable)) this.#reachable = matches[0] ?? this.#reachable;
    this.#draw();
    this.context.saveSoon();
  }

  #sort(order: FieldOrder): void {
    this.#order = order;
    this.#draw();
    this.context.saveSoon();
  }

  #press(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const place = this.#placeOf(target);
    const matches = this.#matches;
    const isInside = target instanceof Element && target.closest('.field-facts') !== null;
    const next = place === undefined ? undefined : placeByKey(key, matches.indexOf(place), matches.length);
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (target instanceof HTMLInputElement && key === 'Escape' && this.#searchText !== '') {
      // Escape clears the box first.
      event.stopImmediatePropagation();
      this.#find('');
    } else if (target instanceof HTMLInputElement && ['ArrowDown', 'Enter'].includes(key)) this.#focus(matches[0]);
    else if (place === undefined || isInside) return;
    else if (altKey && (by === 1 || by === -1)) this.#move(place, by);
    else if (ctrlKey || metaKey || altKey || next === undefined) return;
    else this.#focus(matches[next]);
    event.preventDefault();
  }

  #setReachable(place: number | undefined): void {
    if (place === undefined || place === this.#reachable) return;
    this.#reachable = place;
    this.#draw();
  }

  #draw(): void {
    const { strings, language } = this.context;
    const { activeElement } = document;
    const isFocused = activeElement instanceof HTMLElement && holdsFocus(this.element);
    const order = this.#inOrder;
    const matches = new Set(this.#matches);
    const shown = order.filter(({ isHidden }) => !isHidden).length;
    const count = fill(strings.fieldsShown, numberText(shown, language), numberText(order.length, language));
    const found =
      matches.size === 0
        ? strings.noFieldFound
        : fill(strings.fieldsMatch, numberText(matches.size, language), numberText(order.length, language));
    const hasMissing = order.some(({ field }) => this.#missing(field) !== undefined);
    render(
      html`<div class="pane-head">
          <h2>${strings.fields}</h2>
          <span class="dim">${count}</span>
          ${iconButton('close', strings.closeFields, () => this.dismiss())}
        </div>
        <div class="field-tools" ?hidden=${order.length <= MANY_FIELDS}>
          ${textField({
            ...{ type: 'search', label: strings.findField, hint: strings.findField, value: this.#searchText },
            onType: (typed) => this.#find(typed),
          })}
          ${fieldOrderChoice(this.#order, hasMissing, strings, (picked) => this.#sort(picked))}
        </div>
        <p class="dim" role="status">${this.#searchText === '' ? '' : found}</p>
        <ul class="field-list" role="list" aria-label=${strings.fields}>
          ${repeat(
            order,
            ({ field }) => field,
            ({ field, isHidden }) => this.#item(field, !isHidden, shown > 1, matches.has(field)),
          )}
        </ul>`,
      this.element,
    );
    const toggle = (): void => (this.isOpen ? this.dismiss() : this.#openAndFocus());
    render(iconButton('list-selection', strings.fields, toggle, { isExpanded: this.isOpen }), this.button);
    // An element loses the focus when it is moved.
    if (isFocused && this.isOpen && activeElement.isConnected) activeElement.focus();
  }

  #item(place: number, isShown: boolean, canHide: boolean, isFound: boolean): TemplateResult {
    const { strings, language } = this.context;
    const { id = '', label = '', type = '', kind = 'text' } = this.#fields[place] ?? {};
    const isCurrent = place === this.#current;
    const details = this.#expanded?.place === place ? this.#expanded.details : undefined;
    const tabIndex = place === this.#reachable ? '0' : '-1';
    const showField = fill(strings.showField, this.#nameOf(place));
    const missing = this.#order === 'missing' ? this.#missing(place) : undefined;
    return html`<li
      class="field ${isShown ? '' : 'not-shown'} ${isCurrent ? 'current' : ''}"
      data-place=${place}
      ?hidden=${!isFound}
    >
      <div class="field-head">
        <button
          class="icon-button"
          type="button"
          role="checkbox"
          tabindex=${tabIndex}
          aria-label=${showField}
          title=${showField}
          aria-checked=${isShown}
          aria-disabled=${isShown && !canHide}
          @click=${() => this.#setShown(place, !isShown)}
        >
          ${icon(isShown ? 'eye' : 'eye-closed')}
        </button>
        <button
          class="field-button"
          type="button"
          tabindex=${tabIndex}
          title=${[id, label, type].join('\n')}
          aria-expanded=${details !== undefined}
          aria-current=${isCurrent ? 'true' : nothing}
          @click=${() => this.#expand(details ? undefined : place)}
          >${icon('chevron-right')}${icon(KIND_ICONS[kind])}<bdi class="field-name ${id === '' ? 'dim' : ''}"
            >${this.#nameOf(place)}</bdi
          >${label === '' ? nothing : html`<bdi class="field-label dim">${visibleText(label)}</bdi>`}<span
            class="unseen"
            >${visibleText(type)}</span
          >${missing === undefined ? nothing : html`<span class="field-missing dim">${shareInPercent(missing, 1, language)}</span>`}</button
        >
      </div>
      ${details?.element}
    </li>`;
  }

  #nameOf(place: number): string {
    return visibleText(this.#fields[place]?.id ?? '') || this.context.strings.noName;
  }

  #focus(place: number | undefined): void {
    if (place !== undefined) this.#entry(place)?.querySelector<HTMLElement>('.field-button')?.focus();
  }

  #show(place: number): void {
    scrollToShow(this.#entry(place), this.element.querySelector('.field-list'));
  }

  #entry(place: number): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`[data-place="${String(place)}"]`);
  }

  #placeOf(target: EventTarget | null): number | undefined {
    const entry = target instanceof Element ? target.closest<HTMLElement>('.field') : null;
    return entry ? Number(entry.dataset['place']) : undefined;
  }
}
