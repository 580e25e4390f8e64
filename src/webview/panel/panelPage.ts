import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ChartChoice } from '../../datastore/query/chartChoice.ts';
import type { FieldLayout } from '../../datastore/query/fieldLayout.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type {
  ChartPicture,
  GridHost,
  GridInit,
  GridMessage,
  GridNotice,
  GridNow,
  GridPanelView,
  GridResult,
  GridTask,
  PanelView,
  PanelState,
  SavedPanel,
} from '../../messages/gridProtocol.ts';
import type { Handlers } from '../../messages/rpc.ts';
import type { RecordsGrid } from '../grid/recordsGrid.ts';
import { VisibleFields } from '../grid/visibleFields.ts';
import { element } from '../ui/element.ts';
import { holdsFocus } from '../ui/focus.ts';
import type { PageFrame } from '../ui/frame.ts';
import { painted } from '../ui/painted.ts';
import { ChangeLegend } from './changeLegend.ts';
import { ChartPart } from './chart/chartPart.ts';
import { ChipsBar, questionNews } from './question/chipsBar.ts';
import { DetailPane } from './detail/detailPane.ts';
import { emptyMessage } from './emptyMessage.ts';
import { FieldMenu } from './question/fieldMenu.ts';
import { ColumnSummaries } from './fields/columnSummaries.ts';
import { FieldsPane } from './fields/fieldsPane.ts';
import { FilterEditor } from './question/filterEditor.ts';
import { FindBar } from './findBar.ts';
import { ComputedLine } from './computedLine.ts';
import { PanelBar } from './panelBar.ts';
import { PanelLook } from './panelLook.ts';
import { newNotices, noticeStrips, offerActions, panelMessage, type PanelMessage } from './panelMessage.ts';
import { pageCommandOf } from './panelKeys.ts';
import { PanelMemory } from './panelMemory.ts';
import './panelPage.css';
import type { PanelContext, PanelPart } from './panelPart.ts';
import { QuestionKeys } from './question/questionKeys.ts';
import { selectOnlyReadText } from './readText.ts';
import { createResultGrid, hiddenText, SelectionReport } from './resultGrid.ts';
import { RowBar } from './rowBar.ts';
import { SearchBox } from './question/searchBox.ts';
import { SummaryPopup } from './question/summaryPopup.ts';
import { StatusLine } from './statusLine.ts';

export class PanelPage implements Handlers<GridPanelView> {
  readonly #frame: PageFrame<GridHost, PanelState>;
  readonly #init: GridInit;
  readonly #context: PanelContext;
  readonly #bar: PanelBar;
  readonly #strips = element('div', 'banner');
  readonly #banner = element('div', 'banner');
  /** A marker: a message in place of records is before it, and the grid behind it. */
  readonly #gridStart = document.createComment('grid');
  readonly #holder = element('div', 'holder', {}, this.#gridStart);
  readonly #status: StatusLine;
  readonly #look: PanelLook;
  readonly #selection: SelectionReport;
  readonly #summaries: ColumnSummaries;
  readonly #parts: readonly PanelPart[];
  readonly #memory: PanelMemory;
  readonly #chart: ChartPart;
  #result: GridResult | undefined;
  #grid: RecordsGrid | undefined;
  #notices: readonly GridNotice[] = [];
  #isStale = false;
  #undoable = { undo: '', redo: '' };
  /** Whether the status line shows what was undone or redone, and no summary has come since. */
  #hasNotice = false;
  #isPastContinue = false;

