import type { WireCell } from '../../base/cells.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import { type FieldLayout, PLAIN_LAYOUT } from '../../messages/fieldLayout.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridHost, GridInit, GridNotice, GridPanelView, GridProblem, GridResult, GridView, SavedPanel, SelectedRange } from '../../messages/gridProtocol.ts';
import type { Remote } from '../../messages/rpc.ts';
import { numberText } from '../../base/numberText.ts';
import { element } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import type { HostLink } from '../ui/hostLink.ts';
import { createLiveRegion } from '../ui/liveRegion.ts';
import { createPanelBar } from './panelBar.ts';
import { FocusNews } from './focusNews.ts';
import { createNoticeStrips } from './noticeStrips.ts';
import { createMessage, type MessageAction, type PanelMessage } from './panelMessage.ts';
import { PanelLook } from './panelLook.ts';
import type { PanelPart } from './panelPart.ts';
import { createPanelParts } from './panelParts.ts';
import { placeIn, START, type PanelState } from './panelState.ts';
import { plainText } from './plainText.ts';
import { questionNews } from './questionWords.ts';
import { createRecordsGrid } from '../grid/recordsGrid.ts';
import type { CellPlace, RecordsGrid } from '../grid/gridContract.ts';
import { hiddenText, questionMarks } from './resultMarks.ts';
import { SelectionNews } from './selectionNews.ts';
import { createStatusLine } from './statusLine.ts';

export interface PanelOptions {
  readonly root: HTMLElement;
  readonly host: Remote<GridHost>;
  readonly init: GridInit;
  readonly memory: Pick<HostLink<PanelState>, 'saved' | 'save'>;
}

/** The place is saved after the scroll has rested this long. */
const SAVE_MS = 150;

/** What to say below the last of so many rows. */
function endWords(
  rows: number,
  limit: number | undefined,
  { strings, language }: Pick<GridInit, 'strings' | 'language'>,
): string {
  if (limit === undefined || rows < limit) return strings.endOfRecords;
  return fill(strings.limitReached, numberText(limit, language));
}

