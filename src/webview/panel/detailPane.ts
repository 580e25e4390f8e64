import type { WireCell } from '../../base/cells.ts';
import { type FieldLayout, placedFields, PLAIN_LAYOUT } from '../../messages/fieldLayout.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridResult, GridView } from '../../messages/gridProtocol.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import { iconButton } from '../ui/iconButton.ts';
import { numberText } from '../../base/numberText.ts';
import { createSplitter, type Splitter } from '../ui/splitter.ts';
import { createDetailEntry, type DetailEntry } from './detailEntry.ts';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { plainText } from './plainText.ts';

const LEAST_WIDTH = 200;
/** So much of the panel stays for the grid. */
const GRID_WIDTH = 200;

/** `field` is its place in the result. */
type PlacedEntry = readonly [field: number, entry: DetailEntry];

/** One record with all its fields, whole, beside the grid. It follows the grid's cursor. */
export class DetailPane implements PanelPart {
  readonly element: HTMLElement;
  readonly place = 'side';
  readonly #context: PanelContext;
  readonly #title = element('h2', 'detail-title');
  readonly #body = element('div', 'detail-body', { tabindex: '0', role: 'group' });
  readonly #splitter: Splitter;
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  #row: number | undefined;
  #width: number | undefined;
  /** In the order of the grid, hidden ones behind. */
  #entries: readonly PlacedEntry[] = [];
  /** What the entries were made of. */
  #drawn: readonly unknown[] = [];
  #asking: AbortController | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    const { strings } = context;
    this.#previous = iconButton('arrow-up', strings.previousRecord, () => this.#step(-1));
    this.#next = iconButton('arrow-down', strings.nextRecord, () => this.#step(1));
    const open = iconButton('go-to-file', strings.openInEditor, () => this.#openInEditor());
    const close = iconButton('close', strings.closeRecord, () => this.#leave());
    this.#splitter = createSplitter({
      label: strings.paneWidth,
      width: () => this.element.offsetWidth,
      least: LEAST_WIDTH,
      most: () => Math.max(LEAST_WIDTH, (this.element.parentElement?.offsetWidth ?? 0) - GRID_WIDTH),
      resize: (width) => this.#resize(width),
    });
    const buttons = element('div', 'detail-buttons', {}, this.#previous, this.#next, open, close);
    const head = element('div', 'detail-head', {}, this.#title, buttons);
    this.element = element('aside', 'detail', {}, this.#splitter.element, head, this.#body);
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#leave();
    });
  }

