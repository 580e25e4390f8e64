import { html, render } from 'lit-html';
import { fill } from '../../../base/words.ts';
import { chartFields, chartGroup, chartSummary, type ValueFacts } from '../../../datastore/query/chartQuestion.ts';
import { type Summary, summaryColumns, type SummaryGroup } from '../../../datastore/query/summary.ts';
import type { ChartChoice } from '../../../messages/chartChoice.ts';
import type { GridAction } from '../../../messages/gridActions.ts';
import type { ChartPicture, GridResult, PanelView } from '../../../messages/gridProtocol.ts';
import { messageOf } from '../../../messages/rpc.ts';
import { groupsPhrase, measurePhrase } from '../../../messages/summaryPhrase.ts';
import type { Chart, ChartSource, ResolvedChoice } from '../../chart/chartContract.ts';
import { element } from '../../ui/element.ts';
import { holdsFocus } from '../../ui/focus.ts';
import type { PanelContext, PanelPart } from '../panelPart.ts';
import { type ChartChange, choiceOf } from './chartChoices.ts';
import { loadChart } from './chartLoader.ts';
import { chartPane } from './chartPane.ts';
import { chartRows } from './chartRows.ts';

type ChartState = NonNullable<PanelView['chart']>;
type ChartContext = Pick<PanelContext, 'host' | 'strings' | 'language' | 'result' | 'grid' | 'announce' | 'notify'> &
  Pick<PanelContext, 'send' | 'saveSoon' | 'perform'>;

const TABLE: ChartState = { isShown: false, choice: {} };
/** Actions that move through the grid, which has to be seen then. */
const OF_GRID: readonly GridAction[] = ['findInRecords', 'findNext', 'findPrevious', 'goToRow', 'showRecord'];

/** The chart of a result over the grid, the switch in the bar, and the pane beside it. */
export class ChartPart implements PanelPart {
  readonly element = element('div', 'chart-cover', { tabindex: '-1' });
  readonly place = 'cover';
  readonly switch: PanelPart;
  readonly pane: PanelPart;
  readonly #context: ChartContext;
  readonly #address: string;
  /** What was shown of each query in this page, for back and forward. */
  readonly #states = new Map<string, ChartState>();
  /** Groups of the records' numbers and dates, by the fields of which statistics are there. */
  readonly #steps = new Map<string, SummaryGroup>();
  #state = TABLE;
  /** What the next result shows, if it has these columns. */
  #next: { readonly columns: string; readonly state: ChartState } | undefined;
  #chart: Chart | undefined;
  #source: ChartSource | undefined;
  /** The columns of the shown summary. */
  #columns = '';
  #used: ResolvedChoice | undefined;
  #loading = new AbortController();