/** Bar, grid, record pane and status line, in whatever state the question is. */
export class RecordsPanel implements GridPanelView {
  readonly #options: PanelOptions;
  readonly #bar;
  readonly #banner = element('div', 'banner');
  readonly #strips = createNoticeStrips((offer) => this.#send(this.#options.host.act(offer)));
  readonly #holder = element('div', 'holder');
  readonly #status;
  readonly #live = createLiveRegion();
  readonly #look: PanelLook;
  readonly #selection: SelectionNews;
  readonly #parts: readonly PanelPart[];
  #state: PanelState | undefined;
  #result: GridResult | undefined;
  #grid: RecordsGrid | undefined;
  /** Rows are in view that can only come in another order. */
  #isPast = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PanelOptions) {
    this.#options = options;
    const { root, host, init, memory } = options;
    this.#state = memory.saved;
    this.#bar = createPanelBar(init.strings, {
      goBack: () => this.#send(host.goBack()),
      goForward: () => this.#send(host.goForward()),
      editQuery: () => this.#send(host.editQuery()),
      exportJson: () => this.#send(host.exportJson()),
      refresh: () => this.#send(host.retry()),
      cancel: () => this.#send(host.cancel()),
    });
    this.#bar.setExportable(false);
    this.#status = createStatusLine(init.strings, {
      showFields: () => this.perform('showFields'),
      sumAll: () => this.#send(host.sumAll()),
    });
    this.#selection = new SelectionNews(host, (call) => this.#send(call));
    this.#look = new PanelLook({
      ...{ look: init.look, strings: init.strings },
      grid: () => this.#grid,
      say: (text) => this.#live.say(text),
      changed: () => this.#saveSoon(),
    });
    const parts = createPanelParts({
      ...{ host, strings: init.strings, language: init.language },
      result: () => this.#result,
      grid: () => this.#grid,
      say: (text) => this.#live.say(text),
      send: (call) => this.#send(call),
      ask: (change) => {
        if (this.#result) this.#send(host.change(this.#result.generation, change));
      },
      changed: () => this.#saveSoon(),
      perform: (action) => this.perform(action),
    });
    this.#parts = [this.#look, ...parts];
    this.#bar.add(...parts.flatMap(({ button }) => (button ? [button] : [])));
    const at = (wanted: PanelPart['place']): readonly HTMLElement[] =>
      parts.flatMap(({ element: own, place }) => (own && place === wanted ? [own] : []));
    root.append(
      this.#bar.element,
      element(
        'div',
        'content',
        {},
        element('main', 'main', {}, this.#strips.element, ...at('top'), this.#banner, this.#holder),
        ...at('side'),
      ),
      this.#status.element,
      this.#live.element,
    );
    this.#showSkeleton();
    new FocusNews(root, (hasFocus) => host.focused(hasFocus));
    window.addEventListener('pagehide', () => this.#save());
    // VS Code gives the focus to the frame; people mean the records.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#grid?.focus();
    });
  }

  loading(label: string): void {
    this.#bar.setLabel(label);
    this.#setState({ isBusy: true, isStale: true });
    if (!this.#grid) this.#showSkeleton();
    this.#live.say(this.#strings.loading);
  }

  result(result: GridResult): void {
    const hadFocus = this.#holder.contains(document.activeElement);
    this.#save();
    const place = this.#state && placeIn(this.#state, result.saved);
    const news = questionNews(this.#result?.question, result.question, this.#strings);
    this.#grid?.dispose();
    this.#result = result;
    this.#bar.setHistory(result.question);
    this.#bar.setLabel(result.label);
    this.#bar.setExportable(true);
    this.#setState({ isBusy: false, isStale: false });
    this.#status.show(result.status, result.server);
    this.#status.setNotice(result.notice);
    this.#status.setSummary('');
    this.#holder.replaceChildren();
    this.#isPast = false;
    this.#grid = this.#createGrid(result);
    this.#showHidden(result.layout);
    if (place) this.#grid.restore(place);
    if (hadFocus) this.#grid.focus();
    const same = place === this.#state?.view ? place : undefined;
    for (const part of this.#parts) part.show?.(result, same);
    this.#state = { saved: result.saved, view: place ?? START };
    this.#showEmptiness(result);
    this.#save();
    this.#live.say(news + result.status);
  }

  failed(problem: GridProblem): void {
    const { message, hint, actions, offers = [], canGoBack = false } = problem;
    this.#bar.setHistory({ canGoBack, canGoForward: false });
    const all = this.#actions;
    const own = offers.map(({ id, label }) => ({ label, run: () => this.#send(this.#options.host.act(id)) }));
    this.#show({
      tone: 'error',
      text: message,
      hint,
      actions: [...own, ...actions.map((name) => all[name])],
    });
  }

  about(notices: readonly GridNotice[]): void {
    const hadFocus = this.#strips.element.contains(document.activeElement);
    const news = this.#strips.show(notices);
    // The focus must not fall out of the panel with the button that had it.
    if (hadFocus && !this.#strips.element.contains(document.activeElement)) this.#grid?.focus();
    if (news !== '') this.#live.say(news);
  }

  cancelled(message: string): void {
    const { retry, editQuery } = this.#actions;
    this.#show({
      tone: 'info',
      text: message,
      actions: [{ ...retry, label: this.#strings.runAgain }, editQuery],
    });
  }

  asleep(message: string, saved: SavedPanel): void {
    this.#state = { saved, view: this.#state?.view ?? START };
    this.#save();
    this.cancelled(message);
  }

  resized(generation: number, rowCount: number, isFinal: boolean, status: string): void {
    if (!this.#result || generation !== this.#result.generation) return;
    this.#result = { ...this.#result, rowCount, rowCountIsFinal: isFinal, status };
    this.#grid?.setCount(rowCount, isFinal);
    this.#status.show(status, this.#result.server);
    this.#showEmptiness(this.#result);
  }

  summary(generation: number, text: string, canSumAll: boolean): void {
    if (generation !== this.#result?.generation) return;
    this.#status.setSummary(text, canSumAll);
    if (text !== '') this.#live.say(text);
  }

  counted(generation: number, field: number, records: number): void {
    if (generation !== this.#result?.generation) return;
    for (const part of this.#parts) part.counted?.(field, records);
  }

  notice(generation: number, text: string): void {
    if (!this.#result || generation !== this.#result.generation) return;
    this.#result = { ...this.#result, notice: text };
    this.#status.setNotice(text);
    this.#live.say(text);
  }

  retryRows(): void {
    this.#grid?.retryFailed();
  }

  look(look: GridLook): void {
    this.#look.take(look);
  }

  perform(action: GridAction): void {
    if (this.#grid?.perform(action) === true) return;
    this.#parts.some((part) => part.perform?.(action));
  }

  tellSelection(): Promise<void> {
    // The command may put an editor in front of this one, and VS Code can lose what a page saves while it goes.
    this.#save();
    return this.#selection.tell();
  }

  get #strings(): GridInit['strings'] {
    return this.#options.init.strings;
  }

  /** Ways on from a question that brought no records. */
  get #actions(): Readonly<Record<GridProblem['actions'][number], MessageAction>> {
    const { host } = this.#options;
    const { retry, setToken, editQuery, showLog } = this.#strings;
    return {
      retry: { label: retry, run: () => this.#send(host.retry()) },
      setToken: { label: setToken, run: () => this.#send(host.setToken()) },
      editQuery: { label: editQuery, run: () => this.#send(host.editAsked()) },
      showLog: { label: showLog, run: () => this.#send(host.showLog()) },
    };
  }

  #createGrid(result: GridResult): RecordsGrid {
    const { host } = this.#options;
    return createRecordsGrid(
      this.#holder,
      {
        fields: result.fields,
        count: result.rowCount,
        head: result.head,
        getRows: (first, last, signal) => host.rows(result.generation, first, last, signal),
      },
      {
        words: this.#strings,
        look: this.#look.look,
        language: this.#options.init.language,
        label: result.label,
        isCountFinal: result.rowCountIsFinal,
        endOf: (rows) => endWords(rows, result.limit, this.#options.init),
        onDidMove: () => this.#moved(),
        onDidLoad: (isLoaded) => {
          this.#status.setNotice(isLoaded ? this.#result?.notice : this.#strings.someNotLoaded);
          if (!isLoaded) this.#live.say(this.#strings.someNotLoaded);
        },
        onOpen: (row, by) => this.#parts.forEach((part) => part.openRecord?.(row, by)),
        ...(result.layout && { layout: result.layout }),
        sort: result.question?.sort ?? [],
        filtered: result.question?.filters?.map(({ field }) => field) ?? [],
        ...questionMarks(result.question),
        onDidLayOut: (layout) => {
          this.#send(host.layoutChanged(layout));
          this.#showHidden(layout);
        },
        onDidSay: (text) => this.#live.say(text),
        onSort: (field, add) => this.#parts.forEach((part) => part.sort?.(field, add)),
        onFieldMenu: (field, anchor) => this.#parts.forEach((part) => part.fieldMenu?.(field, anchor)),
        onDidSelect: (range) => this.#selection.take(result.generation, range),
        onCopy: (range, cell, value) => void this.#copy(range, cell, value),
        onEscape: () => this.#parts.some((part) => part.escape?.()),
      },
    );
  }

  #showHidden(layout: FieldLayout | undefined = PLAIN_LAYOUT): void {
    this.#status.setHidden(hiddenText(this.#result?.fields ?? [], layout, this.#strings));
  }

  async #copy(range: SelectedRange, cell: CellPlace, value: unknown): Promise<void> {
    const { host } = this.#options;
    const { firstRow, lastRow, fields } = range;
    try {
      // More than one cell is copied, and told of, by the host.
      if (lastRow - firstRow > 1 || (lastRow > firstRow && fields.length > 1)) {
        await host.copyCells(this.#result?.generation ?? 0, range);
        return;
      }
      await host.copyText(await this.#textOf(cell, value));
      this.#live.say(this.#strings.copied);
    } catch {
      this.#live.say(this.#strings.notCopied);
    }
  }

  /** A field's name, or a cell's whole text; the host is asked where the grid holds only the beginning. */
  async #textOf({ row, field }: CellPlace, value: unknown): Promise<string> {
    const { fields = [], generation = 0 } = this.#result ?? {};
    if (row < 0) return fields[field]?.id ?? '';
    const known = plainText(value as WireCell | undefined);
    if (known !== undefined) return known;
    const whole = plainText((await this.#options.host.record(generation, row))[field]);
    if (whole === undefined) throw new RangeError('The record has no such value');
    return whole;
  }

  #moved(): void {
    this.#askToContinue();
    for (const part of this.#parts) part.moved?.();
    this.#saveSoon();
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => this.#save(), SAVE_MS);
  }

  /** The host answers with another result. People ask for it by going there: a short first page stays until they do. */
  #askToContinue(): void {
    const { continuesAt = Infinity, generation = 0 } = this.#result ?? {};
    const isPast = (this.#grid?.bottomRow ?? 0) > continuesAt;
    if (isPast && !this.#isPast) this.#send(this.#options.host.continueAt(generation));
    this.#isPast = isPast;
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    if (!this.#state) return;
    if (this.#grid) this.#state = { ...this.#state, view: this.#view(this.#grid) };
    this.#options.memory.save(this.#state);
  }

  #view(grid: RecordsGrid): GridView {
    const parts = this.#parts.map((part) => part.view?.() ?? {});
    return Object.assign({ detail: false, ...grid.position }, ...parts) as GridView;
  }

  #setState({ isBusy, isStale }: { isBusy: boolean; isStale: boolean }): void {
    this.#bar.setBusy(isBusy);
    this.#holder.ariaBusy = String(isBusy);
    this.#holder.classList.toggle('stale', isStale);
    this.#banner.replaceChildren();
    this.#holder.querySelector('.message')?.remove();
  }

  /** Above the last good records, or alone. */
  #show(message: PanelMessage): void {
    this.#setState({ isBusy: false, isStale: true });
    // The bar says, and acts on, what is shown.
    if (this.#result) this.#bar.setLabel(this.#result.label);
    if (this.#grid) this.#banner.replaceChildren(createMessage(message));
    else this.#holder.replaceChildren(createMessage(message));
    this.#live.say([message.text, message.hint].filter(Boolean).join(' '));
  }

  #showEmptiness({ fields, rowCount, rowCountIsFinal }: GridResult): void {
    this.#holder.querySelector('.message')?.remove();
    if (fields.length > 0 && (rowCount > 0 || !rowCountIsFinal)) return;
    const { noFields, noRecords, noRecordsHint } = this.#strings;
    const words = fields.length === 0 ? { text: noFields } : { text: noRecords, hint: noRecordsHint };
    const { host, init } = this.#options;
    const edit = { label: init.strings.editQuery, run: () => this.#send(host.editQuery()) };
    this.#holder.append(createMessage({ tone: 'info', ...words, actions: [edit] }));
  }

  #showSkeleton(): void {
    this.#holder.replaceChildren(element('div', 'skeleton', { 'aria-hidden': 'true' }));
  }

  /** A call whose outcome comes by other calls, or not at all. */
  #send(call: Promise<unknown>): void {
    call.catch((error: unknown) => this.#live.say(error instanceof Error ? error.message : String(error)));
  }
}