  get #isOpen(): boolean {
    return !this.element.hidden;
  }

  show({ rowCount }: GridResult, view?: GridView): void {
    if (view?.detailWidth !== undefined) this.#resize(view.detailWidth);
    this.#row = undefined;
    const row = this.#context.grid()?.current?.row ?? -1;
    const isWanted = view?.detail ?? this.#isOpen;
    if (isWanted && row >= 0 && rowCount > 0) this.#show(row);
    else this.#close();
  }

  view(): Pick<GridView, 'detail' | 'detailWidth'> {
    return { detail: this.#isOpen, ...(this.#width !== undefined && { detailWidth: this.#width }) };
  }

  openRecord(row: number, by: 'enter' | 'space' | 'pointer'): void {
    this.#show(row);
    this.#context.changed();
    if (by === 'enter') this.#body.focus();
  }

  moved(): void {
    const row = this.#context.grid()?.current?.row ?? -1;
    if (this.#isOpen && row >= 0) this.#show(row);
  }

  escape(): boolean {
    if (!this.#isOpen) return false;
    this.#leave();
    return true;
  }

  perform(action: GridAction): boolean {
    const row = this.#context.grid()?.current?.row ?? -1;
    if (action === 'nextRecord') this.#step(1);
    else if (action === 'previousRecord') this.#step(-1);
    else if (action !== 'showRecord') return false;
    else if (row >= 0) this.openRecord(row, 'enter');
    return true;
  }

  /** The record after this one, or before; the focus stays where it is. */
  #step(by: 1 | -1): void {
    const grid = this.#context.grid();
    const rows = this.#context.result()?.rowCount ?? 0;
    if (!grid?.current || rows === 0) return;
    const { row, field } = grid.current;
    const next = Math.max(0, Math.min(row + by, rows - 1));
    grid.goTo({ row: next, field });
    if (!this.#isOpen) this.openRecord(next, 'space');
    this.#context.say(this.#title.textContent);
  }

  /** Shows a record; the one before stays until the new one is there. */
  #show(row: number): void {
    const { result, grid, strings, language, host } = this.#context;
    const shown = result();
    if (!shown || (this.#isOpen && row === this.#row)) return;
    this.#row = row;
    if (!this.#isOpen) {
      this.element.hidden = false;
      this.#splitter.update();
    }
    const title = fill(strings.record, numberText(row + 1, language));
    this.#title.textContent = title;
    this.element.ariaLabel = title;
    this.#body.ariaLabel = title;
    this.#body.ariaBusy = 'true';
    this.#setEnds(row <= 0, row >= shown.rowCount - 1 && shown.rowCountIsFinal);
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    host.record(shown.generation, row, asking.signal).then(
      (values) => {
        if (!asking.signal.aborted) this.#fill(shown, grid()?.layout ?? PLAIN_LAYOUT, values);
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        this.#drawn = [];
        this.#body.ariaBusy = 'false';
        const reason = error instanceof Error ? error.message : '';
        const notes = [strings.recordNotLoaded, reason].map((text) => element('p', 'detail-note', {}, text));
        this.#body.replaceChildren(...notes);
      },
    );
  }

  /** The entries stay for the next record, and so do the place and the focus in them. */
  #fill(result: GridResult, layout: FieldLayout, values: readonly WireCell[]): void {
    const drawn = [result.fields, JSON.stringify(layout)];
    if (drawn.some((what, index) => what !== this.#drawn[index])) {
      this.#drawn = drawn;
      this.#entries = this.#createEntries(result, layout);
      this.#body.replaceChildren(element('dl', '', {}, ...this.#entries.map(([, entry]) => entry.element)));
      this.#body.scrollTop = 0;
    }
    for (const [field, entry] of this.#entries) entry.show(values[field] ?? null);
    this.#body.ariaBusy = 'false';
  }

  #createEntries({ fields }: GridResult, layout: FieldLayout): readonly PlacedEntry[] {
    const { strings, language, host, send } = this.#context;
    const shown = placedFields(
      fields.map(({ id }) => id),
      layout,
    ).map(({ field }) => field);
    const hidden = [...fields.keys()].filter((field) => !shown.includes(field));
    return [...shown, ...hidden].flatMap((field, at) =>
      fields.slice(field, field + 1).map((facts) => {
        const entry = createDetailEntry(facts, at >= shown.length, {
          ...{ strings, language },
          onLink: (url) => send(host.openLink(url)),
          onCopy: (value) => this.#copy(value),
          onFilter: () => this.#filter(facts.id),
        });
        return [field, entry] as const;
      }),
    );
  }

  #copy(value: WireCell): void {
    const { host, send, say, strings } = this.#context;
    const text = plainText(value);
    if (text === undefined) say(strings.notCopied);
    else send(host.copyText(text).then(() => say(strings.copied)));
  }

  #filter(field: string): void {
    if (this.#row !== undefined)
      this.#context.ask({ kind: 'filterByRecord', row: this.#row, field, add: false });
  }

  #openInEditor(): void {
    const { host, send, result } = this.#context;
    if (this.#row !== undefined) send(host.openRecord(result()?.generation ?? 0, this.#row));
  }

  #setEnds(isFirst: boolean, isLast: boolean): void {
    // The focus must not fall out of the pane with the button that had it.
    const focused = document.activeElement;
    this.#previous.disabled = isFirst;
    this.#next.disabled = isLast;
    if ((isFirst && focused === this.#previous) || (isLast && focused === this.#next)) this.#body.focus();
  }

  #resize(width: number): void {
    this.#width = width;
    this.element.style.setProperty('--detail-width', `${String(width)}px`);
    this.#context.changed();
  }

  #close(): void {
    this.#asking?.abort();
    this.#row = undefined;
    this.element.hidden = true;
    this.#drawn = [];
    this.#body.replaceChildren();
  }

  #leave(): void {
    this.#close();
    this.#context.grid()?.focus();
    this.#context.changed();
  }
}