  constructor(frame: PageFrame<GridHost, PanelState>, init: GridInit) {
    this.#frame = frame;
    this.#init = init;
    const { root, ended } = frame;
    this.#memory = new PanelMemory(frame, () => this.#grid && this.#viewOf(this.#grid));
    this.#context = this.#createContext();
    this.#selection = new SelectionReport(this.#context);
    this.#look = new PanelLook(init.look, this.#context);
    this.#summaries = new ColumnSummaries(this.#context);
    this.#chart = new ChartPart(this.#context, init.chartUri);
    const parts: readonly PanelPart[] = [...createParts(this.#context, this.#summaries, this.#chart), this.#summaries];
    this.#parts = [this.#look, ...parts];
    const buttons = parts.flatMap(({ button }) => (button ? [button] : []));
    this.#status = new StatusLine(this.#context);
    const placed = (position: PanelPart['place']): readonly HTMLElement[] =>
      parts.flatMap(({ element: own, place }) => (own && place === position ? [own] : []));
    this.#holder.append(...placed('cover'));
    this.#bar = new PanelBar(this.#context, placed('bar'), buttons);
    this.#bar.show({ name: init.name, label: init.name });
    render(
      html`${this.#bar.element}
        <div class="content">
          <main class="main">${placed('over')}${this.#holder}${placed('under')}${this.#strips}${this.#banner}</main>
          ${placed('side')}
        </div>
        ${this.#status.element}`,
      root,
    );
    for (const part of parts)
      part.element?.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || !part.dismiss) return;
        part.dismiss();
        event.preventDefault();
      });
    selectOnlyReadText(root, () => this.#grid?.selectAll(), ended);
    this.#show('loading');
    // VS Code focuses only the frame, but keys are meant for the records.
    window.addEventListener('focus', () => this.#takeFocus(), { signal: ended });
    ended.addEventListener('abort', () => {
      this.#grid?.dispose();
      this.#chart.dispose();
      this.#status.dispose();
    });
  }

  renew({ look, name }: GridNow): void {
    if (JSON.stringify(look) !== JSON.stringify(this.#init.look)) this.look(look);
    if (this.#result === undefined) this.#bar.show({ name, label: name });
  }

  loading(name: string): void {
    this.#bar.show({ name, label: name });
    this.#show('loading');
    this.#frame.announce(this.#strings.loading);
  }

  async result(result: GridResult): Promise<number> {
    const hadFocus = holdsFocus(this.#holder);
    this.#memory.save();
    const place = this.#memory.placeIn(result.saved);
    const { question, name, label, status, server, notice } = result;
    const news = questionNews(this.#result?.question, question, this.#strings);
    const { canGoBack, canGoForward } = question ?? NO_HISTORY;
    const widths = this.#keptWidths(result);
    this.#grid?.dispose();
    this.#result = result;
    this.#bar.show({ name, label, canGoBack, canGoForward, canExport: true });
    this.#isPastContinue = false;
    this.#drawHolder(nothing);
    this.#grid = createResultGrid(this.#holder, result, {
      ...{ context: this.#context, parts: this.#parts, status: this.#status, selection: this.#selection },
      own: {
        ...{ look: this.#look.look, widths, summarize: this.#summaries.draw },
        ...{ onDidMove: () => this.#moved(), focusCover: () => this.#chart.focus() },
      },
    });
    const hidden = hiddenText(this.#grid.fields, this.#strings);
    this.#status.show({ status, server, notice, hidden, summary: '', canSumAll: false });
    if (place) this.#grid.restore(place.view);
    if (hadFocus) this.#grid.focus();
    else if (document.hasFocus()) this.#takeFocus();
    const view = place?.isSameQuestion ? place.view : undefined;
    for (const part of this.#parts) part.show?.(result, view);
    this.#show('records');
    this.#memory.keep(result.saved);
    this.#frame.announce(news + status);
    const { rowsInView } = this.#grid;
    await painted();
    return rowsInView;
  }

  remember(saved: SavedPanel): void {
    this.#memory.keep(saved);
  }

  undoable(undo: string, redo: string): void {
    this.#undoable = { undo, redo };
  }

  layOut(layout: FieldLayout): void {
    const ids = this.#result?.fields.map(({ id }) => id);
    if (ids) this.#grid?.setFields(new VisibleFields(ids, layout), '');
  }

  message({ offers, canGoBack, saved, ...words }: GridMessage): void {
    if (saved) this.#memory.keep(saved);
    if (canGoBack !== undefined) this.#bar.show({ canGoBack, canGoForward: false });
    this.#show({ ...words, actions: offerActions(offers, this.#act) });
  }

  about(notices: readonly GridNotice[]): void {
    const holders = [this.#strips, this.#status.element];
    const hasFocus = (): boolean => holders.some(holdsFocus);
    const hadFocus = hasFocus();
    const news = newNotices(this.#notices, notices);
    this.#notices = notices;
    const loading = notices.find(({ kind }) => kind === 'partial');
    this.#status.show({ loading });
    this.#setStale(this.#isStale);
    const strips = notices.filter((notice) => notice !== loading);
    render(noticeStrips(strips, this.#act), this.#strips);
    // A removed button loses the focus, and keys would no longer reach the panel.
    if (hadFocus && !hasFocus()) this.#grid?.focus();
    if (news !== '') this.#frame.announce(news);
  }

  resized(generation: number, rowCount: number, isFinal: boolean, status: string): void {
    if (generation !== this.#result?.generation) return;
    this.#result = { ...this.#result, rowCount, rowCountIsFinal: isFinal, status };
    this.#grid?.setCount(rowCount, isFinal);
    this.#status.show({ status });
    this.#drawHolder(this.#emptiness);
  }

  summary(generation: number, summary: string, canSumAll: boolean): void {
    if (generation !== this.#result?.generation) return;
    const isOfLayout = summary === '' && this.#hasNotice;
    this.#hasNotice = false;
    // A change of the layout reports its selection, perhaps without a summary. That must not hide what was undone.
    if (isOfLayout) return;
    this.#status.show({ summary, canSumAll });
    if (summary !== '') this.#frame.announce(summary);
  }

  counted(generation: number, field: number, records: number): void {
    if (generation !== this.#result?.generation) return;
    for (const part of this.#parts) part.counted?.(field, records);
  }

  notice(generation: number, notice: string): void {
    if (generation !== this.#result?.generation) return;
    this.#result = { ...this.#result, notice };
    this.#status.show({ notice });
    this.#frame.announce(notice);
  }

  tasks(tasks: readonly GridTask[]): void {
    const hadFocus = holdsFocus(this.#status.element);
    const news = this.#status.showTasks(tasks);
    if (hadFocus && !holdsFocus(this.#status.element)) this.#grid?.focus();
    if (news !== '') this.#frame.announce(news);
  }

  retryRows(): void {
    this.#grid?.loader.retryFailed();
  }

  look(look: GridLook): void {
    this.#look.setSettings(look);
  }

  perform(action: GridAction): void {
    if (this.#grid?.perform(action) === true) return;
    this.#parts.some((part) => part.perform?.(action));
  }

  shownChart(): ChartChoice | null {
    return this.#chart.shown;
  }

  paintChart(picture: ChartPicture): Promise<string> {
    return this.#chart.paint(picture);
  }

  press(event: KeyboardEvent): boolean {
    const command = pageCommandOf(event);
    if (command === undefined) return false;
    if (command === 'goBack' || command === 'goForward') this.#frame.send(this.#frame.host[command]());
    else this.perform(command);
    return true;
  }

  sendSelection(): Promise<void> {
    // The command may open an editor over this one, and VS Code can lose what a page saves while it is being hidden.
    this.#memory.save();
    return this.#selection.flush();
  }

  /** The widths to keep after a change of sort or filters, unless they were fitted to only a few records. */
  #keptWidths({ saved, rowCount }: GridResult): ReadonlyMap<string, number> {
    const before = this.#result;
    const isSame =
      before?.saved.portalId === saved.portalId &&
      before.saved.resourceId === saved.resourceId &&
      before.rowCount >= Math.min(rowCount, FEW);
    return (isSame ? this.#grid?.widths : undefined) ?? new Map<string, number>();
  }

  get #strings(): GridInit['strings'] {
    return this.#init.strings;
  }

  #createContext(): PanelContext {
    const { host, announce, send } = this.#frame;
    const { strings, language } = this.#init;
    return {
      ...{ host, strings, language, announce, send },
      result: () => this.#result,
      grid: () => this.#grid,
      notify: (text) => {
        this.#hasNotice = true;
        this.#status.show({ summary: text, canSumAll: false });
        announce(text);
      },
      undoable: () => this.#undoable,
      changeQuery: (change) => {
        if (this.#result) send(host.change(this.#result.generation, change));
      },
      saveSoon: () => this.#memory.saveSoon(),
      perform: (action) => this.perform(action),
    };
  }

  #takeFocus(): void {
    if (document.activeElement === document.body) this.#grid?.focus();
  }

  readonly #act = (offer: string): void => this.#frame.send(this.#frame.host.act(offer));

  #moved(): void {
    this.#askToContinue();
    for (const part of this.#parts) part.moved?.();
    this.#memory.saveSoon();
  }

  /** When people scroll past the first page, requests a result that can continue. The first page stays until then. */
  #askToContinue(): void {
    const { continuesAt = Infinity, generation = 0 } = this.#result ?? {};
    const isPast = (this.#grid?.bottomRow ?? 0) > continuesAt;
    if (isPast && !this.#isPastContinue) this.#frame.send(this.#frame.host.continueAt(generation));
    this.#isPastContinue = isPast;
  }

  #viewOf(grid: RecordsGrid): PanelView {
    const parts = this.#parts.map((part) => part.view?.() ?? {});
    return Object.assign({ detail: false, ...grid.position }, ...parts) as PanelView;
  }

  /** Shows records, progress, or a message: above the last good records, or alone. */
  #show(state: 'loading' | 'records' | PanelMessage): void {
    const isBusy = state === 'loading';
    if (isBusy) this.#grid?.loader.stopAhead();
    const message = typeof state === 'string' ? undefined : state;
    this.#bar.show({ isBusy, ...(message && this.#result && { name: this.#result.name, label: this.#result.label }) });
    this.#holder.ariaBusy = String(isBusy);
    this.#setStale(state !== 'records');
    const shown = message && panelMessage(message);
    const hasGrid = this.#grid !== undefined;
    render(hasGrid && shown ? shown : nothing, this.#banner);
    if (hasGrid) this.#drawHolder(state === 'records' ? this.#emptiness : nothing);
    else this.#drawHolder(shown ?? html`<div class="skeleton" aria-hidden="true"></div>`);
    if (message) this.#frame.announce([message.text, message.hint].filter(Boolean).join(' '));
  }

  /** Greys the records, because newer ones are loading or failed, or the file's import ended early. */
  #setStale(isStale: boolean): void {
    this.#isStale = isStale;
    const isDiscarded = this.#notices.some(({ kind }) => kind === 'broken');
    this.#holder.classList.toggle('stale', isStale || isDiscarded);
  }

  #drawHolder(content: TemplateResult | typeof nothing): void {
    render(content, this.#holder, { renderBefore: this.#gridStart });
  }

  get #emptiness(): TemplateResult | typeof nothing {
    const message = emptyMessage(this.#context);
    return message === undefined ? nothing : panelMessage(message);
  }
}

/** Number of records that is about a screen. */
const FEW = 50;
const NO_HISTORY = { canGoBack: false, canGoForward: false };

/** The parts in the order of the page. An action goes to the first part that performs it. */
function createParts(context: PanelContext, summaries: ColumnSummaries, chart: ChartPart): readonly PanelPart[] {
  const filter = new FilterEditor(context);
  const summary = new SummaryPopup(context);
  return [
    chart,
    chart.switch,
    new SearchBox(context),
    new ChipsBar(
      context,
      (...target) => filter.edit(...target),
      (...target) => summary.edit(...target),
    ),
    new RowBar(context),
    new FindBar(context),
    new QuestionKeys(context, (field) => filter.edit(field)),
    new FieldMenu(context),
    filter,
    summary,
    new ChangeLegend(context),
    new ComputedLine(context),
    new DetailPane(context),
    new FieldsPane(context, summaries),
    chart.pane,
  ];
}
