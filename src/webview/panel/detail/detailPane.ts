import { html, nothing, render, type TemplateResult } from 'lit-html';
import { createRef, type Ref, ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { WireCell } from '../../../base/cells.ts';
import { fill, numberText } from '../../../base/words.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { GridField, GridResult, PanelView } from '../../../messages/gridProtocol.ts';
import { messageOf } from '../../../messages/rpc.ts';
import { iconButton, icon } from '../../ui/controls/buttons.ts';
import { element } from '../../ui/element.ts';
import { scrollToShow } from '../../ui/scrollToShow.ts';
import { createSplitter, type Splitter } from '../../ui/controls/splitter.ts';
import { textField } from '../../ui/controls/textField.ts';
import { visibleText } from '../../ui/visibleText.ts';
import './detailPane.css';
import { detailValue } from './detailValue.ts';
import { Pane } from '../pane.ts';
import type { PanelContext } from '../panelPart.ts';
import { plainText } from '../resultGrid.ts';

const MIN_WIDTH = 200;
const MIN_GRID_WIDTH = 200;
/** Records with fewer fields don't need a search box. */
const FEW_FIELDS = 6;

interface Entry {
  /** The field's index in the result. */
  readonly place: number;
  readonly field: GridField;
  readonly isHidden: boolean;
  readonly value: WireCell;
  readonly shown: HTMLElement;
}

/** A pane beside the grid with the record at the cursor: all its fields, and whole values. */
export class DetailPane extends Pane {
  readonly place = 'side';
  readonly #splitter: Splitter;
  readonly #body: Ref<HTMLElement> = createRef();
  readonly #previous: Ref<HTMLElement> = createRef();
  readonly #next: Ref<HTMLElement> = createRef();
  #searchText = '';
  #revealed: number | undefined;
  #row: number | undefined;
  #width: number | undefined;
  /** Fields in the order of the grid, hidden ones last. */
  #entries: readonly Entry[] = [];
  /** Why the record couldn't be loaded. */
  #problem = '';
  #isBusy = false;
  #drawn = '';
  #loading: AbortController | undefined;

  constructor(context: PanelContext) {
    super(context, element('aside', 'detail'));
    this.#splitter = createSplitter({
      label: context.strings.paneWidth,
      width: () => this.element.offsetWidth,
      least: MIN_WIDTH,
      most: () => Math.max(MIN_WIDTH, (this.element.parentElement?.offsetWidth ?? 0) - MIN_GRID_WIDTH),
      resize: (width) => this.#resize(width),
    });
    this.element.addEventListener('keydown', (event) => {
      // Escape in the find box clears it first.
      if (event.key !== 'Escape' || this.#searchText === '' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#find('');
    });
    this.#draw();
  }

  show({ rowCount }: GridResult, view?: PanelView): void {
    if (view?.detailWidth !== undefined) this.#resize(view.detailWidth);
    this.#row = undefined;
    const shouldOpen = view?.detail ?? this.isOpen;
    // A click on a header puts the cursor there. The first record of the new order is then shown.
    if (shouldOpen && rowCount > 0) this.#load(Math.max(0, this.#cursorRow));
    else this.close();
  }

  view(): Pick<PanelView, 'detail' | 'detailWidth'> {
    return { detail: this.isOpen, ...(this.#width !== undefined && { detailWidth: this.#width }) };
  }

  openRecord(row: number, by: 'enter' | 'space' | 'pointer'): void {
    // Enter and a double click on a group show its records instead.
    if (by === 'space' || this.context.result()?.question?.summary === undefined) this.#openRow(row, by);
  }

  moved(): void {
    const row = this.#cursorRow;
    if (!this.isOpen) return;
    if (row >= 0) this.#load(row);
    this.#reveal('nearest');
  }

  laidOut(): void {
    this.#entries = this.#inGridOrder(this.#entries);
    this.#draw();
  }

  perform(action: GridAction): boolean {
    if (action === 'nextRecord') this.#step(1);
    else if (action === 'previousRecord') this.#step(-1);
    else if (action !== 'showRecord') return false;
    else if (this.#cursorRow >= 0) this.#openRow(this.#cursorRow, 'enter');
    return true;
  }

  /** Row of the cursor. -1 in the header, or without records. */
  get #cursorRow(): number {
    return this.grid?.current?.row ?? -1;
  }

  get #title(): string {
    const { strings, language } = this.context;
    return this.#row === undefined ? '' : fill(strings.record, numberText(this.#row + 1, language));
  }

  #openRow(row: number, by: 'enter' | 'space' | 'pointer'): void {
    this.#load(row);
    this.context.saveSoon();
    if (by === 'enter') this.#body.value?.focus();
  }

  /** Goes to the next or previous record without moving the focus. */
  #step(by: 1 | -1): void {
    const rows = this.context.result()?.rowCount ?? 0;
    if (!this.grid?.current || rows === 0) return;
    const { row, field } = this.grid.current;
    const next = Math.max(0, Math.min(row + by, rows - 1));
    this.grid.goTo({ row: next, field });
    if (!this.isOpen) this.openRecord(next, 'space');
    this.context.announce(this.#title);
  }

  /** Shows a record as soon as it is loaded. The previous one stays until then. */
  #load(row: number): void {
    const { result, host } = this.context;
    const shown = result();
    if (!shown || (this.isOpen && row === this.#row)) return;
    this.#row = row;
    this.#isBusy = true;
    this.element.hidden = false;
    this.#splitter.update();
    this.#draw();
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    host.record(shown.generation, row, signal).then(
      (values) => {
        if (!signal.aborted) this.#setContent(this.#entriesOf(shown, values));
      },
      (error: unknown) => {
        if (!signal.aborted) this.#setContent([], messageOf(error));
      },
    );
    this.element.ariaLabel = this.#title;
  }

  #setContent(entries: readonly Entry[], problem = ''): void {
    const drawn = entries.map(({ place, field }) => [place, field.id]).join('\n');
    this.#entries = entries;
    this.#problem = problem;
    this.#isBusy = false;
    this.#draw();
    // A record with the same fields keeps the scroll position.
    if (drawn !== this.#drawn && this.#body.value) {
      this.#body.value.scrollTop = 0;
      this.#revealed = undefined;
    }
    this.#drawn = drawn;
    this.#reveal(this.#revealed === undefined ? 'center' : 'nearest');
  }

  #reveal(place: 'nearest' | 'center'): void {
    const field = this.grid?.current?.field;
    if (field === this.#revealed || this.#isBusy) return;
    this.#revealed = field;
    this.#draw();
    scrollToShow(this.#body.value?.querySelector('.entry.current'), this.#body.value, place);
  }

  #find(text: string): void {
    this.#searchText = text;
    this.#draw();
    if (text !== '' && this.#matches.length === 0) this.context.announce(this.context.strings.noneInRecord);
  }

  get #matches(): readonly Entry[] {
    const searchText = this.#searchText.toLowerCase();
    if (searchText === '') return this.#entries;
    return this.#entries.filter(({ field, value }) =>
      [field.id, field.label ?? '', plainText(value) ?? ''].some((text) => text.toLowerCase().includes(searchText)),
    );
  }

  #entriesOf({ fields }: GridResult, values: readonly WireCell[]): readonly Entry[] {
    const entries = fields.map((field, place) => {
      const value = values[place] ?? null;
      return { place, field, isHidden: false, value, shown: detailValue(value, this.context) };
    });
    return this.#inGridOrder(entries);
  }

  /** Entries in the order of the grid. Hidden fields come last, in the server's order. */
  #inGridOrder(entries: readonly Entry[]): readonly Entry[] {
    const shown = this.grid?.fields.shown.map(({ field }) => field) ?? [];
    const columns = new Map(shown.map((place, column) => [place, column]));
    const orderOf = ({ place }: Entry): number => columns.get(place) ?? shown.length + place;
    return entries
      .map((entry) => ({ ...entry, isHidden: !columns.has(entry.place) }))
      .sort((one, other) => orderOf(one) - orderOf(other));
  }

  #draw(): void {
    const { strings, result } = this.context;
    const { rowCount = 0, rowCountIsFinal = true } = result() ?? {};
    const isFirst = (this.#row ?? 0) <= 0;
    const isLast = (this.#row ?? 0) >= rowCount - 1 && rowCountIsFinal;
    // A disabled button loses the focus, and keys would no longer reach the pane.
    const focused = document.activeElement;
    if ((isFirst && focused === this.#previous.value) || (isLast && focused === this.#next.value))
      this.#body.value?.focus();
    const previous = { isDisabled: isFirst, element: this.#previous };
    const next = { isDisabled: isLast, element: this.#next };
    render(
      html`${this.#splitter.element}
        <div class="pane-head">
          <h2 class="detail-title" .textContent=${this.#title}></h2>
          <div class="detail-buttons">
            ${iconButton('arrow-up', strings.previousRecord, () => this.#step(-1), previous)}
            ${iconButton('arrow-down', strings.nextRecord, () => this.#step(1), next)}
            ${iconButton('go-to-file', strings.openInEditor, () => this.#openInEditor())}
            ${iconButton('close', strings.closeRecord, () => this.dismiss())}
          </div>
        </div>
        ${textField({
          ...{ type: 'search', label: strings.findInRecord, hint: strings.findInRecord, value: this.#searchText },
          isHidden: this.#entries.length < FEW_FIELDS,
          onType: (typed) => this.#find(typed),
        })}
        <div
          class="detail-body"
          tabindex="0"
          role="group"
          aria-label=${this.#title}
          aria-busy=${this.#isBusy}
          ${ref(this.#body)}
        >
          ${this.#problem === '' ? this.#list(this.#matches) : this.#problemText()}
        </div>`,
      this.element,
    );
  }

  #problemText(): TemplateResult {
    return html`<p class="detail-note">${this.context.strings.recordNotLoaded}</p>
      <p class="detail-note">${this.#problem}</p>`;
  }

  /** The list is keyed by field, so that the next record reuses the elements, and scroll position and focus stay. */
  #list(entries: readonly Entry[]): TemplateResult | typeof nothing {
    if (entries.length === 0)
      return this.#searchText === '' ? nothing : html`<p class="detail-note">${this.context.strings.noneInRecord}</p>`;
    return html`<dl>
      ${repeat(
        entries,
        ({ place }) => place,
        (entry) => this.#entry(entry),
      )}
    </dl>`;
  }

  #entry({ place, field, isHidden, value, shown }: Entry): TemplateResult {
    const { strings } = this.context;
    const { id, label, type, unit, notes } = field;
    const name = visibleText(id) || strings.noName;
    const filter = iconButton('filter', fill(strings.filterByThis, name), () => this.#filter(id));
    const copy = iconButton('copy', fill(strings.copyValue, name), () => this.#copy(value));
    const hidden = html` <span class="type" title=${strings.hiddenField}
      >${icon('eye-closed')}<span class="unseen">${strings.hiddenField}</span></span
    >`;
    return html`<div class="entry ${place === this.#revealed ? 'current' : ''}">
      <dt>
        <bdi class="id">${name}</bdi>${label ? html` <bdi class="label">${visibleText(label)}</bdi>` : nothing}
        <span class="type">${unit ? `${type} · ${visibleText(unit)}` : type}</span>${isHidden ? hidden : nothing}
        ${notes ? html`<p class="notes" dir="auto">${visibleText(notes)}</p>` : nothing}
      </dt>
      <dd><div>${shown}</div><div class="entry-actions">${filter}${copy}</div></dd>
    </div>`;
  }

  #copy(value: WireCell): void {
    const { host, send, announce, strings } = this.context;
    const text = plainText(value);
    if (text === undefined) announce(strings.notCopied);
    else send(host.copyText(text).then(() => announce(strings.copied)));
  }

  #filter(field: string): void {
    if (this.#row !== undefined)
      this.context.changeQuery({ kind: 'filterByRecord', row: this.#row, field, add: false });
  }

  #openInEditor(): void {
    const { host, send, result } = this.context;
    if (this.#row !== undefined) send(host.openRecord(result()?.generation ?? 0, this.#row));
  }

  #resize(width: number): void {
    this.#width = width;
    this.element.style.setProperty('--detail-width', `${String(width)}px`);
    this.context.saveSoon();
  }

  protected override close(): void {
    super.close();
    this.#loading?.abort();
    this.#row = undefined;
    this.#entries = [];
    this.#problem = '';
    this.#drawn = '';
    this.#searchText = '';
    this.#revealed = undefined;
    this.#draw();
  }
}