  constructor(context: ChartContext, address: string) {
    this.#context = context;
    this.#address = address;
    const { strings } = context;
    const buttons = element('div', 'chart-switch', { role: 'group', 'aria-label': strings.chart });
    const side = element('aside', 'chart-pane', { 'aria-label': strings.chart });
    this.switch = { element: buttons, place: 'bar' };
    this.pane = { element: side, place: 'side', dismiss: () => this.#chart?.focus() };
    for (const each of [this.element, buttons, side]) each.hidden = true;
  }

  get isSeen(): boolean {
    return !this.element.hidden;
  }

  focus(): boolean {
    if (this.isSeen) (this.#chart ?? this.element).focus();
    return this.isSeen;
  }

  dispose(): void {
    this.#loading.abort();
    this.#chart?.dispose();
  }

  show(result: GridResult, view?: PanelView): void {
    const { saved, question, fields } = result;
    const next = this.#next?.columns === columnsOf(question?.summary) ? this.#next.state : undefined;
    this.#next = undefined;
    const state = next ?? view?.chart ?? this.#states.get(saved.query) ?? this.#carried(result);
    this.#source = undefined;
    const columns = fields.map(({ id }) => id);
    this.#set({ ...state, choice: view?.chart ? state.choice : choiceOf(state.choice, columns) });
  }

  view(): Pick<PanelView, 'chart'> {
    return this.#state === TABLE ? {} : { chart: this.#state };
  }

  perform(action: GridAction): boolean {
    if (action === 'showChart') this.#toggle(!this.#state.isShown);
    else if (action === 'saveChart') this.#save();
    else {
      if (this.isSeen && OF_GRID.includes(action)) this.#set({ ...this.#state, isShown: false });
      return false;
    }
    return true;
  }

  async paint({ format, ...options }: ChartPicture): Promise<string> {
    if (!this.isSeen || this.#chart === undefined) throw new Error(this.#context.strings.chartNone);
    if (format === 'svg') return this.#chart.svg(options);
    const bytes = await this.#chart.png(options);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }

  /** Another summary stays a chart. Records do only as points. */
  #carried({ question }: GridResult): ChartState {
    const { isShown, choice, isOwn = false } = this.#state;
    const summary = question?.summary;
    const isPoints = choice.kind === 'scatter';
    if (!isShown || isPoints !== (summary === undefined)) return TABLE;
    return { isShown, choice, isOwn: isOwn && this.#columns === columnsOf(summary) };
  }

  #toggle(isShown: boolean): void {
    const { question } = this.#context.result() ?? {};
    const { choice, isOwn = false } = this.#state;
    if (!isShown) {
      const goes = isOwn && question?.summary !== undefined;
      // Back leads to the chart again.
      if (goes) this.#ask(undefined, TABLE);
      else this.#set({ ...this.#state, isShown });
    } else if (question?.summary !== undefined || choice.kind === 'scatter') this.#set({ ...this.#state, isShown });
    else void this.#askFirst(choice);
  }

  /** Requests a summary of the records that a chart can show by itself. */
  async #askFirst(choice: ChartChoice): Promise<void> {
    const { strings, notify, result } = this.#context;
    const generation = result()?.generation;
    const group = await this.#firstGroup();
    if (generation === undefined || result()?.generation !== generation) return;
    if (group === undefined) notify(strings.chartNoGroups);
    else this.#ask(chartSummary(group), { isShown: true, choice, isOwn: true });
  }

  async #firstGroup(): Promise<SummaryGroup | undefined> {
    const { host, result } = this.#context;
    const { fields = [], generation = 0 } = result() ?? {};
    let first: SummaryGroup | undefined;
    for (const field of chartFields(fields).slice(0, MOST_ASKED)) {
      // A field whose values can't be counted makes no groups.
      const facts = await host
        .statistics(generation, fields.indexOf(field), false, false)
        .catch((): ValueFacts => ({}));
      const group = chartGroup(field, facts);
      if (group?.width !== undefined) this.#steps.set(field.id, group);
      first ??= group;
      if (first !== undefined && field.kind !== 'number') break;
    }
    return first;
  }

  #ask(summary: Summary | undefined, state: ChartState): void {
    const { host, result, notify } = this.#context;
    this.#next = { columns: columnsOf(summary), state };
    const change = { kind: 'summarize', ...(summary && { summary }) } as const;
    host.change(result()?.generation ?? 0, change).catch((error: unknown) => {
      this.#next = undefined;
      notify(messageOf(error));
    });
  }

  #change({ choice, summary }: ChartChange): void {
    const isOfRecords = this.#context.result()?.question?.summary === undefined;
    if (choice.kind === 'scatter' && !isOfRecords) this.#ask(undefined, { ...this.#state, choice });
    else if (choice.kind !== 'scatter' && isOfRecords) void this.#askFirst({});
    else if (summary) this.#ask(summary, { ...this.#state, choice });
    else this.#set({ ...this.#state, choice });
  }

  #save(): void {
    const { host, send, notify, strings, result } = this.#context;
    const { generation } = result() ?? {};
    if (this.isSeen && this.#used && generation !== undefined) send(host.saveChart(generation));
    else notify(strings.chartNone);
  }

  #set(state: ChartState): void {
    const { result, saveSoon } = this.#context;
    const shown = result();
    this.#state = state;
    if (shown === undefined) return;
    this.#columns = columnsOf(shown.question?.summary);
    this.#states.set(shown.saved.query, state);
    saveSoon();
    this.#place(state.isShown && shown.rowCount > 0);
    this.#drawSwitch();
    if (!this.isSeen) return;
    if (this.#source) this.#draw(this.#source);
    else void this.#load(shown);
  }

  /** Covers the grid, or uncovers it. The focus stays with what is seen. */
  #place(isSeen: boolean): void {
    const hadFocus = holdsFocus(isSeen ? this.element.parentElement : this.element) && !(isSeen && this.isSeen);
    const isLeft = !isSeen && holdsFocus(this.pane.element);
    this.element.hidden = !isSeen;
    if (this.pane.element) this.pane.element.hidden = !isSeen;
    if (!isSeen) this.#loading.abort();
    if (hadFocus || isLeft) this.#context.grid()?.focus();
  }

  async #load(shown: GridResult): Promise<void> {
    const { strings, host } = this.#context;
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    this.element.ariaBusy = 'true';
    try {
      const [module, rows] = await Promise.all([loadChart(this.#address), chartRows(shown, { host }, signal)]);
      if (signal.aborted) return;
      if (module === undefined) throw new Error(strings.chartNotLoaded);
      const hadFocus = holdsFocus(this.element);
      this.#chart ??= module.openChart(this.element, {
        ...{ strings, language: this.#context.language, announce: this.#context.announce },
        onOpen: (row) => this.#open(row),
        onEscape: () => this.switch.element?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus(),
      });
      this.#draw((this.#source = this.#sourceOf(shown, rows)));
      if (hadFocus) this.#chart.focus();
    } catch (error) {
      if (signal.aborted) return;
      this.#set({ ...this.#state, isShown: false });
      this.#context.notify(messageOf(error));
    } finally {
      if (this.#loading.signal === signal) this.element.ariaBusy = 'false';
    }
  }

  #sourceOf({ fields, rowCount, question, hasOthers, name }: GridResult, rows: ChartSource['rows']): ChartSource {
    const { strings } = this.#context;
    const summary = question?.summary;
    const measure =
      summary?.measures[summaryColumns(summary).indexOf(this.#state.choice.up ?? '') - summary.groups.length];
    const up = measure ?? summary?.measures[0];
    const title =
      summary && up ? fill(strings.chartTitle, name, measurePhrase(up, strings), groupsPhrase(summary, strings)) : name;
    return { fields, rows, rowCount, hasOthers: hasOthers === true, title: title.trim(), ...(summary && { summary }) };
  }

  #draw(source: ChartSource): void {
    const drawn = this.#chart?.show(source, this.#state.choice);
    this.#used = drawn && 'used' in drawn ? drawn.used : undefined;
    this.#drawPane();
  }

  #drawPane(): void {
    const { strings, result } = this.#context;
    const { fields = [], question } = result() ?? {};
    const used = this.#used ?? { kind: 'bars', ...this.#state.choice };
    const facts = { summary: question?.summary, fields: question?.recordFields ?? fields, used, steps: this.#steps };
    if (this.pane.element)
      render(
        chartPane(facts, strings, {
          change: (change) => this.#change(change),
          save: () => this.#save(),
          showTable: () => this.#set({ ...this.#state, isShown: false }),
        }),
        this.pane.element,
      );
  }

  #drawSwitch(): void {
    const { strings, result } = this.#context;
    const { element: holder } = this.switch;
    const { isShown } = this.#state;
    if (!holder) return;
    holder.hidden = result()?.fields.length === 0;
    const button = (label: string, shows: boolean) =>
      html`<button type="button" aria-pressed=${String(isShown === shows)} @click=${() => this.#press(shows)}
        >${label}</button
      >`;
    render([button(strings.table, false), button(strings.chart, true)], holder);
  }

  #press(isShown: boolean): void {
    if (isShown !== this.#state.isShown) this.#toggle(isShown);
  }

  #open(row: number): void {
    const { host, result, notify, grid, perform } = this.#context;
    const shown = result();
    if (shown?.question?.summary !== undefined)
      host.showGroup(shown.generation, row).catch((error: unknown) => {
        notify(messageOf(error));
      });
    else {
      grid()?.goTo({ row, field: 0 });
      perform('showRecord');
    }
  }
}

/** The most fields whose statistics are requested for the first chart of records. */
const MOST_ASKED = 12;

function columnsOf(summary: Summary | undefined): string {
  return JSON.stringify(summary === undefined ? null : summaryColumns(summary));
}
